namespace StreamTuning.Benchmarks;

/// <summary>4 KiB to 256 MiB.</summary>
internal static class Sizes
{
    public const long KiB = 1024;
    public const long MiB = 1024 * KiB;

    private static readonly long[] _all = [4 * KiB, 64 * KiB, 256 * KiB, MiB, 2 * MiB, 16 * MiB, 64 * MiB, 256 * MiB];

    public static IEnumerable<long> Between(long least, long most) => _all.Where(bytes => bytes >= least && bytes <= most);

    public static string Text(long bytes) => bytes < MiB ? $"{bytes / KiB} KiB" : $"{bytes / MiB} MiB";
}
