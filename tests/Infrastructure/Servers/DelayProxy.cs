using System.Buffers;
using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;

namespace StreamTuning.Infrastructure;

/// <summary>
/// A proxy that makes the way to a server longer, in both directions, and not narrower: bytes are passed on when their time
/// has come, whatever is still under way before them. It belongs into a process of its own if others measure with it.
/// </summary>
public sealed class DelayProxy : IDisposable
{
    private const int PieceBytes = 64 * 1024;
    private const int MostPieces = 1024;

    // Timers count in milliseconds: a rest is not waited for.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(1);

    private readonly CancellationTokenSource _end = new();
    private readonly TimeProvider _clock;
    private readonly TimeSpan _delay;
    private readonly Socket _listener;
    private readonly EndPoint _server;
    private readonly Task _accepting;

    /// <param name="listener">Listens for clients. The proxy disposes it.</param>
    /// <param name="server">The address of the server.</param>
    /// <param name="delay">The time that each byte takes in each direction.</param>
    /// <param name="clock">The clock that it is measured by.</param>
    public DelayProxy(Socket listener, EndPoint server, TimeSpan delay, TimeProvider? clock = null)
    {
        _clock = clock ?? TimeProvider.System;
        _delay = delay;
        _server = server;
        _listener = listener;
        _accepting = AcceptAsync();
    }

    /// <summary>A socket that listens for clients.</summary>
    public static Socket Listen(EndPoint address)
    {
        Socket listener = NewSocket(address);
        listener.Bind(address);
        listener.Listen();
        return listener;
    }

    /// <summary>Closes all connections.</summary>
    public void Dispose()
    {
        if (_accepting.IsCompleted)
        {
            return;
        }

        _end.Cancel();
        _listener.Dispose();
        _accepting.GetAwaiter().GetResult();
        _end.Dispose();
    }

    private static Socket NewSocket(EndPoint address) => address is UnixDomainSocketEndPoint
        ? new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
        : new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    /// <summary>Lets small pieces go at once.</summary>
    private static void SendAtOnce(Socket socket)
    {
        if (socket.ProtocolType == ProtocolType.Tcp)
        {
            socket.NoDelay = true;
        }
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
            {
                connections.Add(ServeAsync(await _listener.AcceptAsync(_end.Token).ConfigureAwait(false)));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(connections).ConfigureAwait(false);
        }
    }

    private async Task ServeAsync(Socket client)
    {
        using Socket server = NewSocket(_server);
        using (client)
        using (var end = CancellationTokenSource.CreateLinkedTokenSource(_end.Token))
        {
            try
            {
                SendAtOnce(client);
                SendAtOnce(server);
                await server.ConnectAsync(_server, end.Token).ConfigureAwait(false);
                Channel<Piece> there = NewLine();
                Channel<Piece> back = NewLine();
                await Task.WhenAll(
                    BreakingAsync(ReceiveAsync(client, there.Writer, end.Token), end),
                    BreakingAsync(SendAsync(there.Reader, server, end.Token), end),
                    BreakingAsync(ReceiveAsync(server, back.Writer, end.Token), end),
                    BreakingAsync(SendAsync(back.Reader, client, end.Token), end)).ConfigureAwait(false);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException)
            {
                // If one side breaks the connection, the other finds it closed.
            }
        }
    }

    private static Channel<Piece> NewLine() =>
        Channel.CreateBounded<Piece>(new BoundedChannelOptions(MostPieces) { SingleReader = true, SingleWriter = true });

    /// <summary>Ends the connection with the task, if a side has broken it.</summary>
    private static async Task BreakingAsync(Task task, CancellationTokenSource end)
    {
        try
        {
            await task.ConfigureAwait(false);
        }
        catch (SocketException)
        {
            await end.CancelAsync().ConfigureAwait(false);
        }
    }

    private async Task ReceiveAsync(Socket from, ChannelWriter<Piece> line, CancellationToken end)
    {
        int count;
        do
        {
            byte[] bytes = ArrayPool<byte>.Shared.Rent(PieceBytes);
            count = await from.ReceiveAsync(bytes.AsMemory(0, PieceBytes), end).ConfigureAwait(false);
            await line.WriteAsync(new Piece(bytes, count, _clock.GetTimestamp()), end).ConfigureAwait(false);
        }
        while (count > 0);

        line.Complete();
    }

    private async Task SendAsync(ChannelReader<Piece> line, Socket to, CancellationToken end)
    {
        await foreach (Piece piece in line.ReadAllAsync(end).ConfigureAwait(false))
        {
            while (_delay - _clock.GetElapsedTime(piece.Received) is var left && left >= Tick)
            {
                await Task.Delay(left, _clock, end).ConfigureAwait(false);
            }

            if (piece.Count == 0)
            {
                to.Shutdown(SocketShutdown.Send);
            }

            for (int sent = 0; sent < piece.Count;)
            {
                sent += await to.SendAsync(piece.Bytes.AsMemory(sent, piece.Count - sent), end).ConfigureAwait(false);
            }

            ArrayPool<byte>.Shared.Return(piece.Bytes);
        }
    }

    /// <summary>Bytes that were received together; none at the end of a stream.</summary>
    private readonly record struct Piece(byte[] Bytes, int Count, long Received);
}
