using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>A folder full of files, so many of them at a time: the loop on the page of the runtime.</summary>
internal static class ManyCases
{
    private const int Files = 64;

    public static IEnumerable<Case> Into(string name, string sourceDirectory, string directory, double scale)
    {
        string incoming = Path.Combine(sourceDirectory, "incoming");
        string archive = Path.Combine(directory, "archive");
        foreach (long bytes in (long[])[64 * KiB, 4 * MiB])
        {
            Way[] ways = [.. new[] { 1, 8, 32 }.Select(atATime => new Way($"{atATime} at a time", () => CopyAsync(atATime), Prepare))];
            yield return new Case($"{Files} files to {name}", "files", bytes, WarmUps: 1, Turns: 5, scale, ways);

            void Prepare()
            {
                Clear(archive);
                if (!Directory.Exists(incoming) || new FileInfo(PathOf(0)).Length != bytes)
                {
                    Clear(incoming);
                    for (int i = 0; i < Files; i++)
                    {
                        using var content = new SyntheticSource(bytes, knowsLength: true);
                        content.CopyToFile(PathOf(i));
                    }
                }
            }
        }

        string PathOf(int number) => Path.Combine(incoming, $"{number}.jpg");

        Task CopyAsync(int atATime) => Parallel.ForEachAsync(
            Directory.EnumerateFiles(incoming),
            new ParallelOptions { MaxDegreeOfParallelism = atATime },
            async (path, token) => await new FileInfo(path).CopyToFileAsync(Path.Combine(archive, Path.GetFileName(path)), cancellationToken: token));

        static void Clear(string folder)
        {
            if (Directory.Exists(folder))
            {
                Directory.Delete(folder, recursive: true);
            }

            Directory.CreateDirectory(folder);
        }
    }
}
