namespace StreamTuning.Analyzers.Facts;

/// <summary>A copy into one or two streams that compress or encrypt what they write into a file.</summary>
internal sealed class TransformedCopy
{
    private const int MaximumTransforms = 2;

    /// <summary>The value of <c>CompressionMode.Compress</c>, and of <c>CryptoStreamMode.Write</c>.</summary>
    private const int ModeOfWriting = 1;

    private const int OfBrotli = 64;
    private const int OfOtherCompressions = 8;

    /// <summary>An encryption passes on the blocks that it is given.</summary>
    private const int OfDefaultBuffer = 128;

    private TransformedCopy(FileCopy copy, int largestWrite)
    {
        Copy = copy;
        LargestWrite = largestWrite;
    }

    public static FactTable<TransformedCopy> Facts { get; } = new(
        new WatchedNames(StreamCopy.Names), [OperationKind.Invocation], static (call, types) => TryRead((IInvocationOperation)call, types),
        static call => StreamCopy.IsCandidate(((IInvocationOperation)call).TargetMethod));

    /// <summary>The copy, with the file that is reached.</summary>
    public FileCopy Copy { get; }

    /// <summary>The most that is written to the file at a time, in KiB.</summary>
    public int LargestWrite { get; }

    /// <summary>Whether a stream compresses or encrypts what it writes into another, of which it reads nothing.</summary>
    public static bool Writes(IOperation stream, KnownTypes types) => Transform(stream, types) is not null;

    /// <summary>What a stream that compresses writes into; null if it's another stream.</summary>
    public static IOperation? CompressedInto(IOperation stream, KnownTypes types) =>
        types.IsCompression(stream.Origin()?.Type) ? Transform(stream, types)?.Inner : null;

    private static TransformedCopy? TryRead(IInvocationOperation call, KnownTypes types)
    {
        if (StreamCopy.Of(call, types) is not { } copy)
        {
            return null;
        }

        IOperation file = copy.Destination;
        int largest = int.MaxValue;
        for (int transforms = 0; transforms < MaximumTransforms && Transform(file, types) is var (inner, write); transforms++)
        {
            file = inner;
            largest = Math.Min(largest, write);
        }

        return (largest < OfDefaultBuffer || (largest == OfDefaultBuffer && copy.HasDefaultBuffer))
            && FileCopy.Of(copy, file, types) is { } reached
                ? new TransformedCopy(reached, largest)
                : null;
    }

    /// <summary>What the stream writes into if it compresses or encrypts, and the most that it writes at a time, in KiB.</summary>
    private static (IOperation Inner, int LargestWrite)? Transform(IOperation stream, KnownTypes types) =>
        stream.Origin() is IObjectCreationOperation { Type: { } type, Arguments: var given }
        && LargestWriteOf(type, types) is { } largest
        && given.Named("stream")?.Unwrap() is { } inner
        && (given.Named("mode") is not { } mode || mode.ConstantInt32() == ModeOfWriting)

        // Nobody would close the file.
        && !(given.Named("leaveOpen") is { ConstantValue.Value: not false } && inner is IObjectCreationOperation or IInvocationOperation)
            ? (inner, largest)
            : null;

    private static int? LargestWriteOf(ITypeSymbol type, KnownTypes types) =>
        type.Is(types.BrotliStream) ? OfBrotli
        : types.IsCompression(type) ? OfOtherCompressions
        : type.Is(types.CryptoStream) ? OfDefaultBuffer
        : null;
}
