namespace StreamTuning.Benchmarks;

/// <summary>A store of blobs.</summary>
internal static class BlobCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using Azure;
        using Azure.Storage;
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;
        using Azure.Storage.Sas;

        namespace {{e.Namespace}};

        public sealed class {{e.Name}}BlobStore(BlobContainerClient container, ILogger<{{e.Name}}BlobStore> logger)
        """,
        [
            $$"""
            private BlobClient BlobOf(Guid id) => container.GetBlobClient($"{{e.Route}}/{id:N}");

            public async Task<bool> ExistsAsync(Guid id, CancellationToken cancellationToken = default) => await BlobOf(id).ExistsAsync(cancellationToken);
            """,
            $$"""
            public async Task<Stream?> TryOpenAsync(Guid id, CancellationToken cancellationToken = default)
            {
                try
                {
                    Response<BlobDownloadStreamingResult> response = await BlobOf(id).DownloadStreamingAsync(cancellationToken: cancellationToken);
                    logger.LogDebug("{{e.Name}} {Id} has {Length} bytes", id, response.Value.Details.ContentLength);
                    return response.Value.Content;
                }
                catch (RequestFailedException e) when (e.Status == 404)
                {
                    return null;
                }
            }
            """,
            .. CodeText.Some(
                random,
                random.Next(2, 5),
                () => $$"""
                    public async Task<IReadOnlyList<string>> ListAsync(string prefix, CancellationToken cancellationToken = default)
                    {
                        var names = new List<string>();
                        await foreach (BlobItem blob in container.GetBlobsAsync(prefix: "{{e.Route}}/" + prefix, cancellationToken: cancellationToken))
                        {
                            if (blob.Properties.ContentLength > 0 && !blob.Deleted)
                            {
                                names.Add(blob.Name);
                            }
                        }

                        return names;
                    }
                    """,
                () => $$"""
                    public Uri Share(Guid id, TimeSpan time)
                    {
                        var builder = new BlobSasBuilder(BlobSasPermissions.Read, DateTimeOffset.UtcNow + time) { BlobContainerName = container.Name, Resource = "b" };
                        return BlobOf(id).GenerateSasUri(builder);
                    }
                    """,
                () => $$"""
                    public async Task TagAsync({{e.Name}} {{e.Variable}}, CancellationToken cancellationToken = default)
                    {
                        var metadata = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
                        {
                            ["state"] = {{e.Variable}}.State.ToString(),
                            ["units"] = {{e.Variable}}.Units.ToString(CultureInfo.InvariantCulture),
                        };
                        await BlobOf({{e.Variable}}.Id).SetMetadataAsync(metadata, cancellationToken: cancellationToken);
                    }
                    """,
                () => $$"""
                    public async Task UploadTunedAsync(Guid id, Stream content, CancellationToken cancellationToken = default)
                    {
                        var options = new BlobUploadOptions
                        {
                            HttpHeaders = new BlobHttpHeaders { ContentType = "application/octet-stream" },
                            TransferOptions = new StorageTransferOptions
                            {
                                InitialTransferSize = {{random.Next(1, 5)}} * 1024 * 1024,
                                MaximumTransferSize = {{random.Next(1, 9)}} * 1024 * 1024,
                                MaximumConcurrency = {{random.Next(4, 17)}},
                            },
                        };
                        await BlobOf(id).UploadAsync(content, options, cancellationToken);
                    }
                    """,
                () => $$"""
                    public async Task DeleteAsync(IEnumerable<Guid> ids, CancellationToken cancellationToken = default)
                    {
                        foreach (Guid id in ids)
                        {
                            await BlobOf(id).DeleteIfExistsAsync(DeleteSnapshotsOption.IncludeSnapshots, cancellationToken: cancellationToken);
                        }
                    }
                    """,
                () => $$"""
                    public Task UploadTextAsync(Guid id, string text, CancellationToken cancellationToken = default) =>
                        BlobOf(id).UploadAsync(BinaryData.FromString(text), overwrite: true, cancellationToken);
                    """),
            .. CodeText.Some(
                random,
                random.Next(0, 3),
                () => """
                    public async Task UploadFileAsync(Guid id, string path, CancellationToken cancellationToken = default)
                    {
                        await BlobOf(id).UploadAsync(path, overwrite: true, cancellationToken);
                        logger.LogInformation("Uploaded {Path}", path);
                    }
                    """,
                () => """
                    public void UploadNow(Guid id, Stream content) => BlobOf(id).Upload(content, overwrite: true);
                    """,
                () => """
                    public async Task UploadWrittenAsync(Guid id, string path, CancellationToken cancellationToken = default)
                    {
                        await using FileStream source = File.OpenRead(path);
                        await using Stream target = await BlobOf(id).OpenWriteAsync(overwrite: true, cancellationToken: cancellationToken);
                        await source.CopyToAsync(target, cancellationToken);
                    }
                    """,
                () => """
                    public async Task UploadReadAsync(Guid id, string path, CancellationToken cancellationToken = default)
                    {
                        byte[] content = await File.ReadAllBytesAsync(path, cancellationToken);
                        await BlobOf(id).UploadAsync(new BinaryData(content), overwrite: true, cancellationToken);
                    }
                    """),
        ]);
}
