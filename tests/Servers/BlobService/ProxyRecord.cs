namespace StreamTuning.BlobService;

/// <summary>What became of a request.</summary>
/// <param name="Request">The request.</param>
/// <param name="Status">What the service, or the proxy in its place, answered, whether or not the client got to know; 0 if there was no answer.</param>
/// <param name="Bytes">How many bytes of the body came from the client.</param>
/// <param name="Fault">The fault that hit it; <see langword="null"/> if none did.</param>
public sealed record ProxyRecord(ProxyRequest Request, int Status, long Bytes, Fault? Fault)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Request} -> {Status}{(Fault is null ? "" : $" ({Fault})")}";
}
