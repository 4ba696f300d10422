using System.Net;
using System.Security.Cryptography;

namespace StreamTuning.BlobService;

/// <summary>What goes wrong with requests, seen from the client and from the server.</summary>
public sealed class FaultProxyFaultTests : IAsyncLifetime
{
    private readonly HttpClient _client = new();
    private RecordingServer _server = null!;
    private FaultProxy _proxy = null!;

    public async Task InitializeAsync()
    {
        _server = await RecordingServer.StartAsync();
        _proxy = FaultProxy.Start(_server.Uri, seed: 7);
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _proxy.DisposeAsync();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task A_cut_resets_the_connection_within_the_body()
    {
        _proxy.SetFaults(new FaultRule(Fault.Cut) { Count = 1 });
        await Assert.ThrowsAsync<HttpRequestException>(() => PutAsync("/blob", Content.Random(Content.MiB)));
        ProxyRecord record = Assert.Single(_proxy.Log);
        Assert.Equal((0, Fault.Cut), (record.Status, record.Fault));
        Assert.InRange(record.Bytes, 1, Content.MiB - 1);
        Assert.Empty(_server.Requests);
        await PutAsync("/blob", Content.Random(Content.MiB));
        Assert.Equal(2, _proxy.Connections);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(100_000)]
    public async Task A_cut_after_so_many_bytes_takes_just_these(int bytes)
    {
        _proxy.SetFaults(new FaultRule(Fault.CutAfter(bytes)));
        await Assert.ThrowsAsync<HttpRequestException>(() => PutAsync("/blob", Content.Random(200_000)));
        Assert.Equal(bytes, Assert.Single(_proxy.Log).Bytes);
        Assert.Equal(bytes, _proxy.Bytes());
    }

    [Fact]
    public async Task A_body_that_is_too_short_for_a_cut_is_not_cut()
    {
        _proxy.SetFaults(new FaultRule(Fault.CutAfter(1000)));
        await PutAsync("/blob", Content.Random(999));
        using var request = new HttpRequestMessage(HttpMethod.Put, _proxy.Uri) { Content = Content.Chunked(Content.Random(999)) };
        using HttpResponseMessage reply = await _client.SendAsync(request);
        Assert.All(_proxy.Log, record => Assert.Equal((200, null), (record.Status, record.Fault)));
    }

    [Fact]
    public async Task A_request_without_a_body_can_be_cut_too()
    {
        _proxy.SetFaults(new FaultRule(Fault.Cut));
        await Assert.ThrowsAsync<HttpRequestException>(() => _client.GetAsync(_proxy.Uri));
        Assert.All(_proxy.Log, record => Assert.Equal((0, Fault.Cut), (record.Status, record.Fault)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(500_000)]
    public async Task A_flipped_byte_differs_and_the_checksum_stays(int length)
    {
        byte[] content = Content.Random(length);
        string checksum = Convert.ToBase64String(MD5.HashData(content));
        _proxy.SetFaults(new FaultRule(Fault.FlipByte));
        using var request = new HttpRequestMessage(HttpMethod.Put, _proxy.Uri) { Content = new ByteArrayContent(content) };
        request.Content.Headers.ContentMD5 = MD5.HashData(content);
        using HttpResponseMessage reply = await _client.SendAsync(request);
        Assert.True(_server.Requests.TryDequeue(out var seen));
        Assert.Equal(checksum, seen.Headers["Content-MD5"]);
        Assert.Equal(length, seen.Body.Length);
        Assert.Equal(1, seen.Body.Zip(content).Count(pair => pair.First != pair.Second));
    }

    [Fact]
    public async Task Nothing_can_be_flipped_in_a_request_without_a_body()
    {
        _proxy.SetFaults(new FaultRule(Fault.FlipByte) { Count = 1 });
        using HttpResponseMessage reply = await _client.GetAsync(_proxy.Uri);
        Assert.Null(Assert.Single(_proxy.Log).Fault);
        await PutAsync("/", [1]);
        Assert.Equal(Fault.FlipByte, _proxy.Log[1].Fault);
    }

    [Fact]
    public async Task A_lost_reply_is_one_to_a_request_that_was_served()
    {
        _proxy.SetFaults(new FaultRule(Fault.LoseReply));
        await Assert.ThrowsAsync<HttpRequestException>(() => PutAsync("/blob?status=201", Content.Random(1000)));
        Assert.Equal(Content.Random(1000), Assert.Single(_server.Requests).Body);
        ProxyRecord record = Assert.Single(_proxy.Log);
        Assert.Equal((201, 1000, Fault.LoseReply), (record.Status, record.Bytes, record.Fault));
    }

    [Fact]
    public async Task An_answer_of_its_own_is_given_without_the_server()
    {
        _proxy.SetFaults(new FaultRule(Fault.ServerBusy) { Count = 1 }, new FaultRule(Fault.Answer(418, null)) { Count = 1 });
        using HttpResponseMessage busy = await _client.PutAsync(_proxy.Uri, new ByteArrayContent(Content.Random(100_000)));
        Assert.Equal(HttpStatusCode.ServiceUnavailable, busy.StatusCode);
        Assert.Equal("ServerBusy", Assert.Single(busy.Headers.GetValues("x-ms-error-code")));
        Assert.Contains("<Code>ServerBusy</Code>", await busy.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        using HttpResponseMessage other = await _client.GetAsync(_proxy.Uri);
        Assert.Equal(418, (int)other.StatusCode);
        Assert.Empty(_server.Requests);
        Assert.Equal(1, _proxy.Connections);
        await PutAsync("/", [1]);
    }

    [Fact]
    public async Task A_gate_holds_requests_and_lets_them_pass_in_their_order()
    {
        var gate = new RequestGate();
        _proxy.SetFaults(new FaultRule(Fault.Hold(gate)));
        Task first = PutAsync("/1", [1]);
        await gate.WaitForAsync(1);
        Task second = PutAsync("/2", [2]);
        await gate.WaitForAsync(2);
        Assert.Empty(_server.Requests);
        gate.Pass();
        await first;
        Assert.Equal("/1", Assert.Single(_server.Requests).Target);
        Assert.False(second.IsCompleted);
        gate.Pass(2);
        await second;
        await PutAsync("/3", [3]);
        Task fourth = PutAsync("/4", [4]);
        await gate.WaitForAsync(4);
        gate.Open();
        await fourth;
        await PutAsync("/5", [5]);
        Assert.Equal(5, gate.Arrived);
    }

    [Fact]
    public async Task A_gate_for_replies_holds_what_has_been_done()
    {
        var gate = new RequestGate();
        _proxy.SetFaults(new FaultRule(Fault.HoldReply(gate)));
        Task request = PutAsync("/1", [1]);
        await gate.WaitForAsync(1);
        Assert.Single(_server.Requests);
        Assert.False(request.IsCompleted);
        gate.Open();
        await request;
    }

    [Fact]
    public async Task A_gate_and_another_fault_go_together()
    {
        var gate = new RequestGate();
        _proxy.SetFaults(new FaultRule(Fault.LoseReply), new FaultRule(Fault.Hold(gate)), new FaultRule(Fault.Cut));
        Task request = PutAsync("/1", [1]);
        await gate.WaitForAsync(1);
        Assert.Empty(_server.Requests);
        gate.Open();
        await Assert.ThrowsAsync<HttpRequestException>(() => request);
        Assert.Single(_server.Requests);
    }

    [Fact]
    public async Task Waiting_for_a_gate_can_be_given_up()
    {
        using var given = new CancellationTokenSource();
        Task waiting = new RequestGate().WaitForAsync(1, given.Token);
        await given.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
    }

    [Fact]
    public async Task Rules_choose_by_what_a_request_is_and_by_how_many_there_were()
    {
        _proxy.SetFaults(
            new FaultRule(Fault.Answer(400, null)) { Applies = request => request.Path == "/a", Skip = 1, Count = 2 },
            new FaultRule(Fault.Answer(401, null)) { Applies = request => request is { Method: "GET", Comp: "list" } });
        int[] seen = [await GetAsync("/a"), await GetAsync("/a"), await GetAsync("/a?comp=list"), await GetAsync("/a"), await GetAsync("/b"), await GetAsync("/b?comp=list")];
        Assert.Equal([200, 400, 400, 200, 200, 401], seen);
        _proxy.SetFaults();
        Assert.Equal(200, await GetAsync("/b?comp=list"));
    }

    [Fact]
    public async Task Chance_is_that_of_the_seed_whatever_the_order()
    {
        string[] names = [.. Enumerable.Range(0, 60).Select(i => $"/{i}")];
        HashSet<string> hit = await HitAsync(seed: 7, names);
        Assert.InRange(hit.Count, 10, 50);
        Assert.Equal(hit, await HitAsync(seed: 7, [.. names.Reverse()]));
        Assert.NotEqual(hit, await HitAsync(seed: 8, names));

        async Task<HashSet<string>> HitAsync(int seed, string[] names)
        {
            await using FaultProxy proxy = FaultProxy.Start(_server.Uri, seed: seed);
            Assert.Equal(seed, proxy.Seed);
            proxy.SetFaults(new FaultRule(Fault.ServerBusy) { Probability = 0.5 });
            await Parallel.ForEachAsync(names, async (name, token) => (await _client.GetAsync(new Uri(proxy.Uri, name), token)).Dispose());
            return [.. proxy.Log.Where(record => record.Status == 503).Select(record => record.Request.Path)];
        }
    }

    [Fact]
    public async Task Requests_are_known_by_what_they_do()
    {
        (BlobOperation Operation, HttpMethod Method, string Target, string? Type)[] requests =
        [
            (BlobOperation.CreateContainer, HttpMethod.Put, "/c?restype=container", null),
            (BlobOperation.PutBlob, HttpMethod.Put, "/c/b", "BlockBlob"),
            (BlobOperation.PutBlock, HttpMethod.Put, "/c/b?comp=block&blockid=QQ%3D%3D", null),
            (BlobOperation.PutBlockList, HttpMethod.Put, "/c/b?comp=blocklist", null),
            (BlobOperation.GetBlockList, HttpMethod.Get, "/c/b?comp=blocklist&blocklisttype=uncommitted", null),
            (BlobOperation.GetBlob, HttpMethod.Get, "/c/b", null),
            (BlobOperation.GetProperties, HttpMethod.Head, "/c/b", null),
            (BlobOperation.Delete, HttpMethod.Delete, "/c/b", null),
            (BlobOperation.Other, HttpMethod.Get, "/c?comp=list&restype=container", null),
        ];
        foreach ((_, HttpMethod method, string target, string? type) in requests)
        {
            using var request = new HttpRequestMessage(method, new Uri(_proxy.Uri, target));
            if (type is not null)
            {
                request.Headers.Add("x-ms-blob-type", type);
            }

            using HttpResponseMessage reply = await _client.SendAsync(request);
        }

        Assert.Equal(requests.Select(request => request.Operation), _proxy.Log.Select(record => record.Request.Operation));
        Assert.Equal("QQ==", _proxy.Log[2].Request.BlockId);
        Assert.Equal(1, _proxy.Requests(BlobOperation.PutBlock));
    }

    [Fact]
    public async Task Ending_ends_what_is_being_held()
    {
        var gate = new RequestGate();
        FaultProxy proxy = FaultProxy.Start(_server.Uri);
        proxy.SetFaults(new FaultRule(Fault.Hold(gate)));
        Task request = _client.PutAsync(proxy.Uri, new ByteArrayContent([1]));
        await gate.WaitForAsync(1);
        await proxy.DisposeAsync();
        await Assert.ThrowsAsync<HttpRequestException>(() => request);
    }

    [Fact]
    public async Task What_a_rule_throws_is_thrown_in_the_end()
    {
        FaultProxy proxy = FaultProxy.Start(_server.Uri);
        proxy.SetFaults(new FaultRule(Fault.Cut) { Applies = _ => throw new InvalidOperationException("mistake") });
        await Assert.ThrowsAsync<HttpRequestException>(() => _client.PutAsync(proxy.Uri, new ByteArrayContent([1])));
        Assert.Equal("mistake", (await Assert.ThrowsAsync<InvalidOperationException>(async () => await proxy.DisposeAsync())).Message);
    }

    private async Task PutAsync(string target, byte[] content)
    {
        using HttpResponseMessage reply = await _client.PutAsync(new Uri(_proxy.Uri, target), new ByteArrayContent(content));
        reply.EnsureSuccessStatusCode();
    }

    private async Task<int> GetAsync(string target)
    {
        using HttpResponseMessage reply = await _client.GetAsync(new Uri(_proxy.Uri, target));
        return (int)reply.StatusCode;
    }
}
