namespace StreamTuning.Analyzers.Temp;

/// <summary>Finds whether code writes files.</summary>
internal static class Writes
{
    public static bool AreIn(IOperation operation, KnownTypes types) => operation.Has<IOperation>(each => each switch
    {
        IObjectCreationOperation creation => IsOpenedToWrite(creation, types)
            || (creation.Type.Is(types.StreamWriter)
                && creation.Arguments.Length > 0
                && creation.Arguments[0].Value.Type?.SpecialType == SpecialType.System_String),
        IInvocationOperation call => IsWrite(call, types),
        _ => false,
    });

    private static bool IsWrite(IInvocationOperation call, KnownTypes types)
    {
        INamedTypeSymbol type = call.TargetMethod.ContainingType;
        return call.TargetMethod.Name switch
        {
            "Create" or "Open" or "OpenWrite" => IsOpenedToWrite(call, types),
            "Copy" or "Move" or "Replace" or "CreateText" or "AppendText" or "CopyTo" or "MoveTo"
                or "WriteAllBytes" or "WriteAllBytesAsync" or "WriteAllText" or "WriteAllTextAsync" or "WriteAllLines"
                    or "WriteAllLinesAsync"
                or "AppendAllText" or "AppendAllTextAsync" or "AppendAllLines" or "AppendAllLinesAsync" or "AppendAllBytes"
                    or "AppendAllBytesAsync" =>
                type.Is(types.File) || type.Is(types.FileInfo) || StreamCopy.Of(call, types) is not null,
            "CopyToAsync" => StreamCopy.Of(call, types) is not null,
            "CopyToFile" or "CopyToFileAsync" => type.Is(types.FileCopyExtensions),
            "ExtractToDirectory" or "ExtractToFile" or "CreateFromDirectory" or "DownloadFile" or "DownloadFileAsync"
                or "DownloadFileTaskAsync" => true,
            _ => false,
        };
    }

    private static bool IsOpenedToWrite(IOperation operation, KnownTypes types) =>
        OpenedFile.Of(operation, types) is { Mode: not OpenedFile.FileMode.Open };
}
