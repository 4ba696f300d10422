namespace StreamTuning.Benchmarks;

/// <summary>A slow source that knows its length: each read gets a few KiB with the next tick of a clock that many sources share.</summary>
internal sealed class TickedSource(long length, TickedSource.Clock clock) : SourceStream(length)
{
    private const int LargestRead = 8 * 1024;

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await clock.NextAsync().WaitAsync(cancellationToken);
        int count = (int)Math.Min(Math.Min(buffer.Length, LargestRead), length - BytesRead);
        buffer.Span[..count].Fill((byte)BytesRead);
        BytesRead += count;
        clock.Give(count);
        return count;
    }

    /// <summary>Ticks, and counts the bytes that all sources have given.</summary>
    internal sealed class Clock
    {
        private TaskCompletionSource _tick = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private long _given;

        public long Given => Interlocked.Read(ref _given);

        public Task NextAsync() => Volatile.Read(ref _tick).Task;

        public void Give(int count) => Interlocked.Add(ref _given, count);

        public void Tick() => Interlocked.Exchange(ref _tick, new(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult();
    }
}
