using Azure.Storage.Blobs.Models;

namespace StreamTuning;

/// <summary>Copies of options, so that those of a caller stay as they are.</summary>
internal static class BlobOptionsCopy
{
    public static BlobUploadOptions Of(BlobUploadOptions? options) => options is null ? new BlobUploadOptions() : new BlobUploadOptions
    {
        HttpHeaders = options.HttpHeaders,
        Metadata = options.Metadata,
        Tags = options.Tags,
        Conditions = options.Conditions,
        ProgressHandler = options.ProgressHandler,
        AccessTier = options.AccessTier,
        TransferOptions = options.TransferOptions,
        ImmutabilityPolicy = options.ImmutabilityPolicy,
        LegalHold = options.LegalHold,
        TransferValidation = options.TransferValidation,
    };

    public static BlobHttpHeaders Of(BlobHttpHeaders? headers) => headers is null ? new BlobHttpHeaders() : new BlobHttpHeaders
    {
        ContentType = headers.ContentType,
        ContentHash = headers.ContentHash,
        ContentEncoding = headers.ContentEncoding,
        ContentLanguage = headers.ContentLanguage,
        ContentDisposition = headers.ContentDisposition,
        CacheControl = headers.CacheControl,
    };
}
