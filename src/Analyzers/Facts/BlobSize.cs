namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells uploads of content that is too small for blocks.</summary>
internal static class BlobSize
{
    /// <summary>Below this length one request is as fast as blocks, or faster, in bytes.</summary>
    public const int MinimumForBlocks = 1_048_576;

    /// <summary>Blocks below this size cost more time than they save, in bytes.</summary>
    public const int MinimumBlock = 262_144;

    /// <summary>Whether the content is visibly small: made of little, or of a length that is tested before.</summary>
    public static bool IsSmall(BlobUpload upload, KnownTypes types) =>
        SmallSource.IsAtMost(upload.Content, upload.Call, MinimumForBlocks, types)
            || (upload.IsOfFile && SmallFile.IsWrittenBefore(upload, types));

    /// <summary>Whether an array, a stream or data is text that the code encodes, writes or serializes, which is mostly small.</summary>
    public static bool IsText(IOperation content, KnownTypes types)
    {
        for (int hops = 0; hops < Provenance.MaximumHops && content.Origin() is { } origin; hops++)
        {
            switch (origin)
            {
                case IInvocationOperation { TargetMethod.Name: "GetBytes" or "SerializeToUtf8Bytes" or "FromString" or "FromObjectAsJson" }:
                    return true;
                case IInvocationOperation { TargetMethod.Name: "ToArray" or "ToStream", Instance: { } instance }:
                    content = instance;
                    break;
                case IObjectCreationOperation creation when creation.Type.Is(types.MemoryStream):
                    if (content.Unwrap() is ILocalReferenceOperation memory && IsWrittenAsText(memory))
                    {
                        return true;
                    }

                    if (creation.Arguments.IsEmpty)
                    {
                        return false;
                    }

                    content = creation.Arguments[0].Value;
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    /// <summary>Whether a stream is given to a writer or a serializer.</summary>
    private static bool IsWrittenAsText(ILocalReferenceOperation memory) =>
        Uses.Of(memory.Local, memory.Root()).Exists(reference => reference.Receiver() is IArgumentOperation
        {
            Parent: IObjectCreationOperation { Type.Name: "StreamWriter" or "Utf8JsonWriter" or "XmlTextWriter" }
                or IInvocationOperation { TargetMethod.Name: "Serialize" or "SerializeAsync" or "WriteObject" },
        });

    /// <summary>Whether an array has a constant size that is small.</summary>
    public static bool IsSmallArray(IOperation bytes, KnownTypes types) =>
        BlockBuffer.Of(bytes.Unwrap()).TryGetSize(types, out _, out int most, out _) && most <= MinimumForBlocks;
}
