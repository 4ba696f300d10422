namespace StreamTuning.Benchmarks;

/// <summary>A clock that only the test moves.</summary>
internal sealed class ManualClock : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<Timer> _timers = [];
    private TimeSpan _now;
    private int _reads;

    /// <summary>How often somebody has asked for the time.</summary>
    public int Reads
    {
        get
        {
            lock (_lock)
            {
                return _reads;
            }
        }
    }

    /// <summary>How many timers wait.</summary>
    public int Waiting
    {
        get
        {
            lock (_lock)
            {
                return _timers.Count;
            }
        }
    }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp()
    {
        lock (_lock)
        {
            _reads++;
            return _now.Ticks;
        }
    }

    public void Advance(TimeSpan time)
    {
        Timer[] due;
        lock (_lock)
        {
            _now += time;
            due = [.. _timers.Where(timer => timer.Due <= _now)];
            _timers.RemoveAll(due.Contains);
        }

        foreach (Timer timer in due)
        {
            timer.Fire();
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new Timer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class Timer(ManualClock clock, Action fire) : ITimer
    {
        public TimeSpan Due { get; private set; }

        public Action Fire => fire;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._lock)
            {
                clock._timers.Remove(this);
                if (dueTime != Timeout.InfiniteTimeSpan)
                {
                    Due = clock._now + dueTime;
                    clock._timers.Add(this);
                }

                return true;
            }
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
