namespace StreamTuning.Benchmarks;

/// <summary>A source of so many bytes that costs next to nothing: every read completes at once, with at most so many bytes.</summary>
internal sealed class SyntheticSource(long length, bool knowsLength, int largestRead = int.MaxValue)
    : SourceStream(knowsLength ? length : null)
{
    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int count = (int)Math.Min(Math.Min(buffer.Length, largestRead), length - BytesRead);
        buffer[..count].Fill((byte)BytesRead);
        BytesRead += count;
        return count;
    }
}
