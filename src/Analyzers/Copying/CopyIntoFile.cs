using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>A copy whose destination is a file.</summary>
internal sealed class CopyIntoFile
{
    private readonly TargetFile _file;
    private readonly KnownTypes _types;

    private CopyIntoFile(StreamCopy copy, TargetFile file, KnownTypes types)
    {
        _file = file;
        _types = types;
        Copy = copy;
    }

    public StreamCopy Copy { get; }

    /// <summary>Where the file is opened, where that is visible.</summary>
    public FileOpening? Opening => _file.Opening;

    public static CopyIntoFile? TryRead(IInvocationOperation call, KnownTypes types) =>
        StreamCopy.TryRead(call, types) is { } copy && TargetFile.TryRead(copy.Destination, types) is { } file
            ? new CopyIntoFile(copy, file, types)
            : null;

    /// <summary>
    /// Whether the default buffer decides about the size of the writes: what
    /// <see cref="Rules.CopyIntoFileWithDefaultBuffer"/> reports.
    /// </summary>
    /// <param name="enough">The buffer of a <c>FileStream</c>, in bytes, that gathers the small writes.</param>
    public bool IsWrittenWithDefaultBuffer(int enough) =>
        Copy.HasDefaultBuffer && IsWrittenInBlocks(enough) && !SmallSource.IsAtMost(Copy.Source, Copy.Call, StreamCopy.DefaultBufferSize, _types);

    /// <summary>
    /// Whether a small buffer that the copy was given decides about the size of the writes: what
    /// <see cref="Rules.CopyBufferTooSmall"/> reports.
    /// </summary>
    /// <param name="small">The largest buffer, in bytes, that is small.</param>
    /// <param name="enough">The buffer of a <c>FileStream</c>, in bytes, that gathers the small writes.</param>
    public bool IsWrittenWithSmallBuffer(int small, int enough) =>
        !Copy.HasDefaultBuffer
        && Copy.ConstantBufferSize is > 0 and var size
        && size <= small
        && IsWrittenInBlocks(enough)
        && !SmallSource.IsAtMost(Copy.Source, Copy.Call, size, _types);

    /// <summary>Whether the file has, or may have, a buffer of so many bytes.</summary>
    public bool MayHaveBuffer(int enough) => _file.MayHaveBuffer(enough);

    /// <summary>The length that the file will have, where it is known and this copy alone fills it.</summary>
    public KnownLength? LengthOfFile() =>
        Opening is { } opening && FilledFile.TryRead(opening, _types) is { } filled && filled.Fill == Copy.Call ? filled.Length : null;

    /// <summary>Whether what the copy writes reaches the file as it is written.</summary>
    private bool IsWrittenInBlocks(int enough) =>
        Copy.Kind != CopySource.HttpContent
        && !_file.MayHaveBuffer(enough)
        && !Copy.IsSingleWrite
        && !Copy.IsOfRequestBody
        && !LiveSource.Is(Copy.Source, _types);
}
