using System.Buffers.Binary;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using StreamTuning.BlobService;
using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What becomes of uploads to a real service when the network, or another writer, is in the way: twenty of each.</summary>
[Collection(AzuriteTests.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class UploadFaultTests(AzuriteFixture azurite, ITestOutputHelper output)
{
    private const int Times = 20;

    // At a time. The service is one process.
    private const int Workers = 4;

    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.BlocksBySdk)]
    [InlineData(Route.Verified)]
    public async Task Connections_that_are_cut_cost_the_blocks_that_they_carried(Route route)
    {
        int cuts = 0;
        await RepeatAsync(async seed =>
        {
            await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed);
            blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlock, Fault.CutPerMiB(0.2)) with { Key = RemoteBlob.KeyOf });
            byte[] content = Random((4 * MiB) - 1, seed);

            await route.UploadAsync(blob.Client, new MemoryStream(content), Routes.InBlocksOf(MiB, atATime: 8));

            await blob.AssertIsAsync(content);
            Interlocked.Add(ref cuts, blob.Network.Log.Count(record => record.Fault is not null));
        });
        Assert.InRange(cuts, 1, int.MaxValue);
    }

    /// <summary>Over plain http, without options that ask for it.</summary>
    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.BlocksBySdk)]
    [InlineData(Route.Verified)]
    public async Task Blocks_that_arrive_damaged_are_sent_again(Route route)
    {
        int flips = 0;
        await RepeatAsync(async seed =>
        {
            await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed);
            blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlock, Fault.FlipByte) with { Probability = 0.1, Key = RemoteBlob.KeyOf });
            byte[] content = Random((4 * MiB) - 1, seed);

            await route.UploadAsync(blob.Client, new MemoryStream(content), Routes.InBlocksOf(256 * KiB));

            await blob.AssertIsAsync(content);
            int found = blob.Network.Log.Count(record => record.Fault is not null);
            Assert.Equal(found, blob.Network.Log.Count(record => record.Status == 400));
            Interlocked.Add(ref flips, found);
        });
        Assert.InRange(flips, 1, int.MaxValue);
    }

    /// <summary>Also in the list of blocks that is committed, and in content that goes in one request.</summary>
    [SkippableTheory]
    [InlineData(Route.Blocks, 2 * MiB)]
    [InlineData(Route.Blocks, 100_000)]
    [InlineData(Route.BlocksBySdk, 2 * MiB)]
    [InlineData(Route.BlocksBySdk, 100_000)]
    [InlineData(Route.Verified, 2 * MiB)]
    [InlineData(Route.Verified, 100_000)]
    public async Task A_byte_that_changes_on_the_way_is_never_told_as_success(Route route, int length)
    {
        int flips = 0;
        await RepeatAsync(async seed =>
        {
            await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed);
            blob.Network.SetFaults(new FaultRule(Fault.FlipByte)
            {
                Applies = request => request.Operation is BlobOperation.PutBlob or BlobOperation.PutBlock or BlobOperation.PutBlockList, Probability = 0.3, Key = RemoteBlob.KeyOf,
            });
            byte[] content = Random(length, seed);
            try
            {
                await route.UploadAsync(blob.Client, new MemoryStream(content), Routes.InBlocksOf(256 * KiB));
            }
            catch (RequestFailedException)
            {
                await blob.AssertStoredAsync(null);
                return;
            }
            finally
            {
                Interlocked.Add(ref flips, blob.Network.Log.Count(record => record.Fault is not null));
            }

            await blob.AssertIsAsync(content);
        });
        Assert.InRange(flips, 1, int.MaxValue);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public Task A_commit_whose_reply_is_lost_is_a_success(Route route, bool overwrites) => RepeatAsync(async seed =>
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlockList, Fault.LoseReply) with { Count = 1 });
        byte[] content = Random((2 * MiB) + 1, seed);

        Response<BlobContentInfo> answer = await route.UploadAsync(blob.Client, new MemoryStream(content), Routes.InBlocksOf(256 * KiB, overwrites: overwrites));

        await blob.AssertIsAsync(content);
        BlobProperties stored = await blob.Direct.GetPropertiesAsync();
        Assert.Equal((stored.ETag, stored.LastModified), (answer.Value.ETag, answer.Value.LastModified));
    });

    /// <summary>The other's blob is there before the commit, or replaces ours before that is asked about; and it is made in blocks, or in one request.</summary>
    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.Verified)]
    public Task A_commit_whose_reply_is_lost_and_whose_blob_is_another_s_is_a_conflict(Route route) => RepeatAsync(async seed =>
    {
        bool isFirst = seed % 2 == 0;
        bool inBlocks = seed / 2 % 2 == 0;
        var gate = new RequestGate();
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed);
        blob.Network.SetFaults(
            FaultRule.On(BlobOperation.PutBlockList, isFirst ? Fault.Hold(gate) : Fault.HoldReply(gate)) with { Count = 1 },
            FaultRule.On(BlobOperation.PutBlockList, Fault.LoseReply) with { Count = 1 });
        byte[] other = Random(2 * MiB, seed + 1);

        Task<Response<BlobContentInfo>> upload = route.UploadAsync(blob.Client, new MemoryStream(Random(2 * MiB, seed)), Routes.InBlocksOf(256 * KiB));
        await Task.WhenAny(upload, gate.WaitForAsync(1));
        await blob.Direct.UploadAsync(
            new MemoryStream(other), new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = inBlocks ? 1 : 4 * MiB, MaximumTransferSize = MiB } });
        gate.Open();

        Assert.Equal(409, (await Assert.ThrowsAsync<RequestFailedException>(() => upload)).Status);
        await blob.AssertStoredAsync(other);
    });

    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.Verified)]
    public Task Of_two_writers_held_before_the_commit_one_is_told_and_the_other_s_blob_is_whole(Route route) => RepeatAsync(async seed =>
    {
        var gate = new RequestGate();
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlockList, Fault.Hold(gate)));
        byte[][] contents = [Random(2 * MiB, seed), Random(2 * MiB, seed + 1)];

        Task<Response<BlobContentInfo>>[] uploads =
            [.. contents.Select(content => route.UploadAsync(blob.Client, new MemoryStream(content), Routes.InBlocksOf(256 * KiB, overwrites: true)))];
        await Task.WhenAny(Task.WhenAny(uploads), gate.WaitForAsync(2));
        gate.Open();
        await Task.WhenAll(uploads.Select(upload => upload.ContinueWith(_ => { }, TaskScheduler.Default)));

        int winner = Array.FindIndex(uploads, upload => upload.IsCompletedSuccessfully);
        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => uploads[1 - winner]);
        Assert.Equal((409, "InvalidBlockList"), (failure.Status, failure.ErrorCode));
        await blob.AssertIsAsync(contents[winner]);
    });

    [SkippableTheory]
    [InlineData(8)]
    [InlineData(16)]
    public Task After_a_kill_only_the_first_block_and_what_is_missing_is_sent(int stagedBlocks) => RepeatAsync(async seed =>
    {
        const int Block = 256 * KiB;
        const int AtATime = 4;
        byte[] content = Random((16 * Block) - 5, seed);
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite, seed, retries: 0);
        var gate = new RequestGate();
        bool isComplete = stagedBlocks == 16;
        blob.Network.SetFaults(
            FaultRule.On(BlobOperation.PutBlock, Fault.Hold(gate)) with { Skip = stagedBlocks }, FaultRule.On(BlobOperation.PutBlockList, Fault.Hold(gate)));
        using var process = new CancellationTokenSource();
        Task upload = Route.Verified.UploadAsync(blob.Client, new MemoryStream(content), Routes.InBlocksOf(Block, AtATime), process.Token);

        // All that may be under way are held: those before them are there.
        await Task.WhenAny(upload, gate.WaitForAsync(isComplete ? 1 : AtATime));
        await blob.Network.DisposeAsync();
        await process.CancelAsync();
        await Assert.ThrowsAnyAsync<Exception>(() => upload);
        Assert.Null(await blob.ReadAsync());
        long there = await blob.CountStagedAsync();
        Assert.Equal(isComplete ? content.Length : stagedBlocks, isComplete ? there : there / Block);

        // What is there is held until it is given up, but for the first block, by which the commit is known.
        string[] staged = [.. (await blob.ListStagedAsync()).Select(block => RemoteBlob.ContentOf(block.Name))];
        await using RemoteBlob again = blob.Again();
        again.Network.SetFaults(new FaultRule(Fault.Hold(new RequestGate()))
        {
            Applies = request => request.BlockId is { } id && !IsFirst(id) && staged.Contains(RemoteBlob.ContentOf(id)),
        });
        await Route.Verified.UploadAsync(again.Client, new MemoryStream(content), Routes.InBlocksOf(Block, AtATime));

        long sent = again.Network.Log.Where(record => record.Request.Operation == BlobOperation.PutBlock && record.Status == 201).Sum(record => record.Bytes);
        Assert.Equal(content.Length - there + (staged.Any(IsFirst) ? Block : 0), sent);
        await again.AssertIsAsync(content);
    });

    /// <summary>The index is what an id begins with.</summary>
    private static bool IsFirst(string id) => BinaryPrimitives.ReadInt64BigEndian(Convert.FromBase64String(id[..12])) == 0;

    private async Task RepeatAsync(Func<int, Task> uploadAsync)
    {
        _ = azurite.Server; // Skips where there is none.
        int seed = Seed.Next(output) % 1_000_000;
        await Parallel.ForAsync(0, Times, new ParallelOptions { MaxDegreeOfParallelism = Workers }, async (i, _) => await uploadAsync(seed + i));
    }
}
