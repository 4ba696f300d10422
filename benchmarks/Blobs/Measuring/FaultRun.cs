using System.Security.Cryptography;
using Azure;
using Azure.Core;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>What becomes of uploads when something goes wrong, with Azurite behind the network that it goes wrong in.</summary>
/// <param name="azurite">The service.</param>
/// <param name="directory">Where the files are that are uploaded.</param>
/// <param name="seed">What chance depends on.</param>
/// <param name="isQuick">To see that it runs: little of everything, and no waiting.</param>
internal sealed class FaultRun(AzuriteServer azurite, string directory, int seed, bool isQuick)
{
    private readonly int _times = isQuick ? 2 : 20;

    /// <summary>Where a single block or a whole blob becomes visible.</summary>
    private static Func<ProxyRequest, bool> Commits { get; } = request => request.Operation is BlobOperation.PutBlob or BlobOperation.PutBlockList;

    private static Func<ProxyRequest, bool> Sends { get; } = request => request.Operation is BlobOperation.PutBlob or BlobOperation.PutBlock;

    public async Task RunAsync(TextWriter writer)
    {
        writer.WriteLine(Text($"Seed {seed}."));
        writer.WriteLine();
        var table = new TextTable(
            writer, ("what goes wrong", 44, true), ("way", 24, true), ("right", 8, false), ("told complete", 13, false), ("sent", 10, false), ("left behind by those that failed", 40, true));
        table.WriteHeader();
        foreach (UploadWay way in UploadWays.Tried)
        {
            await ReportAsync("connections cut, 20 % a MiB", way, i => UploadAsync(way, "cut", i, Size(32), new FaultRule(Fault.CutPerMiB(0.2)) { Applies = Sends }));
            await ReportAsync("a byte flipped, 10 % of the requests", way, i => UploadAsync(way, "flipped", i, Size(16), new FaultRule(Fault.FlipByte) { Applies = Sends, Probability = 0.1 }));
            await ReportAsync("the reply to the commit lost", way, i => UploadAsync(way, "lost", i, Size(16), new FaultRule(Fault.LoseReply) { Applies = Commits, Count = 1 }));
            await ReportAsync("the same, and the blob is another's", way, i => UploadAfterAnotherAsync(way, i, Size(16)));
            await ReportAsync("two writers held before the commit", way, i => UploadTwiceAsync(way, i, Size(16)));
            await ReportAsync("once more after a kill half way", way, i => UploadAgainAsync(way, i, Size(64)));
        }

        async Task ReportAsync(string what, UploadWay way, Func<int, Task<Outcome>> tryAsync)
        {
            var outcomes = new List<Outcome>();
            for (int i = 0; i < _times; i++)
            {
                outcomes.Add(await tryAsync(i));
            }

            table.WriteRow(
                what,
                way.Name,
                Text($"{outcomes.Count(outcome => outcome.IsRight)} of {_times}"),
                Text($"{outcomes.Sum(outcome => outcome.Completed)} of {outcomes.Sum(outcome => outcome.Writers)}"),
                Text($"{outcomes.Average(outcome => outcome.Sent) / MiB:0.0} MiB"),
                string.Join("; ", outcomes.Where(outcome => outcome.Completed < outcome.Writers).GroupBy(outcome => outcome.Left).OrderByDescending(left => left.Count()).Select(left => left.Key)));
        }
    }

    /// <summary>One upload of a new blob. It is right when it completes and what is stored is what was sent.</summary>
    private async Task<Outcome> UploadAsync(UploadWay way, string what, int number, long bytes, params FaultRule[] rules)
    {
        await using FaultProxy proxy = Start(number, rules);
        string name = NameOf(way, what, number);
        string path = RandomFile.Ensure(directory, bytes);
        bool isComplete = await TryAsync(way, await UploadTarget.OfAzuriteAsync(azurite, proxy), name, path, overwrites: false);
        Stored stored = await LookAsync(name, path);
        return new Outcome(isComplete && stored.Is(0), Completed: isComplete ? 1 : 0, Writers: 1, proxy.Bytes(), stored.Text);
    }

    /// <summary>An upload that must not overwrite, while another writes the blob before it is committed. It is right when it fails and leaves the other's.</summary>
    private async Task<Outcome> UploadAfterAnotherAsync(UploadWay way, int number, long bytes)
    {
        var gate = new RequestGate();
        await using FaultProxy proxy = Start(number, new FaultRule(Fault.Hold(gate)) { Applies = Commits, Count = 1 }, new FaultRule(Fault.LoseReply) { Applies = Commits, Count = 1 });
        string name = NameOf(way, "another", number);
        string path = RandomFile.Ensure(directory, bytes);
        string other = RandomFile.Ensure(directory, bytes, seed: 2);
        Task<bool> upload = TryAsync(way, await UploadTarget.OfAzuriteAsync(azurite, proxy), name, path, overwrites: false);
        await Task.WhenAny(upload, gate.WaitForAsync(1));
        await (await UploadTarget.OfAzuriteAsync(azurite, proxy: null)).UseAsync(name, blob => blob.UploadAsync(other, overwrite: true));
        gate.Open();
        bool isComplete = await upload;
        Stored stored = await LookAsync(name, path, other);
        return new Outcome(!isComplete && stored.Is(1), Completed: isComplete ? 1 : 0, Writers: 1, proxy.Bytes(), stored.Text);
    }

    /// <summary>Two uploads of one blob, with different content. They are right when what is stored is that of one of them.</summary>
    private async Task<Outcome> UploadTwiceAsync(UploadWay way, int number, long bytes)
    {
        var gate = new RequestGate();
        await using FaultProxy proxy = Start(number, new FaultRule(Fault.Hold(gate)) { Applies = Commits });
        string name = NameOf(way, "twice", number);
        string[] paths = [RandomFile.Ensure(directory, bytes), RandomFile.Ensure(directory, bytes, seed: 2)];
        UploadTarget target = await UploadTarget.OfAzuriteAsync(azurite, proxy);
        Task<bool>[] uploads = [.. paths.Select(path => TryAsync(way, target, name, path, overwrites: true))];
        await Task.WhenAny(Task.WhenAny(uploads), gate.WaitForAsync(2));
        gate.Open();
        bool[] complete = await Task.WhenAll(uploads);
        Stored stored = await LookAsync(name, paths);
        return new Outcome(stored.IsOneOfThem, complete.Count(isComplete => isComplete), Writers: 2, proxy.Bytes(), stored.Text);
    }

    /// <summary>An upload whose process is killed when half of it has been sent, and another one of the same. What that sends is counted.</summary>
    private async Task<Outcome> UploadAgainAsync(UploadWay way, int number, long bytes)
    {
        string name = NameOf(way, "again", number);
        string path = RandomFile.Ensure(directory, bytes);
        int half = (int)(bytes / MiB / 2);
        FaultRule[] kill =
        [
            FaultRule.On(BlobOperation.PutBlob, Fault.CutAfter(bytes / 2)),
            FaultRule.On(BlobOperation.PutBlock, Fault.CutAfter(0)) with { Skip = half },
            FaultRule.On(BlobOperation.PutBlockList, Fault.CutAfter(0)),
        ];
        await using (FaultProxy first = Start(number, kill))
        {
            await TryAsync(way, await UploadTarget.OfAzuriteAsync(azurite, first), name, path, overwrites: false, retries: 0);
        }

        await using FaultProxy second = Start(number);
        bool isComplete = await TryAsync(way, await UploadTarget.OfAzuriteAsync(azurite, second), name, path, overwrites: false);
        Stored stored = await LookAsync(name, path);
        return new Outcome(isComplete && stored.Is(0), Completed: isComplete ? 1 : 0, Writers: 1, second.Bytes(), stored.Text);
    }

    private FaultProxy Start(int number, params FaultRule[] rules)
    {
        FaultProxy proxy = FaultProxy.Start(azurite.Uri, isQuick ? NetworkProfile.Unlimited : NetworkProfile.Of(8, 20), seed + number);
        proxy.SetFaults(rules);
        return proxy;
    }

    private static async Task<bool> TryAsync(UploadWay way, UploadTarget target, string name, string path, bool overwrites, int retries = 6)
    {
        try
        {
            await target.UseAsync(name, blob => way.UploadAsync(blob, path, overwrites), options =>
            {
                // A tenth of the usual delays.
                options.Retry.Mode = RetryMode.Exponential;
                options.Retry.MaxRetries = retries;
                options.Retry.Delay = TimeSpan.FromMilliseconds(80);
                options.Retry.MaxDelay = TimeSpan.FromSeconds(6);
            });
            return true;
        }
        catch (Exception e) when (e is RequestFailedException or AggregateException or IOException)
        {
            return false;
        }
    }

    /// <summary>Looks what is stored, past the network.</summary>
    private async Task<Stored> LookAsync(string name, params string[] paths)
    {
        UploadTarget target = await UploadTarget.OfAzuriteAsync(azurite, proxy: null);
        return await target.UseAsync(name, async blob =>
        {
            int? content = null;
            if (await blob.ExistsAsync())
            {
                BlobDownloadStreamingResult download = await blob.DownloadStreamingAsync();
                await using Stream stream = download.Content;
                byte[] hash = await MD5.HashDataAsync(stream);
                content = Array.FindIndex(paths, path => hash.AsSpan().SequenceEqual(HashOf(path)));
            }

            return new Stored(content, await CountUncommittedAsync(blob) > 0);
        });
    }

    private static async Task<int> CountUncommittedAsync(BlobClient blob)
    {
        try
        {
            BlockList list = await blob.GetParentBlobContainerClient().GetBlockBlobClient(blob.Name).GetBlockListAsync(BlockListTypes.Uncommitted);
            return list.UncommittedBlocks.Count();
        }
        catch (RequestFailedException e) when (e.Status == 404)
        {
            return 0;
        }
    }

    private static byte[] HashOf(string path)
    {
        using FileStream file = File.OpenRead(path);
        return MD5.HashData(file);
    }

    // The same in every run, so that chance is.
    private static string NameOf(UploadWay way, string what, int number) => $"{what}-{string.Concat(way.Name.Where(char.IsAsciiLetterOrDigit))}-{number}";

    private long Size(int mebibytes) => mebibytes * MiB / (isQuick ? 8 : 1);

    /// <summary>What has become of the writers of a blob.</summary>
    private sealed record Outcome(bool IsRight, int Completed, int Writers, long Sent, string Left);

    /// <summary>What is stored under a name.</summary>
    /// <param name="Content">Which of the contents it is, -1 for none of them; <see langword="null"/> if there is no blob.</param>
    /// <param name="HasUncommitted">Whether there are blocks that are not part of it.</param>
    private sealed record Stored(int? Content, bool HasUncommitted)
    {
        public bool IsOneOfThem => Content >= 0;

        public string Text => Content switch
        {
            null => "no blob",
            0 => "the blob",
            > 0 => "the other's blob",
            _ => "a wrong blob",
        } + (HasUncommitted ? " and uncommitted blocks" : "");

        public bool Is(int content) => Content == content;
    }
}
