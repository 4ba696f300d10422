using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace StreamTuning.AspNetCore;

/// <summary>Uploads that are no forms.</summary>
public sealed class BodyTests : IDisposable
{
    private static readonly byte[] _content = Bytes.Random(3_000_000);

    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("/file", false, false)]
    [InlineData("/file", true, false)]
    [InlineData("/file", false, true)]
    [InlineData("/stream", false, false)]
    [InlineData("/copyfile", false, false)]
    [InlineData("/copypath", false, false)]
    [InlineData("/copypath", true, true)]
    public async Task A_body_arrives_whole(string path, bool http2, bool chunked)
    {
        await using UploadServer server = await StartAsync();

        Answer answer = await server.PostAsync(path, _content, http2, "image/jpeg", message => message.Headers.TransferEncodingChunked = chunked);

        Assert.Equal((HttpStatusCode.OK, "3000000"), (answer.Status, answer.Body));
        Bytes.AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Theory]
    [InlineData("/file")]
    [InlineData("/copypath")]
    public async Task An_empty_body_is_an_empty_file(string path)
    {
        await using UploadServer server = await StartAsync();

        Assert.Equal("0", (await server.PostAsync(path, [])).Body);
        Assert.Empty(File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_body_may_be_as_long_as_it_may_and_not_a_byte_longer(bool chunked)
    {
        await using UploadServer server = await StartAsync();

        Assert.Equal(200, await StatusAsync("/limit?bytes=" + (_content.Length + (chunked ? 1000 : 0))));
        Assert.Equal(413, await StatusAsync("/limit?bytes=" + (_content.Length - 1)));

        // More than the server allows.
        Assert.Equal(413, await StatusAsync("/file", new byte[4_000_000]));
        Assert.Equal(200, await StatusAsync("/limit?bytes=5000000", new byte[4_000_000]));

        async Task<int?> StatusAsync(string path, byte[]? content = null)
        {
            using RawClient client = await server.ConnectAsync();
            return (await client.PostAsync(path, content ?? _content, chunked))?.Status;
        }
    }

    [Fact]
    public async Task A_body_that_is_announced_too_long_is_refused_before_it_is_sent()
    {
        await using UploadServer server = await StartAsync();
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync("/limit?bytes=10", 11, "image/jpeg", "Expect: 100-continue\r\n");

        RawResponse? response = await client.ReadResponseAsync();
        Assert.Equal((413, "application/problem+json"), (response?.Status, response?.Headers["Content-Type"].Single()));
        Assert.Empty(server.Unhandled);
    }

    [Theory]
    [InlineData("/copypath", true)]
    [InlineData("/copypath", false)]
    [InlineData("/file", true)]
    [InlineData("/file", false)]
    [InlineData("/copyfile", true)]
    [InlineData("/copyfile", false)]
    public async Task A_client_that_breaks_off_leaves_no_file(string path, bool reset)
    {
        await using UploadServer server = await StartAsync();
        using RawClient client = await server.ConnectAsync();
        await client.SendHeadAsync(path, _content.Length, "image/jpeg");
        await client.SendAsync(_content.AsMemory(0, 2_500_000));
        await server.WaitForBeginAsync();
        if (reset)
        {
            client.Reset();
        }
        else
        {
            client.EndSending();
        }

        await server.WaitForEndAsync();

        Assert.Empty(_scratch.Names);
        Exception error = Assert.Single(server.Unhandled);
        Assert.True(error is OperationCanceledException or BadHttpRequestException, error.ToString());
    }

    [Theory]
    [InlineData("/file")]
    [InlineData("/copyfile")]
    public async Task A_body_that_turns_out_too_long_leaves_no_file(string path)
    {
        await using UploadServer server = await StartAsync();

        using RawClient client = await server.ConnectAsync();

        Assert.Equal(413, (await client.PostAsync(path, new byte[4_000_000], chunked: true))?.Status);
        Assert.Empty(_scratch.Names);
    }

    [Fact]
    public async Task A_file_that_had_content_before_keeps_it()
    {
        _scratch.WithFile("file", [1, 2, 3]);
        await using UploadServer server = await UploadServer.StartAsync(app => app.MapPost("/", async (HttpRequest request) =>
        {
            await using var destination = new FileStream(_scratch.PathOf("file"), FileMode.Append);
            await request.StreamBodyToAsync(destination, maxBytes: 10);
        }).WithStreamedBody());

        await server.PostAsync("/", new byte[100], configure: message => message.Headers.TransferEncodingChunked = true);

        Assert.Equal([1, 2, 3], File.ReadAllBytes(_scratch.PathOf("file"))[..3]);
    }

    [Fact]
    public async Task Arguments_are_checked()
    {
        HttpRequest request = new DefaultHttpContext().Request;

        await Assert.ThrowsAsync<ArgumentNullException>(() => StreamFilesExtensions.StreamBodyToAsync(null!, Stream.Null));
        await Assert.ThrowsAsync<ArgumentNullException>(() => request.StreamBodyToAsync(null!));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => request.StreamBodyToAsync(Stream.Null, maxBytes: -1));
        await Assert.ThrowsAsync<ArgumentNullException>(() => request.CopyToFileAsync((FileStream)null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => request.CopyToFileAsync((string)null!));
        await Assert.ThrowsAsync<ArgumentException>(() => request.CopyToFileAsync(""));
        await Assert.ThrowsAsync<ArgumentNullException>(() => request.StreamFilesAsync(null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => StreamFilesExtensions.StreamFilesAsync(null!, (_, _) => Task.CompletedTask));
    }

    private Task<UploadServer> StartAsync() => UploadServer.StartAsync(
        app =>
        {
            app.MapPost("/file", async (HttpRequest request, CancellationToken ct) =>
            {
                await using FileStream destination = File.Create(_scratch.PathOf("file"));
                return await request.StreamBodyToAsync(destination, cancellationToken: ct);
            });
            app.MapPost("/stream", async (HttpRequest request, CancellationToken ct) =>
            {
                var destination = new MemoryStream();
                long length = await request.StreamBodyToAsync(destination, cancellationToken: ct);
                _scratch.WithFile("file", destination.ToArray());
                return length;
            });
            app.MapPost("/copyfile", async (HttpRequest request, CancellationToken ct) =>
            {
                await using FileStream destination = File.Create(_scratch.PathOf("file"));
                return await request.CopyToFileAsync(destination, cancellationToken: ct);
            });
            app.MapPost("/copypath", (HttpRequest request, CancellationToken ct) => request.CopyToFileAsync(_scratch.PathOf("file"), cancellationToken: ct));
            app.MapPost("/limit", (HttpRequest request, long bytes, CancellationToken ct) => request.StreamBodyToAsync(Stream.Null, bytes, ct)).WithStreamedBody();
        },
        kestrel: options => options.Limits.MaxRequestBodySize = 3_500_000);
}
