using System.Net;
using System.Net.Sockets;
using StreamTuning.Infrastructure;
using Xunit.Abstractions;

namespace StreamTuning.Benchmarks;

public sealed class DelayProxyTests(ITestOutputHelper output) : IDisposable
{
    private static readonly TimeSpan Delay = TimeSpan.FromMilliseconds(5);

    /// <summary>Bytes that never arrive fail the test.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly ManualClock _clock = new();
    private readonly Stack<IDisposable> _parts = new();

    [Fact]
    public async Task Bytes_arrive_complete_and_in_order_in_both_directions()
    {
        (Socket client, Socket server, _) = await ConnectAsync(TimeSpan.Zero);
        byte[] there = new byte[3_000_000];
        byte[] back = new byte[2_000_000];
        var random = new Random(Seed.Next(output));
        random.NextBytes(there);
        random.NextBytes(back);

        Task[] sending = [SendAllAsync(client, there), SendAllAsync(server, back)];
        byte[][] received = await Task.WhenAll(ReceiveAllAsync(server), ReceiveAllAsync(client));
        await Task.WhenAll(sending);

        Assert.Equal(there, received[0]);
        Assert.Equal(back, received[1]);
    }

    [Fact]
    public async Task Bytes_are_passed_on_when_their_time_has_come()
    {
        (Socket client, Socket server, _) = await ConnectAsync(Delay);

        await client.SendAsync(new byte[] { 1 });
        UntilHeldBack();
        _clock.Advance(Delay / 2);
        UntilHeldBack();
        Assert.Equal(0, server.Available);
        _clock.Advance(Delay / 2);

        Assert.Equal([1], await ReceiveAsync(server, 1));
    }

    [Fact]
    public async Task Replies_are_passed_on_when_their_time_has_come()
    {
        (Socket client, Socket server, _) = await ConnectAsync(Delay);

        await server.SendAsync(new byte[] { 1 });
        UntilHeldBack();
        Assert.Equal(0, client.Available);
        _clock.Advance(Delay);

        Assert.Equal([1], await ReceiveAsync(client, 1));
    }

    [Fact]
    public async Task Bytes_do_not_wait_for_the_delay_of_those_before_them()
    {
        (Socket client, Socket server, _) = await ConnectAsync(Delay);

        await client.SendAsync(new byte[] { 1 });
        UntilHeldBack();
        int reads = _clock.Reads;
        await client.SendAsync(new byte[] { 2 });
        Wait.Until(() => _clock.Reads > reads, () => "The proxy does not read on.");
        _clock.Advance(Delay);

        Assert.Equal([1, 2], await ReceiveAsync(server, 2));
    }

    [Fact]
    public async Task The_end_is_passed_on_after_the_last_bytes_and_the_other_direction_stays_open()
    {
        (Socket client, Socket server, _) = await ConnectAsync(TimeSpan.Zero);

        await SendAllAsync(client, [1, 2, 3]);
        Assert.Equal([1, 2, 3], await ReceiveAllAsync(server));
        await SendAllAsync(server, [4]);

        Assert.Equal([4], await ReceiveAllAsync(client));
    }

    [Fact]
    public async Task A_connection_that_is_broken_is_closed_on_the_other_side()
    {
        (Socket client, Socket server, _) = await ConnectAsync(TimeSpan.Zero);
        await client.SendAsync(new byte[] { 1 });
        await ReceiveAsync(server, 1);

        client.Close(timeout: 0);

        Assert.Empty(await ReceiveAllAsync(server));
    }

    [Fact]
    public async Task Disposing_closes_the_connections()
    {
        (Socket client, Socket server, DelayProxy proxy) = await ConnectAsync(Delay);

        proxy.Dispose();

        Assert.Empty(await ReceiveAllAsync(client));
        Assert.Empty(await ReceiveAllAsync(server));
    }

    public void Dispose()
    {
        while (_parts.TryPop(out IDisposable? part))
        {
            part.Dispose();
        }
    }

    private void UntilHeldBack() => Wait.Until(() => _clock.Waiting == 1, () => "Nothing waits for its time.");

    private async Task<(Socket Client, Socket Server, DelayProxy Proxy)> ConnectAsync(TimeSpan delay)
    {
        Socket listener = Use(DelayProxy.Listen(new IPEndPoint(IPAddress.Loopback, 0)));
        Socket front = DelayProxy.Listen(new IPEndPoint(IPAddress.Loopback, 0));
        EndPoint address = front.LocalEndPoint!;
        DelayProxy proxy = Use(new DelayProxy(front, listener.LocalEndPoint!, delay, _clock));
        Socket client = Use(new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        await client.ConnectAsync(address);
        Socket server = Use(await listener.AcceptAsync());
        return (client, server, proxy);
    }

    private T Use<T>(T part)
        where T : IDisposable
    {
        _parts.Push(part);
        return part;
    }

    private static async Task SendAllAsync(Socket socket, byte[] bytes)
    {
        for (int sent = 0; sent < bytes.Length;)
        {
            sent += await socket.SendAsync(bytes.AsMemory(sent));
        }

        socket.Shutdown(SocketShutdown.Send);
    }

    private static Task<byte[]> ReceiveAllAsync(Socket socket) => ReceiveAsync(socket, int.MaxValue);

    /// <summary>Receives so many bytes, or all if the other side ends before.</summary>
    private static async Task<byte[]> ReceiveAsync(Socket socket, int most)
    {
        using var all = new MemoryStream();
        byte[] piece = new byte[64 * 1024];
        while (all.Length < most && await socket.ReceiveAsync(piece).WaitAsync(Patience) is > 0 and var count)
        {
            all.Write(piece, 0, count);
        }

        return all.ToArray();
    }
}
