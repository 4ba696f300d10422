using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>Tells uploads of content that is too small for blocks.</summary>
internal static class BlobSize
{
    /// <summary>Below this length one request is as fast as blocks, or faster, in bytes.</summary>
    public const int MinimumForBlocks = 1_048_576;

    /// <summary>Blocks below this size cost more time than they save, in bytes.</summary>
    public const int MinimumBlock = 262_144;

    /// <summary>Whether the content is visibly small: made of little, or of a length that is tested before.</summary>
    public static bool IsSmall(BlobUpload upload, KnownTypes types) =>
        SmallSource.IsAtMost(upload.Content, upload.Call, MinimumForBlocks, types) || (upload.IsOfFile && SmallFile.IsWrittenBefore(upload, types));

    /// <summary>Whether an array is text that the code encodes or serializes, which is mostly small.</summary>
    public static bool IsText(IOperation bytes) => Values.Origin(bytes) is IInvocationOperation { TargetMethod.Name: "GetBytes" or "SerializeToUtf8Bytes" };

    /// <summary>Whether an array has a constant size that is small.</summary>
    public static bool IsSmallArray(IOperation bytes, KnownTypes types) =>
        BlockBuffer.Of(Values.Unwrap(bytes)).TryGetSize(types, out _, out int most, out _) && most <= MinimumForBlocks;
}
