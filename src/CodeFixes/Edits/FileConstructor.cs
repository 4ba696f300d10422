namespace StreamTuning.CodeFixes.Edits;

/// <summary>
/// Writes out what opening a file leaves to defaults, so that the constructor of <c>FileStream</c> that takes everything can be called.
/// </summary>
internal static class FileConstructor
{
    private static readonly string[] Names = ["FileAccess", "FileMode", "FileOptions", "FileShare", "FileStream", "FileStreamOptions"];

    /// <summary>
    /// Mode, access and share as far as the call leaves them to their defaults, by the names of the constructor's parameters; null where
    /// a default cannot be told.
    /// </summary>
    /// <param name="context">The document.</param>
    /// <param name="opening">A call that opens a file by its path: the constructor, or a method of <c>File</c> or <c>FileInfo</c>.</param>
    /// <param name="operation">Its operation.</param>
    public static List<(string Name, string Value)>? TryGetMissing(FixContext context, SyntaxNode opening, IOperation operation)
    {
        (string Mode, string Access, string Share)? defaults = operation switch
        {
            IInvocationOperation call => call.TargetMethod.Name switch
            {
                "Create" => ("Create", "ReadWrite", "None"),
                "OpenRead" => ("Open", "Read", "Read"),
                "OpenWrite" => ("OpenOrCreate", "Write", "None"),
                _ => TryGetAccess(call.Arguments) is { } accessOfMode ? ("", accessOfMode, "None") : null,
            },
            IObjectCreationOperation creation => TryGetAccess(creation.Arguments) is { } accessOfMode ? ("", accessOfMode, "Read") : null,
            _ => null,
        };
        if (defaults is not var (mode, access, share))
        {
            return null;
        }

        ImmutableArray<IArgumentOperation> arguments = operation is IInvocationOperation method
            ? method.Arguments
            : ((IObjectCreationOperation)operation).Arguments;
        string qualifier = Qualifier(context, opening);
        var missing = new List<(string Name, string Value)>();
        AddIfMissing("mode", "FileMode.", mode);
        AddIfMissing("access", "FileAccess.", access);
        AddIfMissing("share", "FileShare.", share);
        return missing;

        void AddIfMissing(string name, string type, string value)
        {
            if (arguments.Named(name) is null)
            {
                missing.Add((name, qualifier + type + value));
            }
        }
    }

    /// <summary>Adds arguments at the end, by name where one of those before has a name.</summary>
    public static FixEdit? TryAppend(ArgumentListSyntax list, IEnumerable<(string Name, string Value)>? added)
    {
        if (added is null || list.Arguments.Count == 0)
        {
            return null;
        }

        return new FixEdit().Insert(Arguments.EndOf(list.Arguments.Last()), ", " + Join(added, HasNames(list)));
    }

    /// <summary>Whether an argument is given by name; those after it have to be, too.</summary>
    private static bool HasNames(ArgumentListSyntax list) => list.Arguments.Any(argument => argument.NameColon is not null);

    private static string Join(IEnumerable<(string Name, string Value)> arguments, bool byName) =>
        string.Join(", ", arguments.Select(argument => byName ? argument.Name + ": " + argument.Value : argument.Value));

    /// <summary>Calls the constructor instead of a method of <c>File</c>, with arguments that the edit completes.</summary>
    public static FixEdit? TryReplace(FixContext context, InvocationExpressionSyntax call, FixEdit? edit) =>
        call.Expression.DescendantTrivia().Any(
            trivia => !string.IsNullOrWhiteSpace(trivia.ToString()) && call.Expression.Span.Contains(trivia.Span))
            ? null
            : edit?.Replace(call.Expression.Span, "new " + Qualifier(context, call) + "FileStream");

    /// <summary>
    /// What has to stand before the name of a type in System.IO: nothing, or a namespace and a dot as in the code that opens the file.
    /// </summary>
    public static string Qualifier(FixContext context, SyntaxNode opening) => opening switch
    {
        ObjectCreationExpressionSyntax { Type: QualifiedNameSyntax qualified } => qualified.Left + ".",
        // A call File.Open: what is before File.
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: MemberAccessExpressionSyntax type } }
            when context.Model.GetSymbolInfo(type.Expression, context.CancellationToken).Symbol is INamespaceSymbol =>
                type.Expression + ".",
        _ => Names.All(name => IsImported(context, opening.SpanStart, name)) ? "" : "System.IO.",
    };

    private static bool IsImported(FixContext context, int position, string name)
    {
        ImmutableArray<ISymbol> found = context.Model.LookupNamespacesAndTypes(position, name: name);
        return found.All(symbol => symbol.ContainingNamespace is { Name: "IO", ContainingNamespace.Name: "System" })
            && (found.Length > 0 || name == "FileStreamOptions");
    }

    /// <summary>The access that the mode, if it is a constant, stands for where no access is given.</summary>
    private static string? TryGetAccess(ImmutableArray<IArgumentOperation> arguments) =>
        arguments.Named("access") is not null ? ""
            : arguments.Named("mode") is { ConstantValue: { HasValue: true, Value: int mode } }
                ? mode == (int)OpenedFile.FileMode.Append ? "Write" : "ReadWrite"
                : null;
}
