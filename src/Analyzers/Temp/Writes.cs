using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Temp;

/// <summary>Finds whether code writes files.</summary>
internal sealed class Writes : OperationWalker
{
    private readonly KnownTypes _types;
    private bool _found;

    private Writes(KnownTypes types) => _types = types;

    public static bool AreIn(IOperation operation, KnownTypes types)
    {
        var writes = new Writes(types);
        writes.Visit(operation);
        return writes._found;
    }

    public override void VisitObjectCreation(IObjectCreationOperation operation)
    {
        _found |= IsOpenedToWrite(operation)
            || (Values.Is(operation.Type, _types.StreamWriter) && operation.Arguments.Length > 0 && operation.Arguments[0].Value.Type?.SpecialType == SpecialType.System_String);
        base.VisitObjectCreation(operation);
    }

    public override void VisitInvocation(IInvocationOperation operation)
    {
        INamedTypeSymbol type = operation.TargetMethod.ContainingType;
        _found |= operation.TargetMethod.Name switch
        {
            "Create" or "Open" or "OpenWrite" => IsOpenedToWrite(operation),
            "Copy" or "Move" or "Replace" or "CreateText" or "AppendText" or "CopyTo" or "MoveTo"
                or "WriteAllBytes" or "WriteAllBytesAsync" or "WriteAllText" or "WriteAllTextAsync" or "WriteAllLines" or "WriteAllLinesAsync"
                or "AppendAllText" or "AppendAllTextAsync" or "AppendAllLines" or "AppendAllLinesAsync" or "AppendAllBytes" or "AppendAllBytesAsync" =>
                Values.Is(type, _types.File) || Values.Is(type, _types.FileInfo) || (StreamCopy.IsCandidate(operation.TargetMethod) && StreamCopy.TryRead(operation, _types) is not null),
            "CopyToAsync" => StreamCopy.TryRead(operation, _types) is not null,
            "CopyToFile" or "CopyToFileAsync" => Values.Is(type, _types.FileCopyExtensions),
            "ExtractToDirectory" or "ExtractToFile" or "CreateFromDirectory" or "DownloadFile" or "DownloadFileAsync" or "DownloadFileTaskAsync" => true,
            _ => false,
        };
        base.VisitInvocation(operation);
    }

    private bool IsOpenedToWrite(IOperation operation) => FileOpening.TryRead(operation, _types) is { Mode: not FileOpening.FileMode.Open };
}
