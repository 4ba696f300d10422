namespace StreamTuning.Tool;

/// <summary>What the command tells its caller.</summary>
internal static class ExitCode
{
    /// <summary>Nothing at or above <c>--fail-on</c>.</summary>
    public const int Clean = 0;

    /// <summary>Findings at or above <c>--fail-on</c>.</summary>
    public const int Findings = 1;

    /// <summary>Wrong usage, or nothing to scan.</summary>
    public const int Usage = 2;

    /// <summary>Something could not be scanned, fixed or written, so that no findings would not mean that there are none.</summary>
    public const int Failure = 3;

    /// <summary>Stopped, as shells say it.</summary>
    public const int Stopped = 130;
}
