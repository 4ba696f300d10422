namespace StreamTuning;

/// <summary>
/// Turns the engine off without a new build, in case it ever does harm: every copy is a plain <see cref="Stream.CopyToAsync(Stream)"/>
/// then. Names, rights and <see cref="FileReplacement"/> stay; blocks, lengths that are set ahead and the question what a share has
/// acknowledged go.
/// </summary>
internal static class EngineSwitch
{
    /// <summary>For <see cref="AppContext.SetSwitch"/> and <c>runtimeconfig.json</c>.</summary>
    public const string Name = "StreamTuning.UsePlatformCopies";

    /// <summary>The environment variable: <c>1</c> or <c>true</c>.</summary>
    public const string Variable = "STREAMTUNING_USE_PLATFORM_COPIES";

    /// <summary>Found out at the first copy, as .NET does with its own switches: asking each time would be felt in small copies.</summary>
    public static bool IsOff { get; } = AppContext.TryGetSwitch(Name, out bool isOff) ? isOff : IsOffByVariable();

    private static bool IsOffByVariable() =>
        Environment.GetEnvironmentVariable(Variable) is { } value
        && (value == "1" || value.Equals("true", StringComparison.OrdinalIgnoreCase));
}
