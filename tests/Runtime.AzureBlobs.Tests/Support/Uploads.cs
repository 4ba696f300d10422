using Azure;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.Copying;

namespace StreamTuning.AzureBlobs;

/// <summary>Uploads that wait for nothing between tries, whose buffers are watched, on a route that the test has chosen.</summary>
internal sealed class Uploads
{
    private readonly BlobUpload _upload;

    public Uploads(bool hasPredictableIds = true)
    {
        _upload = new BlobUpload
        {
            HasPredictableIds = hasPredictableIds,
            Configure = options =>
            {
                options.Pool = Pool;
                options.Delay = (_, token) => token.IsCancellationRequested ? Task.FromCanceled(token) : Task.CompletedTask;
                if (ForbidsMD5)
                {
                    options.CreateMD5 = Forbidden;
                }
            },
        };
    }

    public WatchedPool Pool { get; } = new();

    public bool ForbidsMD5
    {
        get;
        init
        {
            field = value;
            _upload.CreateMD5 = Forbidden;
        }
    }

    public Task<Response<BlobContentInfo>> UploadBlocksAsync(BlobBaseClient blob, Stream content, BlobUploadOptions? options = null, CancellationToken token = default) =>
        _upload.UploadBlocksAsync(Destination(blob), content, options, token);

    public Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        BlobBaseClient blob, Stream content, BlobVerifiedUploadOptions? options = null, CancellationToken token = default) =>
        _upload.UploadVerifiedAsync(Destination(blob), content, options, token);

    private static BlobDestination Destination(BlobBaseClient blob) =>
        blob is BlockBlobClient blocks ? new BlobDestination(blocks) : new BlobDestination((Azure.Storage.Blobs.BlobClient)blob);

    private static System.Security.Cryptography.IncrementalHash Forbidden() => throw new InvalidOperationException("This machine allows FIPS algorithms only.");
}
