using System.Net;
using Azure.Storage.Blobs;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using StreamTuning.AzureBlobs;

namespace StreamTuning.AspNetCore;

/// <summary>Files that go on to blobs while they arrive.</summary>
public sealed class BlobTests
{
    private static readonly byte[] _content = Bytes.Random(5_000_000);

    [Theory]
    [InlineData(false, 10_000)]
    [InlineData(false, 5_000_000)]
    [InlineData(true, 10_000)]
    [InlineData(true, 5_000_000)]
    public async Task A_file_becomes_a_blob(bool verified, int length)
    {
        var service = new FakeBlobService();
        await using UploadServer server = await StartAsync(service, verified);

        Answer answer = await server.PostAsync("/", RawForm.OneFile(_content[..length]));

        Assert.True(answer.Status == HttpStatusCode.OK, string.Join("\n", server.Unhandled));
        Bytes.AssertEqual(_content.AsSpan(0, length), service.Content);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_form_that_is_cut_off_makes_no_blob_and_is_the_clients_fault(bool verified)
    {
        var service = new FakeBlobService();
        await using UploadServer server = await StartAsync(service, verified);

        Answer answer = await server.PostAsync("/", RawForm.OneFile(_content)[..^20]);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Null(service.Content);
        Assert.Empty(server.Unhandled);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_client_that_breaks_off_makes_no_blob(bool verified)
    {
        var service = new FakeBlobService();
        await using UploadServer server = await StartAsync(service, verified);
        byte[] form = RawForm.OneFile(_content);
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/", form.Length);
        await client.SendAsync(form.AsMemory(0, 4_000_000));
        await server.WaitForBeginAsync();
        client.Reset();
        await server.WaitForEndAsync();

        Assert.Null(service.Content);
        Assert.All(server.Unhandled, error => Assert.IsAssignableFrom<OperationCanceledException>(error));
    }

    [Fact]
    public async Task What_the_service_refuses_is_passed_on()
    {
        var service = new FakeBlobService();
        service.Create([1]);
        await using UploadServer server = await StartAsync(service, verified: false, overwrite: false);

        await server.PostAsync("/", RawForm.OneFile(_content));

        Assert.Equal(409, Assert.IsType<Azure.RequestFailedException>(Assert.Single(server.Unhandled)).Status);
        Assert.Equal([1], service.Content!);
    }

    private static Task<UploadServer> StartAsync(FakeBlobService service, bool verified, bool overwrite = true) => UploadServer.StartAsync(app =>
        app.MapPost("/", async (HttpRequest request, CancellationToken ct) =>
        {
            BlobClient blob = service.Client();
            await request.StreamFilesAsync(
                (file, ct) => verified
                    ? blob.UploadVerifiedAsync(file.Stream, new BlobVerifiedUploadOptions(), ct)
                    : blob.UploadBlocksAsync(file.Stream, overwrite, ct),
                cancellationToken: ct);
        }).WithStreamedFiles().DisableAntiforgery());
}
