using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning.AzureBlobs;

/// <summary>How an upload gets to the service.</summary>
public enum Route
{
    /// <summary><c>UploadBlocksAsync</c> through our own pipeline.</summary>
    Blocks,

    /// <summary><c>UploadBlocksAsync</c> through the SDK, as with one whose block ids are random.</summary>
    BlocksBySdk,

    /// <summary><c>UploadVerifiedAsync</c>.</summary>
    Verified,
}

internal static class Routes
{
    /// <summary>Uploads by a route, on which nobody waits between tries.</summary>
    public static async Task<Response<BlobContentInfo>> UploadAsync(this Route route, BlobBaseClient blob, Stream content, BlobUploadOptions? options = null, CancellationToken token = default)
    {
        var uploads = new Uploads(hasPredictableIds: route != Route.BlocksBySdk);
        options ??= new BlobUploadOptions();
        try
        {
            return route == Route.Verified
                ? await uploads.UploadVerifiedAsync(blob, content, Verified(options), token)
                : await uploads.UploadBlocksAsync(blob, content, options, token);
        }
        finally
        {
            uploads.Pool.AssertAllReturned();
        }
    }

    public static BlobVerifiedUploadOptions Verified(BlobUploadOptions options)
    {
        var verified = new BlobVerifiedUploadOptions
        {
            HttpHeaders = options.HttpHeaders,
            Metadata = options.Metadata,
            Tags = options.Tags,
            Conditions = options.Conditions,
            AccessTier = options.AccessTier,
            BlockSize = (int?)options.TransferOptions.MaximumTransferSize,
        };
        verified.MaximumConcurrency = options.TransferOptions.MaximumConcurrency ?? verified.MaximumConcurrency;
        return verified;
    }

    /// <summary>So many blocks at a time of so many bytes, and no blob that exists is replaced unless said.</summary>
    public static BlobUploadOptions InBlocksOf(int size, int atATime = 4, bool overwrites = false) => new()
    {
        TransferOptions = new StorageTransferOptions { MaximumTransferSize = size, MaximumConcurrency = atATime },
        Conditions = overwrites ? null : new BlobRequestConditions { IfNoneMatch = ETag.All },
    };
}
