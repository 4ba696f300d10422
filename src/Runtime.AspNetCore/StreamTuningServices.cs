using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace StreamTuning;

/// <summary>
/// Registers what streamed uploads take from the application: options, and a <see cref="TempSpace"/> that says in the log where files go.
/// </summary>
public static partial class StreamTuningServices
{
    /// <summary>
    /// Registers <see cref="StreamTuningOptions"/>, and a <see cref="TempSpace"/> made of them, unless one is registered.
    /// </summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="configure">Changes the defaults; may be <see langword="null"/>.</param>
    /// <returns>The services.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is <see langword="null"/>.</exception>
    public static IServiceCollection AddStreamTuning(this IServiceCollection services, Action<StreamTuningOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddOptions<StreamTuningOptions>();
        if (configure is not null)
        {
            services.Configure(configure);
        }

        services.TryAddSingleton(CreateTempSpace);
        return services;
    }

    /// <summary>
    /// Registers <see cref="StreamTuningOptions"/> with values from configuration, and a <see cref="TempSpace"/> made of them, unless one
    /// is registered. The keys are the names of the properties: <c>Uploads:MaxFileBytes</c>, <c>Temp:Directories:0</c>,
    /// <c>Copying:BlockSize</c>.
    /// </summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="configuration">
    /// The section with the keys, such as <c>builder.Configuration.GetSection("StreamTuning")</c>. Read when the application starts: a
    /// value that cannot be read, or is not allowed, ends the start with the exception of the property or of the configuration.
    /// </param>
    /// <returns>The services.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    public static IServiceCollection AddStreamTuning(this IServiceCollection services, IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        services.AddStreamTuning();
        services.AddOptions<StreamTuningOptions>().Configure(options => Bind(configuration, options)).ValidateOnStart();
        return services;
    }

    private static void Bind(IConfiguration configuration, StreamTuningOptions options)
    {
        configuration.GetSection(nameof(options.Uploads)).Bind(options.Uploads);
        configuration.GetSection(nameof(options.Temp)).Bind(options.Temp);

        // One by one: the others are objects.
        IConfigurationSection copying = configuration.GetSection(nameof(options.Copying));
        options.Copying.BlockSize = copying.GetValue(nameof(FileCopyOptions.BlockSize), options.Copying.BlockSize);
        options.Copying.Depth = copying.GetValue(nameof(FileCopyOptions.Depth), options.Copying.Depth);
        options.Copying.MemoryBudget = copying.GetValue(nameof(FileCopyOptions.MemoryBudget), options.Copying.MemoryBudget);
        options.Copying.Replace = copying.GetValue(nameof(FileCopyOptions.Replace), options.Copying.Replace);
    }

    private static TempSpace CreateTempSpace(IServiceProvider services)
    {
        TempSpaceOptions given = services.GetRequiredService<IOptions<StreamTuningOptions>>().Value.Temp;
        ILogger logger = services.GetService<ILoggerFactory>()?.CreateLogger<TempSpace>()
            ?? (ILogger)Microsoft.Extensions.Logging.Abstractions.NullLogger.Instance;
        var options = new TempSpaceOptions
        {
            UseSystemDirectory = given.UseSystemDirectory,
            UseHomeDirectory = given.UseHomeDirectory,
            MemoryLimit = given.MemoryLimit,
            AssumedLength = given.AssumedLength,
            SweepLeftovers = given.SweepLeftovers,
            DecisionMade = decision =>
            {
                LogDecision(logger, LevelOf(decision.Reason), decision);
                given.DecisionMade?.Invoke(decision);
            },
        };
        foreach (string directory in given.Directories)
        {
            options.Directories.Add(directory);
        }

        return new TempSpace(options);
    }

    private static LogLevel LevelOf(TempSpaceReason reason) => reason switch
    {
        TempSpaceReason.Room => LogLevel.Debug,
        TempSpaceReason.None => LogLevel.Error,
        TempSpaceReason.FailOver => LogLevel.Warning,
        _ => LogLevel.Information,
    };

    [LoggerMessage(EventId = 1, Message = "{Decision}")]
    private static partial void LogDecision(ILogger logger, LogLevel level, TempSpaceDecision decision);
}
