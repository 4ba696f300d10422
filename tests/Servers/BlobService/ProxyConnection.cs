using System.Diagnostics;
using System.Net.Sockets;
using StreamTuning.BlobService.Faults;
using StreamTuning.BlobService.Http;
using StreamTuning.BlobService.Network;
using StreamTuning.BlobService.Upstream;
using static StreamTuning.BlobService.Fault;

namespace StreamTuning.BlobService;

/// <summary>One connection of a client to a <see cref="FaultProxy"/>.</summary>
internal sealed class ProxyConnection(FaultProxy proxy, NetworkProfile network, Socket client, IUpstream upstream, int number)
{
    // Small enough that connections share what they share fairly, large enough to be worth a timer.
    private const int Piece = 32 * 1024;

    private readonly Link _up = LinkOf(network);
    private readonly Link _down = LinkOf(network);

    private static TimeSpan Now => Stopwatch.GetElapsedTime(0);

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        client.NoDelay = true;
        using var reader = new MessageReader(client);
        try
        {
            await WaitAsync(Now + (network.RoundTrip * network.RoundTripsToConnect), cancellationToken);
            while (await reader.ReadHeadAsync(cancellationToken) is { } head && await ServeAsync(head, reader, cancellationToken))
            {
            }
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException)
        {
            // The client has gone, or the server, or the proxy ends: the other side gets to know by this.
            upstream.Abort();
            client.Close(0);
        }
        finally
        {
            client.Dispose();
            await upstream.DisposeAsync();
        }
    }

    private static Link LinkOf(NetworkProfile network) => new(network.BytesPerSecond, network.RoundTrip, network.HasSlowStart);

    /// <returns>Whether another request may follow.</returns>
    private async Task<bool> ServeAsync(MessageHead head, MessageReader reader, CancellationToken cancellationToken)
    {
        MessageBody body = MessageBody.OfRequest(head, reader);
        var request = new ProxyRequest(head, body.Length, proxy.NextRequest(), number);
        RequestFaults faults = proxy.Decide(request);
        var exchange = new Exchange(request, faults);
        try
        {
            return await ServeAsync(exchange, head, body, cancellationToken);
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException)
        {
            exchange.End(proxy);
            throw;
        }
    }

    private async Task<bool> ServeAsync(Exchange exchange, MessageHead head, MessageBody body, CancellationToken cancellationToken)
    {
        (ProxyRequest request, RequestFaults faults) = (exchange.Request, exchange.Faults);
        if (faults.Hold is { } hold)
        {
            await hold.Gate.EnterAsync(cancellationToken);
        }

        if (head["Expect"] is not null)
        {
            await WaitAsync(Now + network.RoundTrip, cancellationToken);
            await MessageWriter.WriteHeadAsync(client, new MessageHead("HTTP/1.1 100 Continue"), cancellationToken);
            head["Expect"] = null;
        }

        SinkReply? ownReply = faults.Fault is AnswerFault answer ? SinkReply.Failure(answer.Status, answer.ErrorCode) : null;
        if (ownReply is null)
        {
            await upstream.BeginAsync(request, head, cancellationToken);
        }

        if (!await PassBodyAsync(exchange, body, passesOn: ownReply is null, cancellationToken))
        {
            Reset(exchange);
            return false;
        }

        TimeSpan received = Now;
        (MessageHead replyHead, MessageBody replyBody) = ownReply?.ToMessage(request.Method) ?? await upstream.EndAsync(cancellationToken);
        exchange.Status = replyHead.Status;
        if (faults.HoldReply is { } holdReply)
        {
            await holdReply.Gate.EnterAsync(cancellationToken);
        }

        if (faults.Fault is LoseReplyFault)
        {
            Reset(exchange);
            return false;
        }

        await WaitAsync(received + network.RoundTrip + (ownReply is null ? upstream.Latency : TimeSpan.Zero), cancellationToken);

        // Before the client can know of it.
        exchange.End(proxy);
        await MessageWriter.WriteHeadAsync(client, replyHead, cancellationToken);
        await PassBackAsync(replyBody, replyHead.IsChunked, cancellationToken);
        return !head.Closes && !replyHead.Closes && !replyBody.EndsWithConnection;
    }

    /// <returns>Whether all of it came; otherwise the connection is to be reset.</returns>
    private async Task<bool> PassBodyAsync(Exchange exchange, MessageBody body, bool passesOn, CancellationToken cancellationToken)
    {
        bool isSlow = _up.IsLimited || !double.IsPositiveInfinity(network.TotalBytesPerSecond);
        RequestFaults faults = exchange.Faults;
        while (faults.CutAt is not { } cut || exchange.Bytes < cut)
        {
            Memory<byte> piece = await body.ReadAsync((int)Math.Min(Piece, (faults.CutAt - exchange.Bytes) ?? Piece), cancellationToken);
            if (piece.IsEmpty)
            {
                faults.EndOfBody(exchange.Bytes);
                return true;
            }

            if (isSlow)
            {
                TimeSpan now = Now;
                TimeSpan sent = _up.Send(now, piece.Length, continues: exchange.Bytes > 0);
                TimeSpan shared = proxy.SendShared(now, piece.Length);
                await WaitAsync(sent > shared ? sent : shared, cancellationToken);
            }

            if (faults.FlippedAt - exchange.Bytes is >= 0 and { } offset && offset < piece.Length)
            {
                piece.Span[(int)offset] ^= 0x20;
            }

            exchange.Bytes += piece.Length;
            proxy.Count(exchange.Request, piece.Length);
            if (passesOn)
            {
                await upstream.WriteAsync(piece, cancellationToken);
            }
        }

        return false;
    }

    private async Task PassBackAsync(MessageBody body, bool isChunked, CancellationToken cancellationToken)
    {
        long passed = 0;
        while (await body.ReadAsync(Piece, cancellationToken) is { IsEmpty: false } piece)
        {
            if (_down.IsLimited)
            {
                await WaitAsync(_down.Send(Now, piece.Length, continues: passed > 0), cancellationToken);
            }

            passed += piece.Length;
            await MessageWriter.WritePieceAsync(client, piece, isChunked, cancellationToken);
        }

        await MessageWriter.WriteEndAsync(client, isChunked, cancellationToken);
    }

    private void Reset(Exchange exchange)
    {
        exchange.End(proxy);
        upstream.Abort();

        // Without lingering: the client is told at once.
        client.Close(0);
    }

    private static Task WaitAsync(TimeSpan until, CancellationToken cancellationToken)
    {
        // Timers have milliseconds; what is shorter is made up for by what comes after it.
        TimeSpan left = until - Now;
        return left < TimeSpan.FromMilliseconds(0.5) ? Task.CompletedTask : Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling(left.TotalMilliseconds)), cancellationToken);
    }

    /// <summary>One request and what becomes of it.</summary>
    private sealed class Exchange(ProxyRequest request, RequestFaults faults)
    {
        private bool _hasEnded;

        public ProxyRequest Request { get; } = request;

        public RequestFaults Faults { get; } = faults;

        public long Bytes { get; set; }

        public int Status { get; set; }

        public void End(FaultProxy proxy)
        {
            if (!_hasEnded)
            {
                _hasEnded = true;
                proxy.Add(new ProxyRecord(Request, Status, Bytes, Faults.First));
            }
        }
    }
}
