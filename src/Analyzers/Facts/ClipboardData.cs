namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells streams of the clipboard and of drag and drop, in Windows Forms and WPF: they are in memory.</summary>
internal static class ClipboardData
{
    public static bool Is(IOperation value) =>
        value is IInvocationOperation { TargetMethod: { Name: "GetData" or "GetAudioStream", ContainingType: { } type } }
        && type.Name is "Clipboard" or "DataObject" or "IDataObject"
        && IsOfDesktop(type.ContainingNamespace);

    /// <summary>The value that a pattern finds a stream in, if the stream is a variable of that pattern.</summary>
    public static IOperation? Matched(IOperation stream)
    {
        if (stream.Unwrap() is not ILocalReferenceOperation { Local: { } local })
        {
            return null;
        }

        foreach (IOperation operation in stream.Root().DescendantsAndSelf())
        {
            if (operation is IDeclarationPatternOperation pattern && pattern.DeclaredSymbol.Is(local))
            {
                return pattern.Parent switch
                {
                    IIsPatternOperation test => test.Value.Origin(),
                    IPatternCaseClauseOperation { Parent.Parent: ISwitchOperation choice } => choice.Value.Origin(),
                    _ => null,
                };
            }
        }

        return null;
    }

    private static bool IsOfDesktop(INamespaceSymbol scope) => scope is
        { Name: "Windows", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } }
        or { Name: "Forms", ContainingNamespace: { Name: "Windows", ContainingNamespace: { Name: "System",
            ContainingNamespace.IsGlobalNamespace: true } } };
}
