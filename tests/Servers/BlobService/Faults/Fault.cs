namespace StreamTuning.BlobService;

/// <summary>Something that goes wrong with a request.</summary>
public abstract record Fault
{
    private protected Fault()
    {
    }

    /// <summary>The connection is reset at a random place within the body, or before the service answers where there is no body.</summary>
    public static Fault Cut { get; } = new CutFault(Offset: null, PerMiB: null);

    /// <summary>A random byte of the body is changed. The headers stay, Content-MD5 among them. Nothing goes wrong where there is no body.</summary>
    public static Fault FlipByte { get; } = new FlipByteFault();

    /// <summary>The service does its work and answers, but the connection is reset instead of passing that on.</summary>
    public static Fault LoseReply { get; } = new LoseReplyFault();

    /// <summary>The service is too busy: 503.</summary>
    public static Fault ServerBusy { get; } = new AnswerFault(503, "ServerBusy");

    /// <summary>The connection is reset after so many bytes of the body; nothing goes wrong where it is shorter.</summary>
    public static Fault CutAfter(long bytes) => new CutFault(bytes, PerMiB: null);

    /// <summary>Each MiB of the body has this probability that the connection is reset within it.</summary>
    public static Fault CutPerMiB(double probability) => new CutFault(Offset: null, probability);

    /// <summary>The request is not passed on; its body is read and it is answered.</summary>
    /// <param name="status">The status.</param>
    /// <param name="errorCode">The error code of the storage service, such as ServerBusy; <see langword="null"/> for none.</param>
    public static Fault Answer(int status, string? errorCode) => new AnswerFault(status, errorCode);

    /// <summary>The request waits at a gate before anything of it is passed on.</summary>
    public static Fault Hold(RequestGate gate) => new HoldFault(gate);

    /// <summary>The service does its work and answers, and the answer waits at a gate.</summary>
    public static Fault HoldReply(RequestGate gate) => new HoldReplyFault(gate);

    internal sealed record CutFault(long? Offset, double? PerMiB) : Fault;

    internal sealed record FlipByteFault : Fault;

    internal sealed record LoseReplyFault : Fault;

    internal sealed record AnswerFault(int Status, string? ErrorCode) : Fault;

    internal sealed record HoldFault(RequestGate Gate) : Fault;

    internal sealed record HoldReplyFault(RequestGate Gate) : Fault;
}
