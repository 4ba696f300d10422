using System.ComponentModel;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;

// As the SDK, which does not say what may be null: a call that is renamed gets no new warning.
#nullable disable annotations

namespace StreamTuning;

/// <summary>
/// Uploads to blobs in blocks, several at a time. <c>UploadBlocksAsync</c> has the overloads of the SDK's <c>UploadAsync</c> and does the
/// same, faster; <c>UploadVerifiedAsync</c> also checks every block, repeats what arrived damaged, and goes on where an earlier upload has
/// stopped.
/// </summary>
/// <remarks>
/// Over plain <c>http</c>, where nothing below the service notices a changed byte, content carries its MD5 unless the options of the call
/// set a transfer validation. How much faster, and under which conditions, was
/// <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/benchmarks/blobs.md">measured</see>; what blocks cost, and
/// what a failed upload leaves, <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/blobs.md">is listed</see>.
/// </remarks>
public static partial class BlobUploadExtensions
{
    /// <summary>
    /// Creates a blob of the rest of a stream, and fails when the blob exists. Uploads content of 1 MiB or more in blocks, several at a
    /// time, and keeps its MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <returns>What the service says about the blob.</returns>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, Stream, BlobUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(this BlobClient blob, Stream content) =>
        UploadBlocksAsync(blob, content, overwrite: false, CancellationToken.None);

    /// <param name="blob">The blob.</param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, Stream)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, Stream content, CancellationToken cancellationToken) =>
        UploadBlocksAsync(blob, content, overwrite: false, cancellationToken);

    /// <summary>
    /// Creates a blob of the rest of a stream, or replaces it. Uploads content of 1 MiB or more in blocks, several at a time, and keeps its
    /// MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <param name="overwrite">Whether a blob that exists is replaced, or the upload fails.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, Stream)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, Stream content, bool overwrite = false, CancellationToken cancellationToken = default) =>
        UploadBlocksAsync(blob, content, Overwriting(overwrite), cancellationToken);

    /// <summary>
    /// Creates a blob of the rest of a stream, or replaces it unless the conditions say otherwise. Uploads content of 1 MiB or more in
    /// blocks, several at a time, and keeps its MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">
    /// The blob. A client of a derived type, and one of a snapshot or a version, uploads in its own way.
    /// </param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <param name="options">
    /// What the blob gets, and how it is uploaded, or <see langword="null"/>; is not changed. Transfer options that are set count; what is
    /// not set is chosen by <see cref="BlobUploadPolicy"/>. A content hash that is set is kept.
    /// </param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <returns>What the service says about the blob.</returns>
    /// <exception cref="ArgumentNullException">The blob or the content is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The content can seek and is at its end.</exception>
    /// <exception cref="NotSupportedException">The client encrypts what it uploads. Nothing was sent.</exception>
    /// <exception cref="RequestFailedException">
    /// The service refused a request; status 409 when the blob exists and must not, or when another writer has replaced it meanwhile.
    /// </exception>
    /// <exception cref="AggregateException">The service could not be reached, by all the tries of the client.</exception>
    /// <exception cref="IOException">Reading failed, or the content needs more than 50,000 blocks.</exception>
    /// <exception cref="InvalidDataException">
    /// The content can seek, and ended before its length. Content of less than 1 MiB is one request of the SDK, which gets what was read.
    /// </exception>
    /// <exception cref="OperationCanceledException">The upload was cancelled.</exception>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, Stream content, BlobUploadOptions options, CancellationToken cancellationToken = default) =>
        BlobUpload.Default.UploadBlocksAsync(new BlobDestination(blob), content, options, cancellationToken);

    /// <param name="blob">The blob. A client of a derived type, and one of a snapshot or a version, uploads in its own way.</param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <param name="httpHeaders">The HTTP headers of the blob. A content hash that is set is kept.</param>
    /// <param name="metadata">The metadata of the blob.</param>
    /// <param name="conditions">Under which conditions the blob is written; a blob that exists is replaced without any.</param>
    /// <param name="progressHandler">Is told the total of bytes sent so far.</param>
    /// <param name="accessTier">The access tier of the blob.</param>
    /// <param name="transferOptions">What is set counts; what is not set is chosen by <see cref="BlobUploadPolicy"/>.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, Stream, BlobUploadOptions, CancellationToken)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob,
        Stream content,
        BlobHttpHeaders httpHeaders = null,
        IDictionary<string, string> metadata = null,
        BlobRequestConditions conditions = null,
        IProgress<long> progressHandler = null,
        AccessTier? accessTier = null,
        StorageTransferOptions transferOptions = default,
        CancellationToken cancellationToken = default) =>
        UploadBlocksAsync(
            blob, content, Options(httpHeaders, metadata, conditions, progressHandler, accessTier, transferOptions), cancellationToken);

    private static BlobUploadOptions Overwriting(bool overwrite) =>
        overwrite ? new BlobUploadOptions() : new BlobUploadOptions { Conditions = new BlobRequestConditions { IfNoneMatch = ETag.All } };

    private static BlobUploadOptions Options(
        BlobHttpHeaders httpHeaders,
        IDictionary<string, string> metadata,
        BlobRequestConditions conditions,
        IProgress<long> progressHandler,
        AccessTier? accessTier,
        StorageTransferOptions transferOptions) => new()
        {
            HttpHeaders = httpHeaders,
            Metadata = metadata,
            Conditions = conditions,
            ProgressHandler = progressHandler,
            AccessTier = accessTier,
            TransferOptions = transferOptions,
        };
}
