using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace PhotoDrop;

/// <summary>Keeps copies of received photos in blob storage.</summary>
internal sealed class Backup(Inbox inbox, BlobContainerClient container)
{
    public const string LatestName = "latest.jpg";

    private static readonly BlobHttpHeaders _headers = new() { ContentType = "image/jpeg" };

    public async Task BackUpAsync(Delivery photos, CancellationToken cancellationToken)
    {
        await BackUpAsync(photos.Received[0], cancellationToken);
        await BackUpAsync(photos.Received[5], cancellationToken);
        await BackUpInBlocksAsync(photos.Received[1], cancellationToken);
        await BackUpThroughStreamAsync(photos.Received[2], cancellationToken);
        await BackUpFromMemoryAsync(photos.Received[3], cancellationToken);
        await BackUpInTurnAsync(photos.Received[4], cancellationToken);
        await KeepLatestAsync(photos.Received[^1], cancellationToken);
    }

    private async Task BackUpAsync(string name, CancellationToken cancellationToken) =>
        await container.GetBlobClient(name).UploadAsync(inbox.PathOf(name), overwrite: true, cancellationToken);

    /// <summary>Asks for eight blocks at a time, but not from which length on.</summary>
    private async Task BackUpInBlocksAsync(string name, CancellationToken cancellationToken)
    {
        var options = new BlobUploadOptions
        {
            HttpHeaders = _headers,
            TransferOptions = new StorageTransferOptions { MaximumConcurrency = 8, MaximumTransferSize = 1024 * 1024 },
        };
        await container.GetBlobClient(name).UploadAsync(inbox.PathOf(name), options, cancellationToken);
    }

    private async Task BackUpThroughStreamAsync(string name, CancellationToken cancellationToken)
    {
        await using var photo = new FileStream(inbox.PathOf(name), FileMode.Open, FileAccess.Read, FileShare.Read, 4096, useAsync: true);
        await using Stream blob = await container.GetBlockBlobClient(name).OpenWriteAsync(overwrite: true, cancellationToken: cancellationToken);
        await photo.CopyToAsync(blob, cancellationToken);
    }

    private async Task BackUpFromMemoryAsync(string name, CancellationToken cancellationToken)
    {
        byte[] photo = await File.ReadAllBytesAsync(inbox.PathOf(name), cancellationToken);
        await container.GetBlobClient(name).UploadAsync(new BinaryData(photo), overwrite: true, cancellationToken);
    }

    /// <summary>Leaves room on the line to others.</summary>
    private async Task BackUpInTurnAsync(string name, CancellationToken cancellationToken)
    {
        var options = new BlobUploadOptions
        {
            HttpHeaders = _headers,
            TransferOptions = new StorageTransferOptions { InitialTransferSize = 1024 * 1024, MaximumTransferSize = 1024 * 1024, MaximumConcurrency = 1 },
        };
        await container.GetBlobClient(name).UploadAsync(inbox.PathOf(name), options, cancellationToken);
    }

    /// <summary>Shows the last photo under a name that stays.</summary>
    private async Task KeepLatestAsync(string name, CancellationToken cancellationToken)
    {
        await using var photo = new FileStream(inbox.PathOf(name), FileMode.Open, FileAccess.Read, FileShare.Read, 4096, useAsync: true);
        container.GetBlobClient(LatestName).Upload(photo, overwrite: true, cancellationToken);
    }
}
