namespace StreamTuning.NetworkShares.Guest;

/// <summary>The bytes of sources and targets in the guest.</summary>
internal static class GuestContent
{
    public const string None = "none";
    public const string Whole = "whole";
    public const string Old = "old";

    public const int MiB = 1024 * 1024;

    /// <summary>The content of a target that exists before the copy.</summary>
    public static byte[] OldBytes { get; } = Enumerable.Repeat((byte)'A', 64 * 1024).ToArray();

    public static byte[] Header { get; } = Enumerable.Repeat((byte)'H', 1000).ToArray();

    public static byte[] Trailer { get; } = Enumerable.Repeat((byte)'T', 3000).ToArray();

    /// <summary>A file of random bytes on a local disk of the guest, made once for each length.</summary>
    public static string Source(int length)
    {
        string path = $"/tmp/source-{length}";
        if (!File.Exists(path))
        {
            byte[] bytes = new byte[length];
            new Random(length).NextBytes(bytes);
            File.WriteAllBytes(path, bytes);
        }

        return path;
    }

    /// <summary>Compares a file with the bytes that it should have.</summary>
    public static string Look(string path, params ReadOnlySpan<byte[]> expected)
    {
        if (!File.Exists(path))
        {
            return None;
        }

        byte[] bytes = File.ReadAllBytes(path);
        if (bytes.AsSpan().SequenceEqual(OldBytes))
        {
            return Old;
        }

        int right = 0;
        int whole = 0;
        foreach (byte[] part in expected)
        {
            if (right == whole)
            {
                right += bytes.AsSpan(Math.Min(right, bytes.Length)).CommonPrefixLength(part);
            }

            whole += part.Length;
        }

        if (right == whole && bytes.Length == whole)
        {
            return Whole;
        }

        string zeros = bytes.AsSpan(right).IndexOfAnyExcept((byte)0) < 0 ? "zeros" : "other bytes";
        return $"{bytes.Length} bytes of {whole}, the first {right} right, then {zeros}";
    }
}
