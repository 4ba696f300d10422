namespace StreamTuning.Benchmarks;

/// <summary>A source of so many bytes that costs next to nothing: every read completes at once, with at most so many bytes.</summary>
internal sealed class SyntheticSource(long length, bool knowsLength, int largestRead = int.MaxValue) : SourceStream
{
    private long _position;

    public override bool CanSeek => knowsLength;

    public override long Length => knowsLength ? length : throw new NotSupportedException();

    public override long Position
    {
        get => knowsLength ? _position : throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int count = (int)Math.Min(Math.Min(buffer.Length, largestRead), length - _position);
        buffer[..count].Fill((byte)_position);
        _position += count;
        return count;
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(Read(buffer.Span));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(Read(buffer.AsSpan(offset, count)));
}
