using Microsoft.WindowsAzure.Storage;
using Microsoft.WindowsAzure.Storage.Blob;

namespace PhotoDrop;

/// <summary>Backs up as it has done for years, with the package of those years.</summary>
internal sealed class OldBackup(Inbox inbox, string connectionString, string containerName)
{
    private readonly CloudBlobContainer _container = CloudStorageAccount.Parse(connectionString).CreateCloudBlobClient().GetContainerReference(containerName);

    public async Task BackUpAsync(Delivery photos, CancellationToken cancellationToken)
    {
        CloudBlockBlob blob = _container.GetBlockBlobReference(photos.Received[5]);
        await blob.UploadFromFileAsync(inbox.PathOf(photos.Received[5]), null, new BlobRequestOptions { StoreBlobContentMD5 = true }, null, cancellationToken);
    }
}
