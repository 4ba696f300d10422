using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>Copies onto a mounted share.</summary>
internal static class ShareCases
{
    /// <summary>Profile A, ten times as fast as the real share.</summary>
    public static IEnumerable<Case> AzureFiles(ShareMount mount)
    {
        const string Name = "share A";
        const double Faster = 10;
        SlowShareProfile profile = mount.Profile = SlowShareProfile.AzureFiles.Faster(Faster);
        foreach (long bytes in Between(4 * KiB, 256 * MiB))
        {
            yield return Case(mount, Name, SourceKind.Instant, bytes, Turns(bytes), Faster, withSynchronous: true);
        }

        foreach (long bytes in Between(4 * KiB, 256 * MiB))
        {
            yield return Case(mount, Name, SourceKind.UnknownLength, bytes, Turns(bytes), Faster);
        }

        foreach (long bytes in Between(64 * KiB, 256 * MiB))
        {
            yield return Case(mount, Name, SourceKind.AtRate(profile.BytesPerSecond), bytes, Turns(bytes), Faster);
        }

        foreach (long bytes in Between(64 * KiB, 64 * MiB))
        {
            yield return Case(mount, Name, SourceKind.SmallReads, bytes, Turns(bytes), Faster);
        }

        static int Turns(long bytes) => bytes <= 2 * MiB ? 11 : bytes <= 16 * MiB ? 7 : bytes <= 64 * MiB ? 5 : 3;
    }

    /// <summary>Profile A inside the process, where none can be mounted: for files that the caller opens.</summary>
    public static IEnumerable<Case> InProcess(string directory)
    {
        var share = new SlowShare(SlowShareProfile.AzureFiles.Faster(10));
        foreach (SourceKind source in (SourceKind[])[SourceKind.Instant, SourceKind.UnknownLength, SourceKind.SmallReads])
        {
            foreach (long bytes in Between(4 * KiB, 64 * MiB))
            {
                Way[] ways = [.. new CopyWays(directory, source, bytes, create: share.Create).Overwriting(withSynchronous: true)];
                yield return new Case("share A inside the process", source.Name, bytes, WarmUps: 1, bytes <= 2 * MiB ? 11 : 5, Scale: 10, ways);
            }
        }
    }

    /// <summary>Profiles B and C, in real time.</summary>
    public static IEnumerable<Case> RoundTrips(ShareMount mount)
    {
        const string Name = "share B";
        SlowShareProfile profile = mount.Profile = SlowShareProfile.RoundTrips;
        foreach (long bytes in Between(4 * KiB, 64 * MiB))
        {
            yield return Case(mount, Name, SourceKind.Instant, bytes, Turns(bytes));
        }

        foreach (long bytes in Between(MiB, 64 * MiB))
        {
            yield return Case(mount, Name, SourceKind.AtRate(profile.BytesPerSecond), bytes, Turns(bytes));
        }

        foreach (long bytes in Between(256 * MiB, 256 * MiB))
        {
            var options = new FileCopyOptions { BlockSize = (int)(4 * MiB), Depth = 4, MemoryBudget = 16 * MiB };
            yield return Case(mount, Name + ", 4 blocks of 4 MiB", SourceKind.Instant, bytes, turns: 3, options: options);
        }
    }

    public static IEnumerable<Case> LongRoundTrips(ShareMount mount)
    {
        mount.Profile = SlowShareProfile.LongRoundTrips;
        foreach (long bytes in Between(MiB, 64 * MiB))
        {
            yield return Case(mount, "share C", SourceKind.Instant, bytes, Turns(bytes));
        }
    }

    /// <summary>Profile W, in real time: default mounts of the kernel's clients.</summary>
    public static IEnumerable<Case> InBackground(ShareMount mount)
    {
        return On("share W, CIFS", SlowShareProfile.KernelCifs, ShareClient.Cifs)
            .Concat(On("share W, NFS", SlowShareProfile.KernelNfs, ShareClient.Nfs));

        IEnumerable<Case> On(string name, SlowShareProfile profile, ShareClient client)
        {
            (mount.Profile, mount.Client) = (profile, client);
            foreach (long bytes in Between(64 * KiB, 256 * MiB))
            {
                yield return Into(name, SourceKind.Instant, bytes);
            }

            foreach (long bytes in Between(MiB, 16 * MiB))
            {
                yield return Into(name, SourceKind.UnknownLength, bytes);
                yield return Into(name, SourceKind.SmallReads, bytes);
            }

            mount.Client = ShareClient.Direct;
        }

        Case Into(string name, SourceKind source, long bytes)
        {
            mount.KeepsContent = bytes <= 16 * MiB;
            Way[] ways = [.. new CopyWays(mount.Directory, source, bytes).InBackground()];
            return new Case(name, source.Name, bytes, WarmUps: 1, bytes <= 16 * MiB ? 11 : 5, Scale: 1, ways);
        }
    }

    private static int Turns(long bytes) => bytes <= 2 * MiB ? 7 : 3;

    private static Case Case(
        ShareMount mount, string name, SourceKind source, long bytes, int turns, double scale = 1, bool withSynchronous = false, FileCopyOptions? options = null)
    {
        // Files are as long as they are written, but memory is for the copies.
        mount.KeepsContent = bytes <= 16 * MiB;
        return new Case(
            name, source.Name, bytes, WarmUps: turns >= 5 ? 1 : 0, turns, scale, [.. new CopyWays(mount.Directory, source, bytes, options).All(withSynchronous)]);
    }
}
