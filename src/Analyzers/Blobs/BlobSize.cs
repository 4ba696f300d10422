using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>Tells uploads of content that is too small for blocks.</summary>
internal static class BlobSize
{
    /// <summary>Below this length one request is as fast as blocks, or faster, in bytes.</summary>
    private const int MinimumForBlocks = 1_048_576;

    /// <summary>Whether the content is visibly small: made of little, or of a length that is tested before.</summary>
    public static bool IsSmall(BlobUpload upload, KnownTypes types) => SmallSource.IsAtMost(upload.Content, upload.Call, MinimumForBlocks, types);
}
