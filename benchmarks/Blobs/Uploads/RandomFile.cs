namespace StreamTuning.Benchmarks;

/// <summary>Files to upload: no block of one is equal to another.</summary>
internal static class RandomFile
{
    private static readonly Lock _lock = new();

    /// <summary>Makes the file of a length and seed, unless it is there.</summary>
    /// <returns>Its path.</returns>
    public static string Ensure(string directory, long length, int seed = 1)
    {
        string path = Path.Combine(directory, $"content-{length}-{seed}");
        lock (_lock)
        {
            if (!File.Exists(path))
            {
                var random = new Random(seed);
                byte[] piece = new byte[64 * 1024];
                using FileStream file = File.Create(path);
                for (long left = length; left > 0; left -= piece.Length)
                {
                    random.NextBytes(piece);
                    file.Write(piece.AsSpan(0, (int)Math.Min(left, piece.Length)));
                }
            }
        }

        return path;
    }
}
