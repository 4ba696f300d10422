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

    /// <summary>From a file into another, which is what <see cref="File.Copy(string, string)"/> is for.</summary>
    public static IEnumerable<Case> FromFile(string name, string sourceDirectory, string directory, double scale)
    {
        string source = Path.Combine(sourceDirectory, "source");
        string target = Path.Combine(directory, "target");
        foreach (long bytes in Between(64 * KiB, 64 * MiB))
        {
            Way[] ways =
            [
                new Way("File.Copy", () => Task.Run(() => File.Copy(source, target)), Prepare),
                new Way("FileStream.CopyToAsync", PlatformAsync, Prepare),
                new Way("CopyToFileAsync, FileInfo", () => new FileInfo(source).CopyToFileAsync(target), Prepare),
            ];
            yield return new Case(name, "file", bytes, WarmUps: 1, bytes <= 16 * MiB ? 11 : 5, scale, ways);

            void Prepare()
            {
                File.Delete(target);
                if (!File.Exists(source) || new FileInfo(source).Length != bytes)
                {
                    using var content = new SyntheticSource(bytes, knowsLength: true);
                    content.CopyToFile(source);
                }
            }
        }

        async Task PlatformAsync()
        {
            using FileStream input = File.OpenRead(source);
            using FileStream output = File.Create(target);
            await input.CopyToAsync(output);
        }
    }

    // A small file costs next to nothing to measure often, and what is measured is small.
    private static int Turns(long bytes) => bytes <= 64 * KiB ? 3001 : bytes <= 2 * MiB ? 301 : bytes <= 16 * MiB ? 51 : bytes <= 64 * MiB ? 21 : 11;

    private static int WarmUps(long bytes) => bytes <= 2 * MiB ? 100 : 2;
}
