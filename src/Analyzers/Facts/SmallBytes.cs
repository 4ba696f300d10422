namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells bytes that are mostly, or visibly, too few for blocks.</summary>
internal static class SmallBytes
{
    /// <summary>Whether an operation makes an array of a constant size that is small.</summary>
    public static bool IsSmallArray(IOperation? creation, KnownTypes types) =>
        Allocation.Of(creation, types)?.Most <= BlobSize.MinimumForBlocks;

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
}
