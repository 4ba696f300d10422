using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>A copy whose destination is a file.</summary>
internal sealed class CopyIntoFile
{
    private CopyIntoFile(StreamCopy copy, FileOpening? opening)
    {
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
        if (origin is not null && FileOpening.TryRead(origin, types) is { } opening)
        {
            return new CopyIntoFile(copy, opening);
        }

        return Values.Is(copy.Destination.Type, types.FileStream) || Values.Is(origin?.Type, types.FileStream)
            ? new CopyIntoFile(copy, opening: null)
            : null;
    }

    /// <summary>
    /// Whether the default buffer decides about the size of the writes: what
    /// <see cref="Rules.CopyIntoFileWithDefaultBuffer"/> reports.
    /// </summary>
    /// <param name="enough">The buffer of a <c>FileStream</c>, in bytes, that gathers the small writes.</param>
    /// <param name="types">The known types of the compilation.</param>
    public bool IsWrittenWithDefaultBuffer(int enough, KnownTypes types) =>
        Copy.HasDefaultBuffer
        && (Opening is null || Opening.BufferSize < enough)
        && !Copy.IsSingleWrite(types);
}
