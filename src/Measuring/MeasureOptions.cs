namespace StreamTuning.Measuring;

/// <summary>How much a measurement may do.</summary>
public sealed record MeasureOptions
{
    /// <summary>How long it may take, from 5 seconds on.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The least <see cref="MaxBytes"/>: with fewer, ways could not be compared by files of 1 MiB.</summary>
    public const long LeastMaxBytes = 100L << 20;

    /// <summary>The largest <see cref="TypicalSize"/>.</summary>
    public const long MostTypicalSize = 1L << 40;

    /// <summary>How many bytes it may write in all, from <see cref="LeastMaxBytes"/> on.</summary>
    public long MaxBytes { get; init; } = 4L << 30;

    /// <summary>
    /// The length of the files that matter, in bytes, <see cref="MostTypicalSize"/> at most: ways are compared with it if there is time.
    /// </summary>
    public long TypicalSize { get; init; } = 16L << 20;

    /// <summary>The room that has to be free: three times the most that files take at the same time.</summary>
    public long NeededRoom => checked(3 * Math.Max(TypicalSize, 64L << 20));
}

/// <summary>What a measurement is at.</summary>
/// <param name="What">In a few words.</param>
/// <param name="Part">How much of the time is over, from 0 to 1.</param>
/// <param name="Left">The time left at most.</param>
public sealed record MeasureStep(string What, double Part, TimeSpan Left);

/// <summary>Storage cannot be measured. The message says why and what to do.</summary>
/// <param name="message">The message.</param>
/// <param name="inner">What has happened.</param>
public sealed class MeasuringException(string message, Exception? inner = null) : Exception(message, inner);
