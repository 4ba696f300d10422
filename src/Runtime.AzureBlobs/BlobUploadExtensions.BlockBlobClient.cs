using System.ComponentModel;
using Azure;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

// As the SDK, which does not say what may be null: a call that is renamed gets no new warning.
#nullable disable annotations

namespace StreamTuning;

public static partial class BlobUploadExtensions
{
    /// <inheritdoc cref="UploadBlocksAsync(Azure.Storage.Blobs.BlobClient, Stream, BlobUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlockBlobClient blob, Stream content, BlobUploadOptions options, CancellationToken cancellationToken = default) =>
        BlobUpload.Default.UploadBlocksAsync(new BlobDestination(blob), content, options, cancellationToken);

    /// <param name="blob">The blob. A client of a derived type, and one of a snapshot or a version, uploads in its own way.</param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <param name="httpHeaders">The HTTP headers of the blob. A content hash that is set is kept.</param>
    /// <param name="metadata">The metadata of the blob.</param>
    /// <param name="conditions">Under which conditions the blob is written; a blob that exists is replaced without any.</param>
    /// <param name="accessTier">The access tier of the blob.</param>
    /// <param name="progressHandler">Is told the total of bytes sent so far.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlockBlobClient, Stream, BlobUploadOptions, CancellationToken)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlockBlobClient blob,
        Stream content,
        BlobHttpHeaders httpHeaders = null,
        IDictionary<string, string> metadata = null,
        BlobRequestConditions conditions = null,
        AccessTier? accessTier = null,
        IProgress<long> progressHandler = null,
        CancellationToken cancellationToken = default) =>
        UploadBlocksAsync(
            blob,
            content,
            Options(httpHeaders, metadata, conditions, progressHandler, accessTier, transferOptions: default),
            cancellationToken);
}
