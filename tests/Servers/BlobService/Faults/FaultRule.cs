namespace StreamTuning.BlobService;

/// <summary>Which requests something goes wrong with.</summary>
/// <param name="Fault">What goes wrong.</param>
public sealed record FaultRule(Fault Fault)
{
    /// <summary>Which requests the rule is about; all of them unless set. Called by one thread at a time.</summary>
    public Func<ProxyRequest, bool> Applies { get; init; } = static _ => true;

    /// <summary>How many of them pass before the first one is hit. Which these are depends on the order in which requests come.</summary>
    public int Skip { get; init; }

    /// <summary>How many are hit at most.</summary>
    public int Count { get; init; } = int.MaxValue;

    /// <summary>The probability that one of them is hit.</summary>
    public double Probability { get; init; } = 1;

    /// <summary>
    /// What a request is recognised by: chance is drawn from the seed of the proxy, this, and how many requests with the same key there were before, not from the
    /// order in which requests come. Method, path and query unless set; where these differ from run to run, as block ids do that contain a nonce, a run is repeated
    /// only with a key that does not.
    /// </summary>
    public Func<ProxyRequest, string> Key { get; init; } = static request => $"{request.Method} {request.Target}";

    /// <summary>A rule about one kind of request.</summary>
    public static FaultRule On(BlobOperation operation, Fault fault) => new(fault) { Applies = request => request.Operation == operation };
}
