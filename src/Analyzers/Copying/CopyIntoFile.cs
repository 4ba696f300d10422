using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>A copy whose destination is a file.</summary>
internal sealed class CopyIntoFile
{
    private readonly KnownTypes _types;

    private CopyIntoFile(StreamCopy copy, FileOpening? opening, KnownTypes types)
    {
        _types = types;
        Copy = copy;
        Opening = opening;
    }

    public StreamCopy Copy { get; }

    /// <summary>Where the file is opened, where that is visible.</summary>
    public FileOpening? Opening { get; }

    public static CopyIntoFile? TryRead(IInvocationOperation call, KnownTypes types)
    {
        if (StreamCopy.TryRead(call, types) is not { } copy)
        {
            return null;
        }

        IOperation? origin = Values.Origin(copy.Destination);
        FileOpening? opening = origin is null ? null : FileOpening.TryRead(origin, types);
        return opening is not null || Values.Is(copy.Destination.Type, types.FileStream) || Values.Is(origin?.Type, types.FileStream)
            ? new CopyIntoFile(copy, opening, types)
            : null;
    }

    /// <summary>
    /// Whether the default buffer decides about the size of the writes: what
    /// <see cref="Rules.CopyIntoFileWithDefaultBuffer"/> reports.
    /// </summary>
    /// <param name="enough">The buffer of a <c>FileStream</c>, in bytes, that gathers the small writes.</param>
    public bool IsWrittenWithDefaultBuffer(int enough) =>
        Copy.HasDefaultBuffer
        && Copy.Kind != CopySource.HttpContent
        && !MayHaveBuffer(enough)
        && !Copy.IsSingleWrite;

    /// <summary>Whether the file has, or may have, a buffer of so many bytes.</summary>
    public bool MayHaveBuffer(int enough) => MayHaveBuffer(Opening?.Operation ?? Copy.Destination, enough, hops: 0);

    /// <summary>Whether one of the files that the value may be was opened with a buffer that is large enough, or unknown.</summary>
    private bool MayHaveBuffer(IOperation value, int enough, int hops)
    {
        value = Values.Unwrap(value);
        switch (value)
        {
            case IConditionalOperation { WhenFalse: { } whenFalse } choice:
                return MayHaveBuffer(choice.WhenTrue, enough, hops) || MayHaveBuffer(whenFalse, enough, hops);
            case ICoalesceOperation choice:
                return MayHaveBuffer(choice.Value, enough, hops) || MayHaveBuffer(choice.WhenNull, enough, hops);
            case ILocalReferenceOperation local when hops < Values.MaximumHops:
                foreach (IOperation assigned in Values.AllValues(local))
                {
                    if (MayHaveBuffer(assigned, enough, hops + 1))
                    {
                        return true;
                    }
                }

                return false;
            default:
                return FileOpening.TryRead(value, _types) is { } opening && !(opening.BufferSize < enough);
        }
    }
}
