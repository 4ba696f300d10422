using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning;

/// <summary>The blob that is uploaded to, by the client that the caller has.</summary>
internal sealed class BlobDestination
{
    private readonly BlobBaseClient _blob;
    private readonly Func<Stream, BlobUploadOptions, CancellationToken, Task<Response<BlobContentInfo>>> _upload;

    public BlobDestination(BlobClient blob)
    {
        _blob = blob ?? throw new ArgumentNullException(nameof(blob));
        _upload = blob.UploadAsync;
    }

    public BlobDestination(BlockBlobClient blob)
    {
        _blob = blob ?? throw new ArgumentNullException(nameof(blob));
        _upload = blob.UploadAsync;
    }

    /// <summary>
    /// Whether the client does nothing but what the SDK does. One of a derived type may have its own idea of an upload, and is asked for
    /// it.
    /// </summary>
    public bool IsPlain => _blob.GetType() == typeof(BlobClient) || _blob.GetType() == typeof(BlockBlobClient);

    /// <summary>Whether nothing below HTTP checks what arrives.</summary>
    public bool IsPlainHttp => _blob.Uri.Scheme == Uri.UriSchemeHttp;

    /// <summary>The upload of the client itself.</summary>
    public Task<Response<BlobContentInfo>> UploadAsync(Stream content, BlobUploadOptions options, CancellationToken token) =>
        _upload(content, options, token);

    /// <summary>
    /// The client for the blocks of the blob. It comes from the container client of the blob, and so has the pipeline, customer key,
    /// encryption scope and retries of the client that the caller has; <see langword="null"/> where that leads elsewhere, and for a
    /// snapshot or a version, which cannot be written.
    /// </summary>
    /// <exception cref="NotSupportedException">The client encrypts what it uploads.</exception>
    public BlockBlobClient? FindBlockClient()
    {
        if (IsSnapshotOrVersion(_blob.Uri))
        {
            return null;
        }

        if (_blob is BlockBlobClient itself)
        {
            return itself;
        }

        // A blob in the root container may have an address without it, and a double in somebody's test no container at all.
        if (string.IsNullOrEmpty(_blob.Name) || _blob.GetParentBlobContainerClient() is not { } container)
        {
            return null;
        }

        BlockBlobClient blocks;
        try
        {
            blocks = container.GetBlockBlobClient(_blob.Name);
        }
        catch (InvalidOperationException e)
        {
            throw new NotSupportedException(
                "A client with client-side encryption cannot upload in blocks that are cut before they are encrypted. "
                + "Nothing was sent; use UploadAsync.",
                e);
        }

        // Names are taken apart and put together on the way.
        return blocks is not null && IsSame(blocks.Uri, _blob.Uri) ? blocks : null;
    }

    private static bool IsSnapshotOrVersion(Uri? blob)
    {
        if (string.IsNullOrEmpty(blob?.Query))
        {
            return false;
        }

        var address = new BlobUriBuilder(blob);
        return !string.IsNullOrEmpty(address.Snapshot) || !string.IsNullOrEmpty(address.VersionId);
    }

    private static bool IsSame(Uri one, Uri other) =>
        one.Authority == other.Authority
        && string.Equals(Uri.UnescapeDataString(one.AbsolutePath), Uri.UnescapeDataString(other.AbsolutePath), StringComparison.Ordinal);
}
