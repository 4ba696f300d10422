using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Copies onto a mounted share.</summary>
internal static class ShareCases
{
    private const double Faster = 10;

    private static readonly (SourceKind Source, long Least, long Most)[] _sources =
    [
        (SourceKind.Instant, 4 * KiB, 256 * MiB),
        (SourceKind.UnknownLength, 4 * KiB, 256 * MiB),
        (SourceKind.SmallReads, 64 * KiB, 64 * MiB),
    ];

    /// <summary>Profile A, ten times as fast as the real share.</summary>
    public static IEnumerable<Case> AzureFiles(ShareMount mount)
    {
        mount.Profile = SlowShareProfile.AzureFiles.Faster(Faster);
        foreach ((SourceKind source, long least, long most) in _sources)
        {
            foreach (long bytes in Between(least, most))
            {
                // Files are as long as they are written, but memory is for the copies.
                mount.KeepsContent = bytes <= 16 * MiB;
                int turns = bytes <= 2 * MiB ? 11 : bytes <= 16 * MiB ? 7 : bytes <= 64 * MiB ? 5 : 3;
                Way[] ways = [.. new CopyWays(mount.Directory, source, bytes).All(withSynchronous: source == SourceKind.Instant)];
                yield return new Case("share A", source.Name, bytes, WarmUps: turns >= 5 ? 1 : 0, turns, Faster, ways);
            }
        }
    }
}
