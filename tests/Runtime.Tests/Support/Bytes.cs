namespace StreamTuning;

internal static class Bytes
{
    public const int KiB = 1024;
    public const int MiB = 1024 * 1024;

    public static byte[] Random(int count, int seed = 1)
    {
        byte[] bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Compares without a message of megabytes.</summary>
    public static void AssertEqual(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        int same = expected.CommonPrefixLength(actual);
        Assert.True(
            same == expected.Length && same == actual.Length,
            $"Expected {expected.Length} bytes, found {actual.Length}; the first difference is at {same}.");
    }
}
