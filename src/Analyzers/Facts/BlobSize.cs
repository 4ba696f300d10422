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
}

/// <summary>
/// Tells a file that the method writes itself, with a constant that is small, before it uploads it: as samples and tests do.
/// </summary>
internal static class SmallFile
{
    /// <summary>Of a character in UTF-8.</summary>
    private const int MaximumBytes = 3;

    public static bool IsWrittenBefore(BlobUpload upload, KnownTypes types)
    {
        if (PathOf(upload, types) is not { } path || !path.IsStable())
        {
            return false;
        }

        if (IsEmptyFile(upload.Content, types))
        {
            return true;
        }

        bool writesSmall = false;
        int end = upload.Call.Syntax.SpanStart;
        bool writesOther = upload.Call.Root().Has<IInvocationOperation>(call =>
        {
            bool writes = Writes(call, path, types);
            bool isSmall = writes && IsSmall(call) && call.Syntax.SpanStart < end;
            writesSmall |= isSmall;
            return writes && !isSmall;
        });
        return writesSmall && !writesOther;
    }

    /// <summary>Whether the content is the path of a file that has just been created, and that nothing else gets.</summary>
    private static bool IsEmptyFile(IOperation content, KnownTypes types) =>
        content is ILocalReferenceOperation path
        && Uses.IsOnlyUse(path)
        && path.Origin() is IInvocationOperation { TargetMethod: { Name: "GetTempFileName", ContainingType: { } type } }
        && type.Is(types.Path);

    /// <summary>The path that is uploaded, or that of the file that was opened for it.</summary>
    private static IOperation? PathOf(BlobUpload upload, KnownTypes types)
    {
        if (upload.IsOfPath)
        {
            return upload.Content;
        }

        return upload.Content.Origin() switch
        {
            IInvocationOperation { Instance: null } opening when opening.TargetMethod.ContainingType.Is(types.File) =>
                opening.Arguments.Named("path"),
            IObjectCreationOperation opening when opening.Type.Is(types.FileStream) => opening.Arguments.Named("path"),
            _ => null,
        };
    }

    /// <summary>Whether a call of <c>File</c> writes the file at a path.</summary>
    private static bool Writes(IInvocationOperation call, IOperation path, KnownTypes types) =>
        IsWrite(call.TargetMethod.Name)
        && call.TargetMethod.ContainingType.Is(types.File)
        && call.Arguments.Named("path") is { } written
        && written.Syntax.IsEquivalentTo(path.Syntax);

    private static bool IsWrite(string method) =>
        method is "OpenWrite" or "Create" or "CreateText"
            || method.StartsWith("WriteAll", StringComparison.Ordinal)
            || method.StartsWith("Append", StringComparison.Ordinal);

    private static bool IsSmall(IInvocationOperation write) =>
        write.TargetMethod.Name is "WriteAllText" or "WriteAllTextAsync"
        && write.Arguments.Named("contents") is { } contents
        && contents.Origin() is { ConstantValue: { HasValue: true, Value: string text } }
        && text.Length < BlobSize.MinimumForBlocks / MaximumBytes;
}
