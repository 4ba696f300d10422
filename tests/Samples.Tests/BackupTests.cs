using System.Security.Cryptography;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using StreamTuning.BlobService;

namespace StreamTuning.SampleTests;

/// <summary>The sample for blobs, with the emulator.</summary>
[Collection(AzuriteTests.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class BackupTests(AzuriteFixture azurite) : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("StreamTuning-Samples-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [SkippableFact]
    public async Task A_file_becomes_a_blob()
    {
        string connection = azurite.Server.ConnectionString;
        byte[] content = RandomNumberGenerator.GetBytes(5_000_000);
        string source = Path.Combine(_folder, "source.bin");
        await File.WriteAllBytesAsync(source, content);

        (int exitCode, string output, string error) = await Sample.RunAsync("BackupSample", source, connection);

        Assert.Equal((0, ""), (exitCode, error));
        Assert.Contains("100 %", output);
        Assert.Contains("/backup/source.bin ", output);
        BlobDownloadResult blob = await new BlobClient(connection, "backup", "source.bin").DownloadContentAsync();
        Assert.Equal(content, blob.Content.ToArray());
        Assert.Equal(MD5.HashData(content), blob.Details.ContentHash);
    }
}
