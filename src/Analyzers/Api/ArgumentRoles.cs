namespace StreamTuning.Analyzers.Api;

/// <summary>What an argument is to a call that puts bytes into files, blobs and other streams.</summary>
internal enum ArgumentRole
{
    Other,

    /// <summary>The stream that the call writes all of its object into.</summary>
    Destination,

    /// <summary>What the call writes to a file or uploads: a stream, an array, data or a path.</summary>
    Content,
}

/// <summary>The roles of arguments, by the methods of .NET, ASP.NET Core, the Azure SDK and our runtime.</summary>
internal static class ArgumentRoles
{
    /// <summary>The role of an argument; <see cref="ArgumentRole.Other"/> for those of all other methods.</summary>
    public static ArgumentRole Of(IArgumentOperation argument, KnownTypes types)
    {
        if (argument is not { Parameter: { ContainingSymbol: IMethodSymbol method } parameter })
        {
            return ArgumentRole.Other;
        }

        switch (method.Name)
        {
            case "CopyTo" or "CopyToAsync" or "WriteTo":
                return !method.IsStatic && parameter.Ordinal == 0 && parameter.Type.Is(types.Stream)
                    ? ArgumentRole.Destination
                    : ArgumentRole.Other;
            case "WriteAllBytes" or "WriteAllBytesAsync" or "CopyToFile" or "CopyToFileAsync" or "UploadBlocksAsync"
                or "UploadVerifiedAsync":
                return ArgumentRole.Content;
            default:
                return parameter.Name is "content" or "path" && IsBlobUpload(method, types) ? ArgumentRole.Content : ArgumentRole.Other;
        }
    }

    /// <summary>Whether the method uploads a whole content as a block blob.</summary>
    public static bool IsBlobUpload(IMethodSymbol method, KnownTypes types) => !method.IsStatic && method.Name switch
    {
        "Upload" or "UploadAsync" => IsBlockBlob(method.ContainingType, types),
        "UploadBlob" or "UploadBlobAsync" => method.ContainingType.Is(types.BlobContainerClient),
        _ => false,
    };

    /// <summary>Whether the method opens a block blob as a stream to be written.</summary>
    public static bool OpensBlob(IMethodSymbol method, KnownTypes types) =>
        method is { IsStatic: false, Name: "OpenWrite" or "OpenWriteAsync" } && IsBlockBlob(method.ContainingType, types);

    private static bool IsBlockBlob(ITypeSymbol type, KnownTypes types) => type.Is(types.BlobClient) || type.Is(types.BlockBlobClient);
}
