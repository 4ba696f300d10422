namespace StreamTuning.Analyzers.Facts;

/// <summary>What the code shows of how the client of an upload was made.</summary>
internal static class BlobClientOrigin
{
    /// <summary>
    /// Whether the client visibly had better not upload in blocks: it encrypts the content, which changes its length.
    /// </summary>
    public static bool RulesOutBlocks(BlobUpload upload, KnownTypes types) => RulesOutBlocks(upload.Call.Instance, types);

    /// <inheritdoc cref="RulesOutBlocks(BlobUpload, KnownTypes)"/>
    public static bool RulesOutBlocks(IOperation? client, KnownTypes types)
    {
        for (int hops = 0; client is not null && hops < 2 * Provenance.MaximumHops; hops++)
        {
            if (client.UnwrapConditional().Origin() is not { } origin)
            {
                return false;
            }

            switch (origin.UnwrapAwait())
            {
                case IInvocationOperation { TargetMethod.Name: "WithClientSideEncryptionOptions" }:
                    return true;
                case IInvocationOperation call:
                    // One client makes another: of the container for the blob, for instance. Those of block blobs are made by extensions.
                    client = call.Instance
                        ?? (call.TargetMethod.IsExtensionMethod && call.Arguments.Length > 0 ? call.Arguments[0].Value : null);
                    break;
                case IPropertyReferenceOperation { Property.Name: "Value" } response:
                    client = response.Instance;
                    break;
                case IConditionalAccessOperation access:
                    client = access.WhenNotNull;
                    break;
                case IObjectCreationOperation creation:
                    return Encrypts(creation, types);
                default:
                    return false;
            }
        }

        return false;
    }

    private static bool Encrypts(IObjectCreationOperation client, KnownTypes types)
    {
        foreach (IArgumentOperation argument in client.Arguments)
        {
            if (argument.Value.Type.Is(types.SpecializedBlobClientOptions)
                || (argument.Value.Origin()?.Type).Is(types.SpecializedBlobClientOptions))
            {
                return true;
            }
        }

        return false;
    }
}
