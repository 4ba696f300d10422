using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What <c>UploadBlocksAsync</c> sends through the SDK, as it does with one whose block ids are random.</summary>
public sealed class UploadBySdkTests
{
    private readonly FakeBlobService _service = new();
    private readonly Uploads _uploads = new(hasPredictableIds: false);
    private readonly byte[] _content = Random((2 * MiB) + 5);

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(16)]
    public async Task The_blob_keeps_its_MD5_whatever_is_under_way_at_a_time(int concurrency)
    {
        var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = concurrency } };
        var content = new TestSource([9, .. _content], canSeek: true, pieces: [100_000, 7], pauses: true) { Position = 1 };

        await _uploads.UploadBlocksAsync(_service.Client(), content, options);

        AssertUploaded(_content);
        Assert.True(_service.Blocks.Count >= 9);
        Assert.Null(options.HttpHeaders);
        Assert.Null(options.TransferOptions.InitialTransferSize);
    }

    [Fact]
    public async Task A_block_that_is_read_again_is_hashed_once()
    {
        // With one block at a time the SDK reads the source itself, and reads it again for every try.
        var failed = new HashSet<string>();
        _service.LosesReply = request => request.Operation == Operation.PutBlock && failed.Add(request.BlockId!);
        var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 1 } };

        await _uploads.UploadBlocksAsync(_service.Client(), new TestSource(_content, canSeek: true), options);

        AssertUploaded(_content);
        Assert.Equal(18, _service.Blocks.Count);
    }

    [Fact]
    public async Task Conditions_and_properties_go_where_they_belong()
    {
        _service.Create([1]);

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), BlobSettings.All());

        AssertUploaded(_content);
        Assert.All(_service.Blocks, BlobSettings.AssertLeaseOnly);
        BlobSettings.AssertMade(_service.Requests[^1]);
    }

    [Theory]
    [InlineData(MiB)]
    [InlineData((2 * MiB) + 4)]
    public async Task Content_that_grows_does_not_keep_the_MD5_of_its_start(int claimed)
    {
        var content = new TestSource(_content, canSeek: true, pieces: [100_000]) { ClaimedLength = claimed };

        await _uploads.UploadBlocksAsync(_service.Client(), content);

        AssertEqual(_content, _service.Content);
        string whole = Convert.ToBase64String(MD5.HashData(_content));
        Assert.True(_service.ContentMD5 is null || _service.ContentMD5 == whole, "The blob has the hash of something else.");
    }

    [Fact]
    public async Task A_hash_that_is_set_is_kept()
    {
        byte[] hash = Random(16);
        var headers = new BlobHttpHeaders { ContentHash = hash };

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), new BlobUploadOptions { HttpHeaders = headers });

        Assert.Equal(Convert.ToBase64String(hash), _service.ContentMD5);
    }

    [Fact]
    public async Task Where_MD5_is_forbidden_the_blob_has_none()
    {
        await new Uploads(hasPredictableIds: false, forbidsMD5: true).UploadBlocksAsync(_service.Client(), new MemoryStream(_content));

        AssertEqual(_content, _service.Content);
        Assert.Null(_service.ContentMD5);
    }

    [Fact]
    public async Task Below_one_MiB_the_SDK_sends_one_request()
    {
        byte[] content = Random(MiB - 1);

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(content));

        Assert.Equal([Operation.PutBlob], _service.Operations);
        AssertUploaded(content);
    }

    [Fact]
    public async Task Content_of_unknown_length_goes_through_our_pipeline()
    {
        await _uploads.UploadBlocksAsync(_service.Client(), new TestSource(_content));

        AssertUploaded(_content);
        Assert.Equal([5, .. Enumerable.Repeat(256 * KiB, 8)], _service.Blocks.Select(block => block.Body.Length).Order());
        Assert.Single(_service.Blocks.Select(block => Convert.ToHexString(Convert.FromBase64String(block.BlockId!), 24, 24)).Distinct());
    }

    [Fact]
    public async Task The_block_client_serves_as_well()
    {
        await _uploads.UploadBlocksAsync(_service.BlockClient(), new MemoryStream(_content), BlobSettings.AllButConditions());

        AssertUploaded(_content);
        Assert.Equal(9, _service.Blocks.Count);
    }

    [Fact]
    public async Task Who_may_only_create_sends_a_whole_blob()
    {
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock ? FakeBlobService.Error(System.Net.HttpStatusCode.Forbidden, "AuthorizationPermissionMismatch") : null);

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content));

        Assert.Equal(Operation.PutBlob, _service.Operations[^1]);
        AssertUploaded(_content);
    }

    [Fact]
    public async Task Progress_ends_at_the_length()
    {
        var totals = new List<long>();

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), new BlobUploadOptions { ProgressHandler = new LockedTotals(totals) });

        Assert.Equal(_content.Length, totals.Max());
    }

    [Theory]
    [InlineData("12.17.0.0", true)]
    [InlineData("12.29.2.0", true)]
    [InlineData("12.30.0.0", false)]
    [InlineData("12.31.0.0", false)]
    [InlineData("13.0.0.0", false)]
    public void Which_SDK_is_trusted_with_blocks_follows_from_its_version(string version, bool isPredictable) =>
        Assert.Equal(isPredictable, SdkBlockIds.ArePredictableIn(Version.Parse(version)));

    [Fact]
    public void The_version_is_that_of_the_SDK_that_is_loaded() =>
        Assert.Equal(SdkBlockIds.ArePredictableIn(typeof(BlobClient).Assembly.GetName().Version), SdkBlockIds.ArePredictable);

    private void AssertUploaded(byte[] content)
    {
        AssertEqual(content, _service.Content);
        Assert.Equal(Convert.ToBase64String(MD5.HashData(content)), _service.ContentMD5);
    }

    /// <summary>The SDK tells its progress from several threads.</summary>
    private sealed class LockedTotals(List<long> totals) : IProgress<long>
    {
        public void Report(long value)
        {
            lock (totals)
            {
                totals.Add(value);
            }
        }
    }
}
