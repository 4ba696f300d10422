using StreamTuning.Tool.Loading;

namespace StreamTuning.Tour;

/// <summary>Runs the dotnet command. Its processes end with the tour, also when that is stopped.</summary>
internal sealed class Dotnet(CancellationToken cancellationToken)
{
    private const int ShownLines = 40;

    private static readonly (string Name, string Value)[] _environment =
    [
        ("UseSharedCompilation", "false"),
        ("DOTNET_CLI_TELEMETRY_OPTOUT", "1"),
        // Compilers that run for seconds gain nothing from a profile of themselves.
        ("DOTNET_TieredPGO", "0"),
    ];

    /// <summary>Runs a command that has to succeed.</summary>
    /// <param name="folder">The working directory.</param>
    /// <param name="packages">Where NuGet unpacks packages; <see langword="null"/> for the user's cache.</param>
    /// <param name="arguments">The arguments.</param>
    /// <returns>Its output.</returns>
    /// <exception cref="TourException">It failed.</exception>
    public async Task<string> RunAsync(string folder, string? packages, params string[] arguments)
    {
        (int exitCode, string output) = await TryRunAsync(folder, packages, arguments);
        if (exitCode != 0)
        {
            string[] lines = output.TrimEnd().Split('\n');
            throw new TourException(
                $"dotnet {string.Join(' ', arguments)}\nended with exit code {exitCode}:\n{string.Join('\n', lines.TakeLast(ShownLines))}");
        }

        return output;
    }

    /// <summary>Runs a command.</summary>
    /// <inheritdoc cref="RunAsync"/>
    public Task<(int ExitCode, string Output)> TryRunAsync(string folder, string? packages, params string[] arguments) =>
        DotNet.RunAsync(folder, arguments, cancellationToken, packages is null ? _environment : [.. _environment, ("NUGET_PACKAGES", packages)]);
}
