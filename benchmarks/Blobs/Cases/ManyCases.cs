using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>A folder full of files, so many of them at a time: the loop on the page of blobs.</summary>
/// <param name="directory">Where the files are.</param>
/// <param name="files">How many.</param>
/// <param name="turns">How many turns; <see langword="null"/> for three.</param>
internal sealed class ManyCases(string directory, int files, int? turns)
{
    public async IAsyncEnumerable<Case> AllAsync()
    {
        await using FaultProxy proxy = FaultProxy.StartWithSink(NetworkProfile.Of(8, 20));
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        foreach ((int count, long bytes) in new[] { (files, 64 * KiB), (files / 8, 4 * MiB) })
        {
            string folder = Directory.CreateDirectory(Path.Combine(directory, $"many-{bytes}")).FullName;
            string content = RandomFile.Ensure(directory, bytes);
            for (int i = 0; i < count; i++)
            {
                File.Copy(content, Path.Combine(folder, $"{i}.jpg"), overwrite: true);
            }

            Way[] ways = [.. new[] { 1, 8, 32 }.Select(atATime => new Way($"{atATime} at a time", () => UploadAsync(target, folder, atATime)))];
            yield return new Case($"{count} files, 8 MiB/s, 20 ms", "files", bytes, WarmUps: 0, turns ?? 3, Scale: 1, ways);
        }
    }

    private static Task UploadAsync(UploadTarget target, string folder, int atATime) =>
        target.UseAsync("any", blob => UploadAsync(blob.GetParentBlobContainerClient(), folder, atATime));

    private static Task UploadAsync(BlobContainerClient container, string folder, int atATime) => Parallel.ForEachAsync(
        Directory.EnumerateFiles(folder),
        new ParallelOptions { MaxDegreeOfParallelism = atATime },
        async (path, token) => await container.GetBlobClient(Path.GetFileName(path)).UploadBlocksAsync(path, overwrite: true, token));
}
