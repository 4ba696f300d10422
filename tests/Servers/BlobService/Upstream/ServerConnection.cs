using System.Net;
using System.Net.Sockets;
using StreamTuning.BlobService.Http;

namespace StreamTuning.BlobService.Upstream;

/// <summary>A connection to a real service.</summary>
internal sealed class ServerConnection(DnsEndPoint server) : IUpstream
{
    private Socket? _socket;
    private MessageReader? _reader;
    private MessageHead? _head;
    private bool _toHead;
    private bool _refuses;

    public TimeSpan Latency => TimeSpan.Zero;

    public async ValueTask BeginAsync(ProxyRequest request, MessageHead head, CancellationToken cancellationToken)
    {
        // A server closes what has been idle for some time.
        if (_socket is { } idle && idle.Poll(0, SelectMode.SelectRead))
        {
            Abort();
        }

        if (_socket is null)
        {
            _socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await _socket.ConnectAsync(server, cancellationToken);
            _reader = new MessageReader(_socket);
        }

        (_head, _toHead, _refuses) = (head, request.Method == "HEAD", false);
        await MessageWriter.WriteHeadAsync(_socket, head, cancellationToken);
    }

    public async ValueTask WriteAsync(ReadOnlyMemory<byte> piece, CancellationToken cancellationToken)
    {
        if (_refuses)
        {
            return;
        }

        try
        {
            await MessageWriter.WritePieceAsync(_socket!, piece, _head!.IsChunked, cancellationToken);
        }
        catch (SocketException)
        {
            // It may have answered before it has read everything.
            _refuses = true;
        }
    }

    public async ValueTask<(MessageHead Head, MessageBody Body)> EndAsync(CancellationToken cancellationToken)
    {
        if (!_refuses)
        {
            await MessageWriter.WriteEndAsync(_socket!, _head!.IsChunked, cancellationToken);
        }

        MessageHead? reply;
        do
        {
            reply = await _reader!.ReadHeadAsync(cancellationToken) ?? throw new IOException("The server has closed the connection instead of answering.");
        }
        while (reply.Status < 200);

        return (reply, MessageBody.OfResponse(reply, _toHead, _reader));
    }

    public void Abort()
    {
        _reader?.Dispose();
        _socket?.Close(0);
        (_reader, _socket) = (null, null);
    }

    public ValueTask DisposeAsync()
    {
        _reader?.Dispose();
        _socket?.Dispose();
        return default;
    }
}
