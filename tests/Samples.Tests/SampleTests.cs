using System.Net;
using System.Security.Cryptography;
using StreamTuning.PhotoDropTests.Browser;

namespace StreamTuning.SampleTests;

/// <summary>The small samples do what their pages say.</summary>
public sealed class SampleTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("StreamTuning-Samples-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Copy_runs_without_arguments()
    {
        (int exitCode, string output, string error) = await Sample.RunAsync("CopySample");

        Assert.Equal((0, ""), (exitCode, error));
        Assert.Contains("temp_space reason=", output);
        Assert.Contains("100 %", output);
        Assert.Contains("8388608 bytes, SHA-256 ", output);
    }

    [Fact]
    public async Task Copy_copies_a_file()
    {
        byte[] content = RandomNumberGenerator.GetBytes(3_000_000);
        string source = Path.Combine(_folder, "source");
        string target = Path.Combine(_folder, "target");
        await File.WriteAllBytesAsync(source, content);

        (int exitCode, string output, _) = await Sample.RunAsync("CopySample", source, target);

        Assert.Equal(0, exitCode);
        Assert.Equal(content, await File.ReadAllBytesAsync(target));
        Assert.Contains(Convert.ToHexString(SHA256.HashData(content)), output);
    }

    [Fact]
    public async Task Copy_says_what_it_could_not_copy()
    {
        string source = Path.Combine(_folder, "missing");

        (int exitCode, _, string error) = await Sample.RunAsync("CopySample", source, Path.Combine(_folder, "target"));

        Assert.Equal(1, exitCode);
        Assert.StartsWith($"'{source}' could not be copied to ", error);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task Backup_says_that_there_is_no_service()
    {
        string source = Path.Combine(_folder, "source");
        await File.WriteAllTextAsync(source, "content");

        // Nothing listens on the first port.
        (int exitCode, _, string error) = await Sample.RunAsync(
            "BackupSample",
            source,
            "DefaultEndpointsProtocol=http;AccountName=account;AccountKey=a2V5;BlobEndpoint=http://127.0.0.1:1/account");

        Assert.Equal((1, "No blob service answers. Start the emulator with 'npx azurite', or give a connection string."), (exitCode, error.Trim()));
    }

    [Fact]
    public async Task Uploads_are_stored_once()
    {
        byte[] content = RandomNumberGenerator.GetBytes(300_000);
        await using RunningService service = await RunningService.StartAsync(Sample.PathOf("UploadSample"), "--Folder", _folder, "--StreamTuning:Uploads:MaxFileBytes", "400000");
        using var client = new HttpClient { BaseAddress = service.Uri };

        Assert.Contains("<form", await client.GetStringAsync("/"));
        using (HttpResponseMessage stored = await client.PostAsync("/files", new MultipartFormDataContent { { new StringContent("Holidays"), "title" }, { new ByteArrayContent(content), "file", "photo.jpg" } }))
        {
            Assert.Equal("'Holidays': photo.jpg (300000 bytes)", (await stored.Content.ReadAsStringAsync()).Trim());
        }

        Assert.Equal(content, await File.ReadAllBytesAsync(Assert.Single(Directory.GetFiles(_folder))));
        using (HttpResponseMessage refused = await client.PostAsync("/files", new MultipartFormDataContent { { new ByteArrayContent(new byte[500_000]), "file", "large.jpg" } }))
        {
            Assert.Equal(HttpStatusCode.RequestEntityTooLarge, refused.StatusCode);
        }

        Assert.Single(Directory.GetFiles(_folder));
        using HttpResponseMessage raw = await client.PutAsync("/raw", new ByteArrayContent(content));
        Assert.Equal("300000 bytes", (await raw.Content.ReadAsStringAsync()).Trim());
    }

    [Fact]
    public async Task Plain_code_of_the_fixes_works()
    {
        (int exitCode, string output, _) = await Sample.RunAsync("AnalyzersSample");

        Assert.Equal((0, "appended"), (exitCode, output.Trim()));
    }
}
