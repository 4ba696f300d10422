namespace StreamTuning.Benchmarks;

/// <summary>A slow source that knows its length: each read gets a few KiB with the next tick of a clock that many sources share.</summary>
internal sealed class TickedSource(long length, TickedSource.Clock clock) : SourceStream
{
    private const int LargestRead = 8 * 1024;

    private long _position;

    public override bool CanSeek => true;

    public override long Length => length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await clock.NextAsync().WaitAsync(cancellationToken);
        int count = (int)Math.Min(Math.Min(buffer.Length, LargestRead), length - _position);
        buffer.Span[..count].Fill((byte)_position);
        _position += count;
        clock.Give(count);
        return count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

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
