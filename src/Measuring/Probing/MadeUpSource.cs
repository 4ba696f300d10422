namespace StreamTuning.Measuring;

/// <summary>A source of so many bytes that costs nothing and, unlike memory, is not copied in one write.</summary>
/// <param name="length">How many bytes it has.</param>
/// <param name="mostPerRead">How many bytes a read gives at most.</param>
internal sealed class MadeUpSource(long length, int mostPerRead = int.MaxValue) : Stream
{
    // Not zeros, which some storage does not store.
    private static readonly byte[] _content = CreateContent();

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => length;

    public override long Position { get; set; }

    public override int Read(Span<byte> buffer)
    {
        int count = (int)Math.Min(Math.Min(buffer.Length, mostPerRead), length - Position);
        for (int done = 0; done < count;)
        {
            int part = Math.Min(count - done, _content.Length);
            _content.AsSpan(0, part).CopyTo(buffer[done..]);
            done += part;
        }

        Position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(Read(buffer.Span));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(Read(buffer, offset, count));

    public override long Seek(long offset, SeekOrigin origin) => Position = origin switch
    {
        SeekOrigin.Begin => offset,
        SeekOrigin.Current => Position + offset,
        _ => length + offset,
    };

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private static byte[] CreateContent()
    {
        byte[] content = new byte[1024 * 1024];
        new Random(1).NextBytes(content);
        return content;
    }
}
