using System.ComponentModel;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;

// As the SDK, which does not say what may be null: a call that is renamed gets no new warning.
#nullable disable annotations

namespace StreamTuning;

public static partial class BlobUploadExtensions
{
    /// <summary>
    /// Creates a blob of a file, and fails when the blob exists. Uploads content of 1 MiB or more in blocks, several at a time, and keeps
    /// its MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="path">The file.</param>
    /// <returns>What the service says about the blob.</returns>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, string, BlobUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(this BlobClient blob, string path) =>
        UploadBlocksAsync(blob, path, overwrite: false, CancellationToken.None);

    /// <param name="blob">The blob.</param>
    /// <param name="path">The file.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, string)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, string path, CancellationToken cancellationToken) =>
        UploadBlocksAsync(blob, path, overwrite: false, cancellationToken);

    /// <summary>
    /// Creates a blob of a file, or replaces it. Uploads content of 1 MiB or more in blocks, several at a time, and keeps its MD5 with the
    /// blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="path">The file.</param>
    /// <param name="overwrite">Whether a blob that exists is replaced, or the upload fails.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, string)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, string path, bool overwrite = false, CancellationToken cancellationToken = default) =>
        UploadBlocksAsync(blob, path, Overwriting(overwrite), cancellationToken);

    /// <summary>
    /// Creates a blob of a file, or replaces it unless the conditions say otherwise. Uploads content of 1 MiB or more in blocks, several at
    /// a time, and keeps its MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob. A client of a derived type, and one of a snapshot or a version, uploads in its own way.</param>
    /// <param name="path">The file. Others may read it meanwhile, and not write.</param>
    /// <param name="options">
    /// What the blob gets, and how it is uploaded, or <see langword="null"/>; is not changed. Transfer options that are set count; what is
    /// not set is chosen by <see cref="BlobUploadPolicy"/>. A content hash that is set is kept.
    /// </param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, Stream, BlobUploadOptions, CancellationToken)"/>
    public static async Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, string path, BlobUploadOptions options, CancellationToken cancellationToken = default)
    {
        var destination = new BlobDestination(blob);
        if (!destination.IsPlain)
        {
            return await blob.UploadAsync(path, options, cancellationToken).ConfigureAwait(false);
        }

        using FileStream content = Open(path);
        return await BlobUpload.Default.UploadBlocksAsync(destination, content, options, cancellationToken).ConfigureAwait(false);
    }

    /// <param name="blob">The blob. A client of a derived type, and one of a snapshot or a version, uploads in its own way.</param>
    /// <param name="path">The file. Others may read it meanwhile, and not write.</param>
    /// <param name="httpHeaders">The HTTP headers of the blob. A content hash that is set is kept.</param>
    /// <param name="metadata">The metadata of the blob.</param>
    /// <param name="conditions">Under which conditions the blob is written; a blob that exists is replaced without any.</param>
    /// <param name="progressHandler">Is told the total of bytes sent so far.</param>
    /// <param name="accessTier">The access tier of the blob.</param>
    /// <param name="transferOptions">What is set counts; what is not set is chosen by <see cref="BlobUploadPolicy"/>.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, string, BlobUploadOptions, CancellationToken)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob,
        string path,
        BlobHttpHeaders httpHeaders = null,
        IDictionary<string, string> metadata = null,
        BlobRequestConditions conditions = null,
        IProgress<long> progressHandler = null,
        AccessTier? accessTier = null,
        StorageTransferOptions transferOptions = default,
        CancellationToken cancellationToken = default) =>
        UploadBlocksAsync(
            blob, path, Options(httpHeaders, metadata, conditions, progressHandler, accessTier, transferOptions), cancellationToken);

    // Read in blocks, each once: a buffer of its own would only copy them.
    private static FileStream Open(string path) =>
        new(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 1, FileOptions.Asynchronous | FileOptions.SequentialScan);
}
