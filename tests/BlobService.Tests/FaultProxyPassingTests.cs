using System.Net;
using System.Net.Sockets;
using System.Text;

namespace StreamTuning.BlobService;

/// <summary>What passes through a proxy without faults is as it would be without the proxy.</summary>
public sealed class FaultProxyPassingTests : IAsyncLifetime
{
    private readonly HttpClient _client = new();
    private RecordingServer _server = null!;
    private FaultProxy _proxy = null!;

    public async Task InitializeAsync()
    {
        _server = await RecordingServer.StartAsync();
        _proxy = FaultProxy.Start(_server.Uri);
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _proxy.DisposeAsync();
        await _server.DisposeAsync();
    }

    [Theory]
    [CombinatorialSizes]
    public async Task Bodies_and_headers_are_what_they_were(int length, bool chunkedRequest, bool chunkedReply)
    {
        byte[] content = Content.Random(length);
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(_proxy.Uri, $"/a/b%20c?x=%2F&{(chunkedReply ? "chunked" : "fixed")}"))
        {
            Content = chunkedRequest ? Content.Chunked(content) : new ByteArrayContent(content),
            Headers = { { "X-Echo", "a: b" }, { "X-Double", ["1", "2"] } },
        };
        using HttpResponseMessage reply = await _client.SendAsync(request);
        Assert.Equal(content, await reply.Content.ReadAsByteArrayAsync());
        Assert.Equal("a: b", Assert.Single(reply.Headers.GetValues("X-Echo")));
        Assert.True(_server.Requests.TryDequeue(out var seen));
        Assert.Equal($"/a/b%20c?x=%2F&{(chunkedReply ? "chunked" : "fixed")}", seen.Target);
        Assert.Equal(content, seen.Body);
        Assert.Equal("1, 2", seen.Headers["X-Double"]);
        ProxyRecord record = Assert.Single(_proxy.Log);
        Assert.Equal((200, length, null), (record.Status, (int)record.Bytes, record.Fault));
        Assert.Equal(chunkedRequest ? null : length, record.Request.Length);
        Assert.Equal("/a/b c", record.Request.Path);
        Assert.Equal("/", record.Request.Query("x"));
    }

    [Fact]
    public async Task A_reply_to_HEAD_has_a_length_and_no_body()
    {
        using var request = new HttpRequestMessage(HttpMethod.Head, new Uri(_proxy.Uri, "/?length=12345"));
        using HttpResponseMessage reply = await _client.SendAsync(request);
        Assert.Equal(12345, reply.Content.Headers.ContentLength);
        using HttpResponseMessage next = await _client.GetAsync(_proxy.Uri);
        Assert.Equal(HttpStatusCode.OK, next.StatusCode);
        Assert.Equal(1, _proxy.Connections);
    }

    [Theory]
    [InlineData(204)]
    [InlineData(304)]
    [InlineData(404)]
    public async Task A_status_is_passed_on(int status)
    {
        for (int i = 0; i < 2; i++)
        {
            using HttpResponseMessage reply = await _client.GetAsync(new Uri(_proxy.Uri, $"/?status={status}"));
            Assert.Equal(status, (int)reply.StatusCode);
        }

        Assert.Equal(1, _proxy.Connections);
    }

    [Fact]
    public async Task Who_expects_to_be_told_to_continue_is_told()
    {
        using var handler = new SocketsHttpHandler { Expect100ContinueTimeout = Timeout.InfiniteTimeSpan };
        using var client = new HttpClient(handler) { DefaultRequestHeaders = { ExpectContinue = true } };
        using HttpResponseMessage reply = await client.PutAsync(_proxy.Uri, new ByteArrayContent(Content.Random(1000)));
        Assert.Equal(Content.Random(1000), await reply.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task A_server_that_closes_the_connection_closes_that_of_the_client()
    {
        for (int i = 0; i < 3; i++)
        {
            using HttpResponseMessage reply = await _client.GetAsync(new Uri(_proxy.Uri, "/?closes"));
            Assert.True(reply.Headers.ConnectionClose);
        }

        Assert.Equal(3, _proxy.Connections);
    }

    [Fact]
    public async Task A_server_may_close_a_connection_that_is_idle()
    {
        // One that does so without saying so.
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var closed = new SemaphoreSlim(0);
        Task server = Task.Run(async () =>
        {
            for (int i = 0; i < 3; i++)
            {
                using Socket connection = await listener.AcceptSocketAsync();
                byte[] buffer = new byte[4096];
                int length = 0;
                while (!Encoding.ASCII.GetString(buffer, 0, length).EndsWith("\r\n\r\n", StringComparison.Ordinal))
                {
                    length += await connection.ReceiveAsync(buffer.AsMemory(length));
                }

                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray());
                connection.Shutdown(SocketShutdown.Both);
                closed.Release();
            }
        });
        await using FaultProxy proxy = FaultProxy.Start(new Uri($"http://{listener.LocalEndpoint}"));
        for (int i = 0; i < 3; i++)
        {
            using HttpResponseMessage reply = await _client.GetAsync(proxy.Uri);
            Assert.Equal(HttpStatusCode.OK, reply.StatusCode);
            await closed.WaitAsync();
        }

        await server;
        Assert.Equal(1, proxy.Connections);
    }

    [Fact]
    public async Task Many_requests_at_the_same_time_do_not_mix()
    {
        await Parallel.ForAsync(0, 100, new ParallelOptions { MaxDegreeOfParallelism = 16 }, async (i, token) =>
        {
            byte[] content = Content.Random((i * 1777) % 200_000, seed: i);
            using HttpResponseMessage reply = await _client.PutAsync(new Uri(_proxy.Uri, $"/{i}"), new ByteArrayContent(content), token);
            Assert.Equal(content, await reply.Content.ReadAsByteArrayAsync(token));
        });
        Assert.Equal(100, _proxy.Log.Count);
        Assert.Equal(100, _proxy.Requests());
        Assert.Equal(Enumerable.Range(1, 100), _proxy.Log.Select(record => record.Request.Number).Order());
        Assert.Equal(Enumerable.Range(0, 100).Sum(i => (i * 1777) % 200_000), _proxy.Bytes());
        _proxy.ResetCounters();
        Assert.Equal((0, 0L, 0L), (_proxy.Connections, _proxy.Requests(), _proxy.Bytes()));
        Assert.Empty(_proxy.Log);
    }

    [Fact]
    public async Task A_slow_network_changes_nothing_but_the_time()
    {
        _proxy.Network = NetworkProfile.Of(mebibytesPerSecond: 64, milliseconds: 1);
        byte[] content = Content.Random(300_000);
        using HttpResponseMessage reply = await _client.PutAsync(_proxy.Uri, new ByteArrayContent(content));
        Assert.Equal(content, await reply.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task Without_a_server_the_connection_is_reset()
    {
        await using FaultProxy proxy = FaultProxy.Start(_proxy.Uri);
        await _proxy.DisposeAsync();
        await Assert.ThrowsAsync<HttpRequestException>(() => _client.PutAsync(proxy.Uri, new ByteArrayContent([1])));
        Assert.Equal(0, Assert.Single(proxy.Log).Status);
    }

    private sealed class CombinatorialSizesAttribute : Xunit.Sdk.DataAttribute
    {
        public override IEnumerable<object[]> GetData(System.Reflection.MethodInfo testMethod) =>
            from length in (int[])[0, 1, (64 * Content.KiB) - 1, 64 * Content.KiB, (5 * Content.MiB) + 1]
            from chunkedRequest in (bool[])[false, true]
            from chunkedReply in (bool[])[false, true]
            select (object[])[length, chunkedRequest, chunkedReply];
    }
}
