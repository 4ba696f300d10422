using System.Diagnostics;

namespace StreamTuning.Copying;

/// <summary>Time that passes when the test says so.</summary>
internal sealed class ManualClock : CopyClock
{
    private readonly object _gate = new();
    private readonly List<(long Due, TaskCompletionSource Timer)> _timers = [];
    private TaskCompletionSource _armed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _now;

    public override long Now
    {
        get
        {
            lock (_gate)
            {
                return _now;
            }
        }
    }

    public override Task DelayAsync(TimeSpan time)
    {
        lock (_gate)
        {
            var timer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _timers.Add((_now + Ticks(time), timer));
            _armed.TrySetResult();
            return timer.Task;
        }
    }

    /// <summary>Waits until somebody waits for the time to pass.</summary>
    public Task ArmedAsync()
    {
        lock (_gate)
        {
            return _armed.Task;
        }
    }

    public void Pass(TimeSpan time)
    {
        List<TaskCompletionSource> due = [];
        lock (_gate)
        {
            _now += Ticks(time);
            _armed = new(TaskCreationOptions.RunContinuationsAsynchronously);
            due.AddRange(_timers.Where(timer => timer.Due <= _now).Select(timer => timer.Timer));
            _timers.RemoveAll(timer => timer.Due <= _now);
        }

        due.ForEach(timer => timer.SetResult());
    }

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
