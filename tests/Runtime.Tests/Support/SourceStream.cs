namespace StreamTuning;

/// <summary>A stream of tests and benchmarks that is only read. One without a length can't seek.</summary>
/// <param name="length">The length that it tells, in bytes; <see langword="null"/> if it tells none.</param>
internal abstract class SourceStream(long? length = null) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => length is not null;

    public override bool CanWrite => false;

    public override long Length => length ?? throw new NotSupportedException();

    public override long Position
    {
        get => CanSeek ? BytesRead : throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>How many bytes have been read.</summary>
    protected long BytesRead { get; set; }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(Read(buffer.Span));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) =>
        Position = offset + origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => Position,
            _ => Length,
        };

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
