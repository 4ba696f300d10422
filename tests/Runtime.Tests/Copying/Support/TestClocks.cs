using System.Diagnostics;

namespace StreamTuning.Copying;

/// <summary>No time passes, however slow the machine is: for tests that count writes.</summary>
internal sealed class StoppedClock : CopyClock
{
    public override long Now => 0;

    public override Task DelayAsync(TimeSpan time) => new TaskCompletionSource().Task;
}

/// <summary>Whoever asks for the time finds that most of a second has passed; but nobody who waits for a whole one sees its end.</summary>
internal sealed class HastyClock : CopyClock
{
    private long _now;

    public override long Now => Interlocked.Add(ref _now, Stopwatch.Frequency * 3 / 5);

    public override Task DelayAsync(TimeSpan time) => time < TimeSpan.FromSeconds(1) ? Task.CompletedTask : new TaskCompletionSource().Task;
}
