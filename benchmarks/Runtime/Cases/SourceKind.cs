namespace StreamTuning.Benchmarks;

/// <summary>A kind of source.</summary>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="KnowsLength">Whether its length is known before.</param>
/// <param name="Open">Opens one of so many bytes.</param>
internal sealed record SourceKind(string Name, bool KnowsLength, Func<long, Stream> Open)
{
    public static SourceKind Instant { get; } = new("instant", KnowsLength: true, bytes => new SyntheticSource(bytes, knowsLength: true));

    public static SourceKind UnknownLength { get; } = new("unknown length", KnowsLength: false, bytes => new SyntheticSource(bytes, knowsLength: false));

    public static SourceKind SmallReads { get; } = new("16 KiB reads", KnowsLength: true, bytes => new SyntheticSource(bytes, knowsLength: true, largestRead: 16 * 1024));
}
