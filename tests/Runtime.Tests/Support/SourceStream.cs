namespace StreamTuning;

/// <summary>A stream of tests and benchmarks that is only read.</summary>
internal abstract class SourceStream : Stream
{
    public override bool CanRead => true;

    public override bool CanWrite => false;

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
