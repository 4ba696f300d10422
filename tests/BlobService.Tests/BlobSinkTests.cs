using System.Text;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning.BlobService;

/// <summary>The SDK takes the sink for a blob service.</summary>
public sealed class BlobSinkTests : IAsyncLifetime
{
    private readonly FaultProxy _proxy = FaultProxy.StartWithSink();
    private BlobContainerClient _container = null!;

    public async Task InitializeAsync()
    {
        string key = Convert.ToBase64String(new byte[64]);
        _container = new BlobContainerClient($"DefaultEndpointsProtocol=http;AccountName=sink;AccountKey={key};BlobEndpoint={new Uri(_proxy.Uri, "sink")};", "container");
        await _container.CreateAsync();
    }

    public async Task DisposeAsync() => await _proxy.DisposeAsync();

    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    [InlineData(1_000_000)]
    public async Task A_whole_blob_is_as_long_as_it_is(int length)
    {
        BlobClient blob = _container.GetBlobClient("whole");
        BlobContentInfo info = await blob.UploadAsync(BinaryData.FromBytes(Content.Random(length)));
        BlobProperties properties = await blob.GetPropertiesAsync();
        Assert.Equal((length, info.ETag), (properties.ContentLength, properties.ETag));
        Assert.Equal((1, length), (_proxy.Requests(BlobOperation.PutBlob), _proxy.Bytes(BlobOperation.PutBlob)));
    }

    [Fact]
    public async Task Blocks_are_listed_and_committed()
    {
        BlockBlobClient blob = _container.GetBlockBlobClient("blocks");
        await Assert.ThrowsAsync<RequestFailedException>(() => blob.GetBlockListAsync());
        await blob.StageBlockAsync(Id("a"), new MemoryStream(new byte[10]));
        await blob.StageBlockAsync(Id("b"), new MemoryStream(new byte[20]));
        BlockList list = await blob.GetBlockListAsync(BlockListTypes.All);
        Assert.Equal([(Id("a"), 10L), (Id("b"), 20L)], list.UncommittedBlocks.Select(block => (block.Name, block.SizeLong)));
        Assert.Empty(list.CommittedBlocks);
        Assert.Equal(404, (await Assert.ThrowsAsync<RequestFailedException>(() => blob.GetPropertiesAsync())).Status);
        await blob.CommitBlockListAsync([Id("b"), Id("a"), Id("b")]);
        list = await blob.GetBlockListAsync(BlockListTypes.All);
        Assert.Equal([Id("b"), Id("a"), Id("b")], list.CommittedBlocks.Select(block => block.Name));
        Assert.Empty(list.UncommittedBlocks);
        Assert.Equal(50, (await blob.GetPropertiesAsync()).Value.ContentLength);
    }

    [Fact]
    public async Task What_a_service_refuses_is_refused()
    {
        BlobClient blob = _container.GetBlobClient("twice");
        await blob.UploadAsync(BinaryData.FromString("1"));
        await FailsAsync("BlobAlreadyExists", () => blob.UploadAsync(BinaryData.FromString("2")));
        await blob.UploadAsync(BinaryData.FromString("3"), overwrite: true);
        BlockBlobClient blocks = _container.GetBlockBlobClient("twice");
        await FailsAsync("InvalidBlockList", () => blocks.CommitBlockListAsync([Id("a")]));
        await blocks.StageBlockAsync(Id("a"), new MemoryStream([1]));
        await FailsAsync("InvalidBlobOrBlock", () => blocks.StageBlockAsync(Id("longer than that"), new MemoryStream([1])));
        var exists = new CommitBlockListOptions { Conditions = new BlobRequestConditions { IfNoneMatch = ETag.All } };
        await FailsAsync("BlobAlreadyExists", () => blocks.CommitBlockListAsync([Id("a")], exists));
        var changed = new CommitBlockListOptions { Conditions = new BlobRequestConditions { IfMatch = new ETag("\"other\"") } };
        await FailsAsync("ConditionNotMet", () => blocks.CommitBlockListAsync([Id("a")], changed));
        await blob.DeleteAsync();
        await FailsAsync("BlobNotFound", () => blob.DeleteAsync());

        static async Task FailsAsync(string code, Func<Task> request) => Assert.Equal(code, (await Assert.ThrowsAsync<RequestFailedException>(request)).ErrorCode);
    }

    [Fact]
    public async Task An_upload_in_blocks_is_one()
    {
        BlobClient blob = _container.GetBlobClient("parallel");
        var options = new BlobUploadOptions { TransferOptions = new() { InitialTransferSize = 1, MaximumTransferSize = 100_000, MaximumConcurrency = 8 } };
        await blob.UploadAsync(new MemoryStream(new byte[1_050_000]), options);
        Assert.Equal((11, 1), (_proxy.Requests(BlobOperation.PutBlock), _proxy.Requests(BlobOperation.PutBlockList)));
        Assert.Equal(1_050_000, _proxy.Bytes(BlobOperation.PutBlock));
        Assert.Equal(1_050_000, (await blob.GetPropertiesAsync()).Value.ContentLength);
        Assert.InRange(_proxy.Connections, 2, 9);
    }

    private static string Id(string name) => Convert.ToBase64String(Encoding.UTF8.GetBytes(name));
}
