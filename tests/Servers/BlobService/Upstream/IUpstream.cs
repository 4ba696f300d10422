using StreamTuning.BlobService.Http;

namespace StreamTuning.BlobService.Upstream;

/// <summary>What is behind one connection to the proxy; takes one request after the other.</summary>
internal interface IUpstream : IAsyncDisposable
{
    /// <summary>How long it takes to answer, where that is simulated.</summary>
    TimeSpan Latency { get; }

    /// <summary>Begins a request.</summary>
    ValueTask BeginAsync(ProxyRequest request, MessageHead head, CancellationToken cancellationToken);

    /// <summary>Passes on a piece of its body.</summary>
    ValueTask WriteAsync(ReadOnlyMemory<byte> piece, CancellationToken cancellationToken);

    /// <summary>Ends it, and gives the answer; its body must be read to the end before the next request.</summary>
    /// <exception cref="IOException">There is none.</exception>
    ValueTask<(MessageHead Head, MessageBody Body)> EndAsync(CancellationToken cancellationToken);

    /// <summary>Leaves a request where it is: there will be no more of it.</summary>
    void Abort();
}
