using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Copies onto a disk of this machine.</summary>
internal static class LocalCases
{
    /// <summary>Into files that exist, and into new ones.</summary>
    public static IEnumerable<Case> Into(string name, string directory)
    {
        foreach (SourceKind source in (SourceKind[])[SourceKind.Instant, SourceKind.UnknownLength, SourceKind.SmallReads])
        {
            foreach (long bytes in Between(4 * KiB, 256 * MiB))
            {
                Way[] ways = [.. new CopyWays(directory, source, bytes).Overwriting(withSynchronous: true)];
                yield return new Case(name, source.Name, bytes, WarmUps(bytes), Turns(bytes), Scale: 1, ways);
            }
        }

        foreach (long bytes in Between(4 * KiB, 256 * MiB))
        {
            Way[] ways = [.. new CopyWays(directory, SourceKind.Instant, bytes).Creating()];
            yield return new Case(name + ", new file", SourceKind.Instant.Name, bytes, WarmUps(bytes), Turns(bytes), Scale: 1, ways);
        }
    }

    // A small file costs next to nothing to measure often, and what is measured is small.
    private static int Turns(long bytes) => bytes <= 64 * KiB ? 3001 : bytes <= 2 * MiB ? 301 : bytes <= 16 * MiB ? 51 : bytes <= 64 * MiB ? 21 : 11;

    private static int WarmUps(long bytes) => bytes <= 2 * MiB ? 100 : 2;
}
