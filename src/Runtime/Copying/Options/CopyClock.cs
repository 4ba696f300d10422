using System.Diagnostics;

namespace StreamTuning;

/// <summary>The time as a copy sees it; tests replace it. (netstandard2.0 has no TimeProvider.)</summary>
internal class CopyClock
{
    public static CopyClock OfSystem { get; } = new();

    /// <summary>In ticks of <see cref="Stopwatch.Frequency"/>.</summary>
    public virtual long Now => Stopwatch.GetTimestamp();

    public virtual Task DelayAsync(TimeSpan time) => Task.Delay(time);
}
