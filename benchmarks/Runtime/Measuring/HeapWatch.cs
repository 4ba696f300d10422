namespace StreamTuning.Benchmarks;

/// <summary>
/// Finds the most bytes that the heap of this process holds until it is stopped, those included that are unused and not yet collected.
/// </summary>
internal sealed class HeapWatch
{
    private readonly ManualResetEventSlim _ended = new();
    private readonly Thread _watcher;
    private long _most;

    public HeapWatch()
    {
        _most = Before;
        _watcher = new Thread(Watch);
        _watcher.Start();
    }

    /// <summary>The bytes when it started, after a collection.</summary>
    public long Before { get; } = GC.GetTotalMemory(forceFullCollection: true);

    /// <returns>The bytes.</returns>
    public long Stop()
    {
        _ended.Set();
        _watcher.Join();
        _ended.Dispose();
        return _most;
    }

    private void Watch()
    {
        while (!_ended.Wait(2))
        {
            _most = Math.Max(_most, GC.GetTotalMemory(forceFullCollection: false));
        }
    }
}
