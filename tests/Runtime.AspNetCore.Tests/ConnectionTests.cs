using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;

namespace StreamTuning.AspNetCore;

/// <summary>Clients that misuse their connection: many requests in it at once, half of it closed, streams that are reset.</summary>
public sealed class ConnectionTests : IDisposable
{
    private static readonly byte[] _content = Bytes.Random(200_000);

    private readonly FileEndpoints _endpoints = new();
    private readonly ConcurrentQueue<string> _seen = new();

    public void Dispose() => _endpoints.Dispose();

    /// <summary>A body that is refused is no request, whatever it looks like.</summary>
    [Theory]
    [InlineData("the boundary is missing", "multipart/form-data", 400)]
    [InlineData("it is no form", "text/plain", 415)]
    [InlineData("the form is malformed", RawForm.ContentType, 400)]
    public async Task Requests_behind_one_that_is_refused_early_are_answered_and_its_body_is_none(string reason, string contentType, int status)
    {
        await using UploadServer server = await StartAsync();
        byte[] smuggled = Encoding.ASCII.GetBytes(
            string.Concat(Enumerable.Repeat($"GET /smuggled HTTP/1.1\r\nHost: localhost\r\nX-Reason: {reason}\r\n\r\n", 500)));
        byte[] good = RawForm.OneFile(_content);
        using RawClient client = await server.ConnectAsync();

        await client.SendAsync((byte[])[.. Head(FileEndpoints.ToPath, contentType, smuggled.Length), .. smuggled, .. Head(FileEndpoints.ToPath, RawForm.ContentType, good.Length), .. good]);
        Assert.Equal(status, (await client.ReadResponseAsync())?.Status);
        RawResponse? second = await client.ReadResponseAsync();

        // The server may also close the connection.
        Assert.True(second is null or { Status: 200 }, second?.Body);
        Assert.DoesNotContain("/smuggled", _seen);
        Assert.Equal(second is null ? 0 : 1, _endpoints.Files.Length);
    }

    [Fact]
    public async Task Requests_that_come_all_at_once_are_answered_one_after_the_other()
    {
        await using UploadServer server = await StartAsync();
        using RawClient client = await server.ConnectAsync();
        byte[] form = RawForm.OneFile(_content);
        Task sending = client.SendAsync((byte[])[.. Enumerable.Range(0, 20).SelectMany(_ => (byte[])[.. Head(FileEndpoints.ToPath, RawForm.ContentType, form.Length), .. form])]);
        for (int i = 0; i < 20; i++)
        {
            Assert.Equal(200, (await client.ReadResponseAsync())?.Status);
        }

        await sending;
        Assert.Equal(20, _endpoints.Files.Length);
        Assert.All(_endpoints.Files, path => Bytes.AssertEqual(_content, File.ReadAllBytes(path)));
    }

    /// <summary>Kestrel takes a client that has closed its side for one that is gone. Its file is there or not, but whole.</summary>
    [Theory]
    [MemberData(nameof(FailureTests.Paths), MemberType = typeof(FailureTests))]
    public async Task A_client_that_closes_its_side_behind_a_good_form_leaves_a_whole_file_or_none(string path)
    {
        await using UploadServer server = await StartAsync();
        byte[] form = RawForm.OneFile(_content);
        for (int i = 0; i < 20; i++)
        {
            using RawClient client = await server.ConnectAsync();
            await client.SendAsync((byte[])[.. Head(path, RawForm.ContentType, form.Length), .. form]);
            client.EndSending();
            RawResponse? response = await client.ReadResponseAsync();
            Assert.True(response is null or { Status: 200 }, response?.Body);
        }

        Assert.True(SpinWait.SpinUntil(() => server.Running == 0, TimeSpan.FromMinutes(1)), "Requests have not ended.");
        Assert.All(_endpoints.Files, file => Bytes.AssertEqual(_content, File.ReadAllBytes(file)));
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
    }

    [Theory]
    [MemberData(nameof(FailureTests.Paths), MemberType = typeof(FailureTests))]
    public async Task Hundreds_of_streams_of_http2_that_are_reset_leave_nothing(string path)
    {
        await using UploadServer server = await StartAsync();
        using HttpClient client = server.Client(http2: true);
        byte[] form = RawForm.OneFile(_content);
        await Parallel.ForEachAsync(Enumerable.Range(0, 300), new ParallelOptions { MaxDegreeOfParallelism = 50 }, async (i, _) =>
        {
            using var cancel = new CancellationTokenSource();
            using var content = new StreamContent(new Stopping(form[..(i * 600)], cancel));
            content.Headers.TryAddWithoutValidation("Content-Type", RawForm.ContentType);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => client.PostAsync(path, content, cancel.Token));
        });

        Assert.True(SpinWait.SpinUntil(() => server.Running == 0, TimeSpan.FromMinutes(1)), "Requests have not ended.");
        Assert.Empty(_endpoints.Files);
        Assert.Equal(HttpStatusCode.OK, (await server.PostAsync(path, form, http2: true)).Status);
        Assert.All(server.Unhandled, error => Assert.IsAssignableFrom<OperationCanceledException>(error));
        Assert.True(server.Errors.Errors.Count == 0, string.Join("\n", server.Errors.Errors));
    }

    private static byte[] Head(string path, string contentType, int length) => Encoding.ASCII.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {contentType}\r\nContent-Length: {length}\r\n\r\n"));

    private Task<UploadServer> StartAsync() => UploadServer.StartAsync(app =>
    {
        app.Use((context, next) =>
        {
            _seen.Enqueue(context.Request.Path);
            return next(context);
        });
        _endpoints.Map(app);
    });

    /// <summary>Cancels the request when all has been read, and never ends.</summary>
    private sealed class Stopping(byte[] content, CancellationTokenSource cancel) : MemoryStream(content)
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (Position == Length)
            {
                await cancel.CancelAsync();
                await Task.Delay(Timeout.Infinite, cancellationToken);
            }

            return await base.ReadAsync(buffer, cancellationToken);
        }
    }
}
