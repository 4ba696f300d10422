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
internal sealed class FaultRun
{
    // At a time: Azurite takes no more.
    private const int Workers = 4;

    private readonly AzuriteServer _azurite;
    private readonly string _directory;
    private readonly int _seed;
    private readonly bool _isQuick;
    private readonly int _times;
    private readonly TextTable _table;

    private FaultRun(AzuriteServer azurite, string directory, int seed, bool isQuick, TextTable table)
    {
        _azurite = azurite;
        _directory = directory;
        _seed = seed;
        _isQuick = isQuick;
        _times = isQuick ? 2 : 20;
        _table = table;
    }

    /// <summary>Where a single block or a whole blob becomes visible.</summary>
    private static Func<ProxyRequest, bool> Commits { get; } = request => request.Operation is BlobOperation.PutBlob or BlobOperation.PutBlockList;

    private static Func<ProxyRequest, bool> Sends { get; } = request => request.Operation is BlobOperation.PutBlob or BlobOperation.PutBlock;

    /// <summary>Tries all ways.</summary>
    /// <param name="directory">Where the files are that are uploaded.</param>
    /// <param name="seed">What chance depends on.</param>
    /// <param name="isQuick">To see that it runs: little of everything, and no waiting.</param>
    /// <param name="writer">Gets a table.</param>
    public static async Task RunAsync(string directory, int seed, bool isQuick, TextWriter writer)
    {
        writer.WriteLine(Text($"Seed {seed}, Azure.Storage.Blobs {typeof(BlobClient).Assembly.GetName().Version!.ToString(3)}."));
        writer.WriteLine();
        var table = new TextTable(
            writer, ("what goes wrong", 44, true), ("way", 24, true), ("right", 8, false), ("told complete", 13, false), ("sent", 10, false), ("missing", 10, false), ("left behind by those that failed", 40, true));
        table.WriteHeader();
        foreach (UploadWay way in UploadWays.Tried)
        {
            // In memory: on disk it is stuck for good after fifty requests that were cut off. And one for each way, as it frees memory late.
            await using AzuriteServer azurite = await AzuriteServer.StartAsync();
            await new FaultRun(azurite, directory, seed, isQuick, table).ReportAsync(way);
        }
    }

    private async Task ReportAsync(UploadWay way)
    {
        await ReportAsync("connections cut, 20 % a MiB", i => UploadAsync(way, "cut", i, Size(32), new FaultRule(Fault.CutPerMiB(0.2)) { Applies = Sends, Key = Content }));
        await ReportAsync("a byte flipped, 10 % of the requests", i => UploadAsync(way, "flipped", i, Size(16), new FaultRule(Fault.FlipByte) { Applies = Sends, Probability = 0.1, Key = Content }));
        await ReportAsync("the reply to the commit lost", i => UploadAsync(way, "lost", i, Size(8), new FaultRule(Fault.LoseReply) { Applies = Commits, Count = 1 }));
        await ReportAsync("the same, and the blob is another's", i => UploadAfterAnotherAsync(way, i, Size(8)));
        await ReportAsync("two writers held before the commit", i => UploadTwiceAsync(way, i, Size(8)));
        await ReportAsync("once more after one cut off half way", i => UploadAgainAsync(way, i, Size(16)));

        async Task ReportAsync(string what, Func<int, Task<Outcome>> tryAsync)
        {
            var outcomes = new Outcome[_times];
            await Parallel.ForAsync(0, _times, new ParallelOptions { MaxDegreeOfParallelism = Workers }, async (i, _) => outcomes[i] = await tryAsync(i));
            _table.WriteRow(
                what,
                way.Name,
                Text($"{outcomes.Count(outcome => outcome.IsRight)} of {_times}"),
                Text($"{outcomes.Sum(outcome => outcome.Completed)} of {outcomes.Sum(outcome => outcome.Writers)}"),
                Mebibytes(outcomes.Average(outcome => outcome.Sent)),
                outcomes.Average(outcome => outcome.Missing) is { } missing ? Mebibytes(missing) : "",
                string.Join("; ", outcomes.Where(outcome => outcome.Completed < outcome.Writers).GroupBy(outcome => outcome.Left).OrderByDescending(left => left.Count()).Select(left => left.Key)));
        }

        static string Mebibytes(double bytes) => Text($"{bytes / MiB:0.0} MiB");
    }

    /// <summary>One upload of a new blob. It is right when it completes and what is stored is what was sent.</summary>
    private async Task<Outcome> UploadAsync(UploadWay way, string what, int number, long bytes, params FaultRule[] rules)
    {
        await using FaultProxy proxy = Start(number, rules);
        string name = NameOf(way, what, number);
        string path = RandomFile.Ensure(_directory, bytes);
        int? failure = await TryAsync(way, await UploadTarget.OfAzuriteAsync(_azurite, proxy), name, path, overwrites: false);
        Stored stored = await LookAsync(name, path);
        return new Outcome(failure is null && stored.Is(0), Completed: failure is null ? 1 : 0, Writers: 1, proxy.Bytes(), stored.Text);
    }

    /// <summary>An upload that must not overwrite, while another writes the blob before it is committed. It is right when it fails by a conflict and leaves the other's.</summary>
    private async Task<Outcome> UploadAfterAnotherAsync(UploadWay way, int number, long bytes)
    {
        var gate = new RequestGate();
        await using FaultProxy proxy = Start(number, new FaultRule(Fault.Hold(gate)) { Applies = Commits, Count = 1 }, new FaultRule(Fault.LoseReply) { Applies = Commits, Count = 1 });
        string name = NameOf(way, "another", number);
        string path = RandomFile.Ensure(_directory, bytes);
        string other = RandomFile.Ensure(_directory, bytes, seed: 2);
        Task<int?> upload = TryAsync(way, await UploadTarget.OfAzuriteAsync(_azurite, proxy), name, path, overwrites: false);
        await Task.WhenAny(upload, gate.WaitForAsync(1));
        await (await UploadTarget.OfAzuriteAsync(_azurite, proxy: null)).UseAsync(name, blob => blob.UploadAsync(other, overwrite: true));
        gate.Open();
        int? failure = await upload;
        Stored stored = await LookAsync(name, path, other);
        return new Outcome(failure == 409 && stored.Is(1), Completed: failure is null ? 1 : 0, Writers: 1, proxy.Bytes(), stored.Text);
    }

    /// <summary>Two uploads of one blob, with different content. They are right when what is stored is that of one of them, and he was not told that he has failed.</summary>
    private async Task<Outcome> UploadTwiceAsync(UploadWay way, int number, long bytes)
    {
        var gate = new RequestGate();
        await using FaultProxy proxy = Start(number, new FaultRule(Fault.Hold(gate)) { Applies = Commits });
        string name = NameOf(way, "twice", number);
        string[] paths = [RandomFile.Ensure(_directory, bytes), RandomFile.Ensure(_directory, bytes, seed: 2)];
        UploadTarget target = await UploadTarget.OfAzuriteAsync(_azurite, proxy);
        Task<int?>[] uploads = [.. paths.Select(path => TryAsync(way, target, name, path, overwrites: true))];
        await Task.WhenAny(Task.WhenAny(uploads), gate.WaitForAsync(2));
        gate.Open();
        int?[] failures = await Task.WhenAll(uploads);
        Stored stored = await LookAsync(name, paths);
        bool isWhole = stored.Content is >= 0 and { } winner && failures[winner] is null;
        return new Outcome(isWhole, failures.Count(failure => failure is null), Writers: 2, proxy.Bytes(), stored.Text);
    }

    /// <summary>An upload that is cut off for good when half of it has been sent, and another one of the same. What that sends is counted.</summary>
    private async Task<Outcome> UploadAgainAsync(UploadWay way, int number, long bytes)
    {
        string name = NameOf(way, "again", number);
        string path = RandomFile.Ensure(_directory, bytes);
        int half = (int)(bytes / MiB / 2);
        FaultRule[] kill =
        [
            FaultRule.On(BlobOperation.PutBlob, Fault.CutAfter(bytes / 2)),
            FaultRule.On(BlobOperation.PutBlock, Fault.CutAfter(0)) with { Skip = half },
            FaultRule.On(BlobOperation.PutBlockList, Fault.CutAfter(0)),
        ];
        await using (FaultProxy first = Start(number, kill))
        {
            await TryAsync(way, await UploadTarget.OfAzuriteAsync(_azurite, first), name, path, overwrites: false, retries: 0);
        }

        Stored before = await LookAsync(name, path);
        await using FaultProxy second = Start(number);
        int? failure = await TryAsync(way, await UploadTarget.OfAzuriteAsync(_azurite, second), name, path, overwrites: false);
        Stored stored = await LookAsync(name, path);
        return new Outcome(failure is null && stored.Is(0), Completed: failure is null ? 1 : 0, Writers: 1, second.Bytes(), stored.Text, bytes - before.Uncommitted);
    }

    private FaultProxy Start(int number, params FaultRule[] rules)
    {
        FaultProxy proxy = FaultProxy.Start(_azurite.Uri, _isQuick ? NetworkProfile.Unlimited : NetworkProfile.Of(8, 20), _seed + number);
        proxy.SetFaults(rules);
        return proxy;
    }

    /// <summary>By which status an upload has failed, 0 where the service did not say; <see langword="null"/> if it has not.</summary>
    private static async Task<int?> TryAsync(UploadWay way, UploadTarget target, string name, string path, bool overwrites, int retries = 6)
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
            return null;
        }
        catch (Exception e) when (e is RequestFailedException or AggregateException or IOException)
        {
            return (e as RequestFailedException)?.Status ?? 0;
        }
    }

    /// <summary>Looks what is stored, past the network.</summary>
    private async Task<Stored> LookAsync(string name, params string[] paths)
    {
        UploadTarget target = await UploadTarget.OfAzuriteAsync(_azurite, proxy: null);
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

            return new Stored(content, await SumUncommittedAsync(blob));
        });
    }

    private static async Task<long> SumUncommittedAsync(BlobClient blob)
    {
        try
        {
            BlockList list = await blob.GetParentBlobContainerClient().GetBlockBlobClient(blob.Name).GetBlockListAsync(BlockListTypes.Uncommitted);
            return list.UncommittedBlocks.Sum(block => block.SizeLong);
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

    // What is sent, without the nonce of an upload, so that chance is the same in every run.
    private static string Content(ProxyRequest request) => $"{request.Path} {request.BlockId?[..32]}";

    private static string NameOf(UploadWay way, string what, int number) => $"{what}-{string.Concat(way.Name.Where(char.IsAsciiLetterOrDigit))}-{number}";

    private long Size(int mebibytes) => mebibytes * MiB / (_isQuick ? 4 : 1);

    /// <summary>What has become of the writers of a blob.</summary>
    /// <param name="IsRight">Whether all is as it should be.</param>
    /// <param name="Completed">How many of the writers were told that they have written it.</param>
    /// <param name="Writers">How many there were.</param>
    /// <param name="Sent">How many bytes they have sent.</param>
    /// <param name="Left">What is stored.</param>
    /// <param name="Missing">How many bytes were not there before; <see langword="null"/> where nobody asks.</param>
    private sealed record Outcome(bool IsRight, int Completed, int Writers, long Sent, string Left, long? Missing = null);

    /// <summary>What is stored under a name.</summary>
    /// <param name="Content">Which of the contents it is, -1 for none of them; <see langword="null"/> if there is no blob.</param>
    /// <param name="Uncommitted">How many bytes there are in blocks that are not part of it.</param>
    private sealed record Stored(int? Content, long Uncommitted)
    {
        public string Text => Content switch
        {
            null => "no blob",
            0 => "the blob",
            > 0 => "the other's blob",
            _ => "a wrong blob",
        } + (Uncommitted > 0 ? " and uncommitted blocks" : "");

        public bool Is(int content) => Content == content;
    }
}
