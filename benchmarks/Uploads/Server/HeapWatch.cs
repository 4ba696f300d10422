namespace StreamTuning.Benchmarks;

/// <summary>Finds the most that the heap of a server has held.</summary>
internal static class HeapWatch
{
    private static readonly ManualResetEventSlim _ended = new();
    private static Thread? _watcher;
    private static long _most;

    /// <summary>Starts to look, every few milliseconds.</summary>
    public static void Start()
    {
        _ended.Reset();
        _most = GC.GetTotalMemory(forceFullCollection: true);
        _watcher = new Thread(() =>
        {
            while (!_ended.Wait(2))
            {
                _most = Math.Max(_most, GC.GetTotalMemory(forceFullCollection: false));
            }
        });
        _watcher.Start();
    }

    /// <returns>The bytes, what is no longer used and not yet collected included.</returns>
    public static long Stop()
    {
        _ended.Set();
        _watcher?.Join();
        return _most;
    }
}
