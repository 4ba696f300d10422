using System.Security.Cryptography;
using Azure;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.Copying;

namespace StreamTuning.AzureBlobs;

/// <summary>Uploads that wait for nothing between tries, whose buffers are watched, on a route that the test has chosen.</summary>
internal sealed class Uploads
{
    private readonly BlobUpload _upload;

    public Uploads(bool hasPredictableIds = true, bool forbidsMD5 = false)
    {
        Func<IncrementalHash> createMD5 = forbidsMD5 ? Forbidden : static () => IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        var environment = new UploadEnvironment(
            Pool, (_, token) => token.IsCancellationRequested ? Task.FromCanceled(token) : Task.CompletedTask, forbidsMD5 ? Forbidden : null);
        _upload = new BlobUpload(hasPredictableIds, createMD5, () => new BlockUploadOptions(environment));
    }

    public WatchedPool Pool { get; } = new();

    public Task<Response<BlobContentInfo>> UploadBlocksAsync(BlobBaseClient blob, Stream content, BlobUploadOptions? options = null, CancellationToken token = default) =>
        _upload.UploadBlocksAsync(Destination(blob), content, options, token);

    public Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        BlobBaseClient blob, Stream content, BlobVerifiedUploadOptions? options = null, CancellationToken token = default) =>
        _upload.UploadVerifiedAsync(Destination(blob), content, options, token);

    private static BlobDestination Destination(BlobBaseClient blob) =>
        blob is BlockBlobClient blocks ? new BlobDestination(blocks) : new BlobDestination((Azure.Storage.Blobs.BlobClient)blob);

    private static IncrementalHash Forbidden() => throw new InvalidOperationException("This machine allows FIPS algorithms only.");
}
