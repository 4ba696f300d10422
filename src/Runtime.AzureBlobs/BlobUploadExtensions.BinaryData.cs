using System.Runtime.InteropServices;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;

// As the SDK, which does not say what may be null: a call that is renamed gets no new warning.
#nullable disable annotations

namespace StreamTuning;

public static partial class BlobUploadExtensions
{
    /// <summary>
    /// Creates a blob of data in memory, and fails when the blob exists. Uploads content of 1 MiB or more in blocks, several at a time, and
    /// keeps its MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="content">The data; is not copied.</param>
    /// <returns>What the service says about the blob.</returns>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, BinaryData, BlobUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(this BlobClient blob, BinaryData content) =>
        UploadBlocksAsync(blob, content, overwrite: false, CancellationToken.None);

    /// <param name="blob">The blob.</param>
    /// <param name="content">The data; is not copied.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, BinaryData)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, BinaryData content, CancellationToken cancellationToken) =>
        UploadBlocksAsync(blob, content, overwrite: false, cancellationToken);

    /// <summary>
    /// Creates a blob of data in memory, or replaces it. Uploads content of 1 MiB or more in blocks, several at a time, and keeps its MD5
    /// with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="content">The data; is not copied.</param>
    /// <param name="overwrite">Whether a blob that exists is replaced, or the upload fails.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, BinaryData)"/>
    public static Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, BinaryData content, bool overwrite = false, CancellationToken cancellationToken = default) =>
        UploadBlocksAsync(blob, content, Overwriting(overwrite), cancellationToken);

    /// <summary>
    /// Creates a blob of data in memory, or replaces it unless the conditions say otherwise. Uploads content of 1 MiB or more in blocks,
    /// several at a time, and keeps its MD5 with the blob, as <c>UploadAsync</c> does for content of less than 256 MiB.
    /// </summary>
    /// <param name="blob">The blob. A client of a derived type, and one of a snapshot or a version, uploads in its own way.</param>
    /// <param name="content">The data; is not copied.</param>
    /// <param name="options">
    /// What the blob gets, and how it is uploaded, or <see langword="null"/>; is not changed. Transfer options that are set count; what is
    /// not set is chosen by <see cref="BlobUploadPolicy"/>. A content hash that is set is kept.
    /// </param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadBlocksAsync(BlobClient, Stream, BlobUploadOptions, CancellationToken)"/>
    public static async Task<Response<BlobContentInfo>> UploadBlocksAsync(
        this BlobClient blob, BinaryData content, BlobUploadOptions options, CancellationToken cancellationToken = default)
    {
        var destination = new BlobDestination(blob);
        if (!destination.IsPlain)
        {
            return await blob.UploadAsync(content, options, cancellationToken).ConfigureAwait(false);
        }

        using Stream stream = ToStream(content);
        return await BlobUpload.Default.UploadBlocksAsync(destination, stream, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The data as a stream of which blocks are taken without copying them.</summary>
    private static Stream ToStream(BinaryData content)
    {
        if (content is null)
        {
            throw new ArgumentNullException(nameof(content));
        }

        return MemoryMarshal.TryGetArray(content.ToMemory(), out ArraySegment<byte> array)
            ? new MemoryStream(array.Array!, array.Offset, array.Count, writable: false)
            : content.ToStream();
    }
}
