namespace StreamTuning;

/// <summary>The whole body of a request.</summary>
internal sealed class BodyStream(RequestBody body) : ForwardStream(body)
{
    protected override ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken) =>
        Body.ReadAsync(buffer, cancellationToken);
}
