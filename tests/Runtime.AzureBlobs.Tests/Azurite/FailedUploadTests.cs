using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.BlobService;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What a failed upload leaves behind in a real service: each row of the table in docs/blobs.md.</summary>
[Collection(AzuriteTests.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class FailedUploadTests(AzuriteFixture azurite)
{
    private const int Block = 256 * KiB;
    private const int AtATime = 2;

    private static readonly Fault _cut = Fault.CutAfter(0);

    private readonly byte[] _old = Random(1000, seed: 2);
    private readonly byte[] _content = Random(8 * Block);

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.BlocksBySdk, false)]
    [InlineData(Route.BlocksBySdk, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task A_source_that_breaks_off_leaves_the_blocks_that_were_read(Route route, bool exists)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[]? old = await PrepareAsync(blob, exists);
        var source = new TestSource(_content, canSeek: true) { FailsAt = 4 * Block };

        Assert.Same(source.Failure, await Record.ExceptionAsync(() => route.UploadAsync(blob.Client, source, Routes.InBlocksOf(Block, AtATime, overwrites: true))));

        await AssertStagedAndDroppedAsync(route, blob, old, most: 4);
    }

    [SkippableTheory]
    [InlineData(Route.BlocksBySdk, 1)]
    [InlineData(Route.BlocksBySdk, AtATime)]
    [InlineData(Route.Blocks, 1)]
    [InlineData(Route.Blocks, AtATime)]
    public async Task A_source_that_ends_before_its_length_is_an_error(Route route, int atATime)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        var source = new TestSource(_content, canSeek: true) { ClaimedLength = 9 * Block };

        BlobUploadOptions options = Routes.InBlocksOf(Block, atATime);
        options.TransferValidation = new UploadTransferValidationOptions(); // Over plain http, our pipeline checks the blocks.

        await Assert.ThrowsAsync<InvalidDataException>(() => route.UploadAsync(blob.Client, source, options));

        Assert.False(await blob.Client.ExistsAsync());
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task A_network_that_fails_leaves_the_blocks_that_arrived(Route route, bool exists)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[]? old = await PrepareAsync(blob, exists);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlock, _cut) with { Skip = 3 });

        await Assert.ThrowsAsync<AggregateException>(() => route.UploadAsync(blob.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true)));

        await AssertStagedAndDroppedAsync(route, blob, old, most: 3);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task A_first_request_that_fails_leaves_nothing(Route route, bool exists)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[]? old = await PrepareAsync(blob, exists);
        blob.Network.SetFaults(new FaultRule(_cut));

        await Assert.ThrowsAsync<AggregateException>(() => route.UploadAsync(blob.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true)));

        await blob.AssertLeftAsync(old, staged: 0);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task A_cancellation_leaves_the_blocks_that_arrived(Route route, bool exists)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[]? old = await PrepareAsync(blob, exists);
        var gate = new RequestGate();
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlock, Fault.Hold(gate)) with { Skip = 4 });
        using var cancellation = new CancellationTokenSource();

        Task upload = route.UploadAsync(blob.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true), cancellation.Token);
        await Task.WhenAny(upload, gate.WaitForAsync(AtATime));
        await cancellation.CancelAsync();

        Assert.Equal(cancellation.Token, (await Assert.ThrowsAnyAsync<OperationCanceledException>(() => upload)).CancellationToken);
        await blob.AssertLeftAsync(old, 4 * Block);
        await AssertStagedAndDroppedAsync(route, blob, old, most: 4);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.BlocksBySdk, false)]
    [InlineData(Route.BlocksBySdk, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task A_condition_that_is_not_met_leaves_all_blocks(Route route, bool mustNotExist)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        await PrepareAsync(blob, exists: true);
        BlobUploadOptions options = Routes.InBlocksOf(Block, AtATime);
        options.Conditions = mustNotExist ? new BlobRequestConditions { IfNoneMatch = ETag.All } : new BlobRequestConditions { IfMatch = new ETag("\"0x8D0000000000000\"") };

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => route.UploadAsync(blob.Client, new MemoryStream(_content), options));

        Assert.Equal(mustNotExist ? (409, "BlobAlreadyExists") : (412, "ConditionNotMet"), (failure.Status, failure.ErrorCode));
        await blob.AssertLeftAsync(_old, _content.Length);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.Verified)]
    public async Task Another_writer_who_has_committed_leaves_his_blob_alone(Route route)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        var gate = new RequestGate();
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlockList, Fault.Hold(gate)));

        Task upload = route.UploadAsync(blob.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true));
        await Task.WhenAny(upload, gate.WaitForAsync(1));
        await blob.Direct.UploadBlocksAsync(new TestSource(_old), new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = 1 } });
        gate.Open();

        Assert.Equal((409, "InvalidBlockList"), StatusOf(await Assert.ThrowsAsync<RequestFailedException>(() => upload)));
        await blob.AssertIsAsync(_old);
    }

    /// <summary>The commit is cancelled, or fails with what is asked about it: before the service has it, or after.</summary>
    [SkippableTheory]
    [InlineData(Route.Blocks, true, true)]
    [InlineData(Route.Blocks, true, false)]
    [InlineData(Route.Blocks, false, true)]
    [InlineData(Route.Blocks, false, false)]
    [InlineData(Route.Verified, true, true)]
    [InlineData(Route.Verified, true, false)]
    [InlineData(Route.Verified, false, true)]
    [InlineData(Route.Verified, false, false)]
    public async Task A_commit_of_which_nothing_is_known_leaves_all_or_nothing(Route route, bool isCancelled, bool isDone)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        await PrepareAsync(blob, exists: true);
        var gate = new RequestGate();
        using var cancellation = new CancellationTokenSource();
        blob.Network.SetFaults(
            FaultRule.On(BlobOperation.PutBlockList, isCancelled ? (isDone ? Fault.HoldReply(gate) : Fault.Hold(gate)) : isDone ? Fault.LoseReply : _cut),
            new FaultRule(_cut) { Applies = request => request.Operation == BlobOperation.GetBlockList && request.Query("blocklisttype") == "committed" });

        Task upload = route.UploadAsync(blob.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true), cancellation.Token);
        if (isCancelled)
        {
            await Task.WhenAny(upload, gate.WaitForAsync(1));
            await cancellation.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => upload);
        }
        else
        {
            await Assert.ThrowsAsync<AggregateException>(() => upload);
        }

        await blob.AssertLeftAsync(isDone ? _content : _old, isDone ? 0 : _content.Length);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task One_request_for_all_leaves_all_or_nothing(Route route, bool isDone)
    {
        byte[] content = Random(1001);
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        await PrepareAsync(blob, exists: true);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlob, isDone ? Fault.LoseReply : _cut));

        await Assert.ThrowsAsync<AggregateException>(() => route.UploadAsync(blob.Client, new MemoryStream(content)));

        await blob.AssertLeftAsync(isDone ? content : _old, staged: 0);
        Assert.Equal(0, blob.Network.Requests(BlobOperation.PutBlock));
    }

    /// <summary>There are no block ids that would tell.</summary>
    [SkippableFact]
    public async Task One_request_whose_reply_was_lost_is_a_conflict_where_nothing_may_be_overwritten()
    {
        byte[] content = Random(1001);
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlob, Fault.LoseReply) with { Count = 1 });

        Assert.Equal((409, "BlobAlreadyExists"), StatusOf(await Assert.ThrowsAsync<RequestFailedException>(() => blob.Client.UploadBlocksAsync(new MemoryStream(content)))));

        await blob.AssertLeftAsync(content, staged: 0);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task Ids_of_another_length_stay_where_they_are(Route route, bool exists)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[]? old = await PrepareAsync(blob, exists);
        BlockBlobClient other = blob.Direct.GetParentBlobContainerClient().GetBlockBlobClient(blob.Direct.Name);
        await other.StageBlockAsync(Convert.ToBase64String(new byte[16]), new MemoryStream(Random(100)));

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(
            () => route.UploadAsync(blob.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true)));

        Assert.Equal((409, "InvalidBlobOrBlock"), StatusOf(failure));
        Assert.Contains("another length", failure.Message);
        Assert.DoesNotContain(blob.Network.Log, record => record.Request.Operation == BlobOperation.PutBlock && record.Status == 201);
        await blob.AssertLeftAsync(old, staged: 100);
    }

    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.Verified)]
    public async Task Client_side_encryption_is_refused_before_anything_is_sent(Route route)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        await PrepareAsync(blob, exists: true);
        var options = new SpecializedBlobClientOptions { ClientSideEncryption = new ClientSideEncryptionOptions(ClientSideEncryptionVersion.V2_0) };
        var client = new BlobClient(azurite.Server.ConnectionStringThrough(blob.Network.Uri), blob.Client.BlobContainerName, blob.Client.Name, options);

        await Assert.ThrowsAsync<NotSupportedException>(() => route.UploadAsync(client, new MemoryStream(_content)));

        Assert.Equal(0, blob.Network.Requests());
        await blob.AssertLeftAsync(_old, staged: 0);
    }

    private static (int Status, string? Code) StatusOf(RequestFailedException failure) => (failure.Status, failure.ErrorCode);

    private async Task<byte[]?> PrepareAsync(RemoteBlob blob, bool exists)
    {
        if (exists)
        {
            await blob.Direct.UploadAsync(new MemoryStream(_old));
        }

        return exists ? _old : null;
    }

    /// <summary>The blob is as it was, some blocks are staged, and they are gone when the next upload has succeeded.</summary>
    private async Task AssertStagedAndDroppedAsync(Route route, RemoteBlob blob, byte[]? old, int most)
    {
        await blob.AssertStoredAsync(old);
        Assert.InRange(await blob.CountStagedAsync(), 0, most * Block);

        // Of the first upload nothing is under way any more.
        await blob.Network.DisposeAsync();
        await using RemoteBlob again = blob.Again();
        await route.UploadAsync(again.Client, new MemoryStream(_content), Routes.InBlocksOf(Block, AtATime, overwrites: true));

        await blob.AssertIsAsync(_content);
    }
}
