using StreamTuning.BlobService.Http;

namespace StreamTuning.BlobService.Upstream;

/// <summary>A connection to a <see cref="BlobSink"/>.</summary>
internal sealed class SinkConnection(BlobSink sink) : IUpstream
{
    private readonly MemoryStream _content = new();
    private ProxyRequest? _request;
    private long _length;

    public TimeSpan Latency => BlobSink.Latency;

    public ValueTask BeginAsync(ProxyRequest request, MessageHead head, CancellationToken cancellationToken)
    {
        (_request, _length) = (request, 0);
        _content.SetLength(0);
        return default;
    }

    public ValueTask WriteAsync(ReadOnlyMemory<byte> piece, CancellationToken cancellationToken)
    {
        _length += piece.Length;
        if (_request!.Operation == BlobOperation.PutBlockList)
        {
            _content.Write(piece.Span);
        }

        return default;
    }

    public ValueTask<(MessageHead Head, MessageBody Body)> EndAsync(CancellationToken cancellationToken) =>
        new(sink.Answer(_request!, _length, _content.ToArray()).ToMessage(_request!.Method));

    public void Abort()
    {
    }

    public ValueTask DisposeAsync() => default;
}
