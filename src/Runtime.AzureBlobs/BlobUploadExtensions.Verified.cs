using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning;

public static partial class BlobUploadExtensions
{
    /// <summary>
    /// Uploads the rest of a stream with the MD5 of each block, which the service checks. Blocks that arrive damaged are sent again; blocks
    /// that an earlier upload of the same content has left are used; a lost reply is told from a conflict. Replaces a blob that exists
    /// unless the conditions say otherwise.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="content">Read from its position to its end; stays open.</param>
    /// <param name="options">What the blob gets, and how it is uploaded; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <returns>What the service says about the blob.</returns>
    /// <exception cref="ArgumentNullException">The blob or the content is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The content can seek and is at its end.</exception>
    /// <exception cref="NotSupportedException">
    /// The client encrypts what it uploads, or gives no client for blocks. Nothing was sent.
    /// </exception>
    /// <exception cref="RequestFailedException">
    /// The service refused a request; status 409 when a condition on the blob is not met, when another writer has replaced it meanwhile, or
    /// when it holds staged blocks with ids of another length, beside which no others can be staged: then nothing was stored.
    /// </exception>
    /// <exception cref="AggregateException">The service could not be reached, by all the tries of the client.</exception>
    /// <exception cref="IOException">Reading failed, or the content needs more than 50,000 blocks.</exception>
    /// <exception cref="InvalidDataException">The content can seek, and ended before its length. The blob is as it was.</exception>
    /// <exception cref="OperationCanceledException">The upload was cancelled.</exception>
    public static Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        this BlobClient blob, Stream content, BlobVerifiedUploadOptions? options = null, CancellationToken cancellationToken = default) =>
        BlobUpload.Default.UploadVerifiedAsync(new BlobDestination(blob), content, options, cancellationToken);

    /// <summary>
    /// Uploads a file with the MD5 of each block, which the service checks. Blocks that arrive damaged are sent again; blocks that an
    /// earlier upload of the same file has left are used; a lost reply is told from a conflict. Replaces a blob that exists unless the
    /// conditions say otherwise.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="path">The file. Others may read it meanwhile, and not write.</param>
    /// <param name="options">What the blob gets, and how it is uploaded; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    /// <inheritdoc cref="UploadVerifiedAsync(BlobClient, Stream, BlobVerifiedUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        this BlobClient blob, string path, BlobVerifiedUploadOptions? options = null, CancellationToken cancellationToken = default) =>
        UploadFileVerifiedAsync(new BlobDestination(blob), path, options, cancellationToken);

    /// <summary>
    /// Uploads data in memory with the MD5 of each block, which the service checks. Blocks that arrive damaged are sent again; blocks that
    /// an earlier upload of the same data has left are used; a lost reply is told from a conflict. Replaces a blob that exists unless the
    /// conditions say otherwise.
    /// </summary>
    /// <param name="blob">The blob.</param>
    /// <param name="content">The data; is not copied.</param>
    /// <param name="options">What the blob gets, and how it is uploaded; <see langword="null"/> for the defaults.</param>
    /// <param name="cancellationToken">
    /// Cancels the requests that are under way. A blob that exists stays as it is, unless the last request has been sent.
    /// </param>
    /// <inheritdoc cref="UploadVerifiedAsync(BlobClient, Stream, BlobVerifiedUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        this BlobClient blob,
        BinaryData content,
        BlobVerifiedUploadOptions? options = null,
        CancellationToken cancellationToken = default) =>
        UploadDataVerifiedAsync(new BlobDestination(blob), content, options, cancellationToken);

    /// <inheritdoc cref="UploadVerifiedAsync(BlobClient, Stream, BlobVerifiedUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        this BlockBlobClient blob,
        Stream content,
        BlobVerifiedUploadOptions? options = null,
        CancellationToken cancellationToken = default) =>
        BlobUpload.Default.UploadVerifiedAsync(new BlobDestination(blob), content, options, cancellationToken);

    /// <inheritdoc cref="UploadVerifiedAsync(BlobClient, string, BlobVerifiedUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        this BlockBlobClient blob, string path, BlobVerifiedUploadOptions? options = null, CancellationToken cancellationToken = default) =>
        UploadFileVerifiedAsync(new BlobDestination(blob), path, options, cancellationToken);

    /// <inheritdoc cref="UploadVerifiedAsync(BlobClient, BinaryData, BlobVerifiedUploadOptions, CancellationToken)"/>
    public static Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        this BlockBlobClient blob,
        BinaryData content,
        BlobVerifiedUploadOptions? options = null,
        CancellationToken cancellationToken = default) =>
        UploadDataVerifiedAsync(new BlobDestination(blob), content, options, cancellationToken);

    private static async Task<Response<BlobContentInfo>> UploadFileVerifiedAsync(
        BlobDestination destination, string path, BlobVerifiedUploadOptions? options, CancellationToken cancellationToken)
    {
        using FileStream content = Open(path);
        return await BlobUpload.Default.UploadVerifiedAsync(destination, content, options, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<Response<BlobContentInfo>> UploadDataVerifiedAsync(
        BlobDestination destination, BinaryData content, BlobVerifiedUploadOptions? options, CancellationToken cancellationToken)
    {
        using Stream stream = ToStream(content);
        return await BlobUpload.Default.UploadVerifiedAsync(destination, stream, options, cancellationToken).ConfigureAwait(false);
    }
}
