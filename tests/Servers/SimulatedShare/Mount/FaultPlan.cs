namespace StreamTuning.SimulatedShare;

/// <summary>The faults that are to come, and the requests that one of them holds. For several threads.</summary>
internal sealed class FaultPlan
{
    private readonly object _gate = new();
    private readonly HashSet<ulong> _interrupted = [];
    private readonly HashSet<ulong> _held = [];
    private (ShareFault Fault, long Seen)[] _faults = [];
    private int _version;

    /// <summary>How many requests are held now.</summary>
    public int Held
    {
        get
        {
            lock (_gate)
            {
                return _held.Count;
            }
        }
    }

    /// <summary>Replaces all faults, counts from zero and lets go of what is held.</summary>
    public void Replace(IReadOnlyList<ShareFault> faults)
    {
        lock (_gate)
        {
            _faults = [.. faults.Select(fault => (fault, 0L))];
            _version++;
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>Counts a request, and holds it as long as its fault says.</summary>
    /// <param name="operation">What it asks for.</param>
    /// <param name="request">Its number.</param>
    /// <param name="found">Its fault, if it has one.</param>
    /// <returns>How it is to fail.</returns>
    public ShareError Take(ShareOperation operation, ulong request, out ShareFault? found)
    {
        found = null;
        if (_faults.Length == 0)
        {
            return ShareError.None;
        }

        lock (_gate)
        {
            foreach (ref (ShareFault Fault, long Seen) plan in _faults.AsSpan())
            {
                if (plan.Fault.Operation == operation)
                {
                    long number = ++plan.Seen;
                    if (number >= plan.Fault.Number && number - plan.Fault.Number < plan.Fault.Count)
                    {
                        found ??= plan.Fault;
                    }
                }
            }

            if (found is null)
            {
                return ShareError.None;
            }

            return found.Delay != TimeSpan.Zero && !Hold(request, found.Delay) ? ShareError.Interrupted : found.Error;
        }
    }

    /// <summary>Ends a request that is held.</summary>
    /// <returns>Whether it was held. If not, it may come to that yet.</returns>
    public bool Interrupt(ulong request)
    {
        lock (_gate)
        {
            if (!_held.Contains(request))
            {
                return _faults.All(plan => plan.Fault.Delay == TimeSpan.Zero);
            }

            _interrupted.Add(request);
            Monitor.PulseAll(_gate);
            return true;
        }
    }

    /// <returns>Whether it was not interrupted.</returns>
    private bool Hold(ulong request, TimeSpan delay)
    {
        TimeSpan end = delay == Timeout.InfiniteTimeSpan ? TimeSpan.MaxValue : SlowShare.Now + delay;
        int version = _version;
        _held.Add(request);
        while (version == _version && !_interrupted.Contains(request) && SlowShare.Now < end)
        {
            if (end == TimeSpan.MaxValue)
            {
                Monitor.Wait(_gate);
            }
            else
            {
                Monitor.Wait(_gate, end - SlowShare.Now + TimeSpan.FromMilliseconds(1));
            }
        }

        _held.Remove(request);
        return !_interrupted.Remove(request);
    }
}
