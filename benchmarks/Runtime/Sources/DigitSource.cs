namespace StreamTuning.Benchmarks;

/// <summary>A source of random hexadecimal digits, which a compression halves. Its length is unknown, and at most 16 MiB.</summary>
internal sealed class DigitSource(long length) : SourceStream
{
    private static readonly byte[] _digits = MakeDigits();

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int count = (int)Math.Min(buffer.Length, length - BytesRead);
        _digits.AsSpan((int)BytesRead, count).CopyTo(buffer);
        BytesRead += count;
        return count;
    }

    private static byte[] MakeDigits()
    {
        var random = new Random(1);
        byte[] digits = new byte[16 * Sizes.MiB];
        random.GetItems("0123456789abcdef"u8, digits);
        return digits;
    }
}
