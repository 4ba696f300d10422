namespace StreamTuning.CodeFixes.Edits;

/// <summary>Gives a file a larger buffer where it is opened, and leaves mode, share and, unless it is only written, access.</summary>
internal static class FileBuffer
{
    /// <param name="context">The document.</param>
    /// <param name="opening">Where the file is opened; null where that is not visible.</param>
    /// <param name="copy">The copy into it.</param>
    /// <param name="size">The buffer size, in bytes.</param>
    public static FixEdit? TryEnlarge(FixContext context, SyntaxNode? opening, SyntaxNode copy, int size)
    {
        if (opening is null || !IsClosedAfter(context, copy, opening))
        {
            return null;
        }

        IOperation? operation = context.Model.GetOperation(opening, context.CancellationToken);
        ImmutableArray<IArgumentOperation> arguments;
        switch (operation)
        {
            case IObjectCreationOperation creation:
                arguments = creation.Arguments;
                break;
            // FileInfo forgets what it knows of the file when it opens it: another way to open it would not do.
            case IInvocationOperation { Instance: null } call:
                arguments = call.Arguments;
                break;
            default:
                return null;
        }

        if (arguments.Named("bufferSize") is { } bufferSize)
        {
            return TryReplace(bufferSize.Syntax);
        }

        if (arguments.Named("options") is { } options)
        {
            return OpenedFile.FindOptions(options)?.Syntax is not BaseObjectCreationExpressionSyntax { Initializer: { } initializer } ? null
                : Initializers.Find(initializer, "BufferSize") is { } old ? TryReplace(old)
                : Initializers.Set(new FixEdit(), context, initializer, "BufferSize", Arguments.Number(size));
        }

        (string, string) buffer = ("bufferSize", Arguments.Number(size));
        return opening switch
        {
            BaseObjectCreationExpressionSyntax { ArgumentList: { } list } when IsOfHandle(operation) =>
                FileConstructor.TryAppend(list, [buffer]),
            BaseObjectCreationExpressionSyntax { ArgumentList: { } list } =>
                FileConstructor.TryAppend(list, FileConstructor.TryGetMissing(context, opening, operation)?.Append(buffer)),
            InvocationExpressionSyntax { ArgumentList: { } list } call => ((IInvocationOperation)operation).TargetMethod.Name switch
            {
                "Create" => FileConstructor.TryAppend(list, [buffer]),
                "Open" or "OpenWrite" =>
                    FileConstructor.TryReplace(
                        context, call, FileConstructor.TryAppend(
                            list, FileConstructor.TryGetMissing(context, opening, operation)?.Append(buffer))),
                _ => null,
            },
            _ => null,
        };

        FixEdit? TryReplace(SyntaxNode old) =>
            new FixEdit() is var edit && BufferConstant.TryReplace(edit, context, old, Arguments.Number(size), grows: true) ? edit : null;
    }

    /// <summary>
    /// Whether the file is closed as soon as the copy is done. What a larger buffer holds back reaches the file, or fails to, when it is
    /// closed: nothing that relies on it may come between.
    /// </summary>
    private static bool IsClosedAfter(FixContext context, SyntaxNode copy, SyntaxNode opening)
    {
        SyntaxNode? owner = opening.FirstAncestorOrSelf<StatementSyntax>();
        SyntaxNode? statement = copy.FirstAncestorOrSelf<StatementSyntax>();
        while (statement is not null && owner is UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 })
        {
            if (statement == owner)
            {
                return true;
            }

            switch (statement.Parent)
            {
                case BlockSyntax block
                    when block.Statements.Skip(block.Statements.IndexOf((StatementSyntax)statement) + 1)
                        .TakeWhile(next => !Closes(next, owner))
                        .All(next => OnlyWrites(context, next) || IsAnswer(context, next, owner)):
                    if (owner.Parent == block && owner is not UsingStatementSyntax)
                    {
                        return true;
                    }

                    statement = block.Parent as UsingStatementSyntax;
                    break;
                case GlobalStatementSyntax { Parent: CompilationUnitSyntax unit } global:
                    return owner is not UsingStatementSyntax
                        && owner.Parent?.Parent == unit
                        && unit.Members.Skip(unit.Members.IndexOf(global) + 1).OfType<GlobalStatementSyntax>().All(
                            next => OnlyWrites(context, next.Statement));
                case UsingStatementSyntax scope:
                    statement = scope;
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    /// <summary>Whether the statement closes the file that the other one declares.</summary>
    private static bool Closes(StatementSyntax statement, SyntaxNode owner) =>
        statement is ExpressionStatementSyntax { Expression: { } expression }
        && (expression is AwaitExpressionSyntax awaited ? awaited.Expression : expression) is InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax
            {
                Expression: IdentifierNameSyntax file,
                Name.Identifier.ValueText: "Close" or "Dispose" or "DisposeAsync",
            },
        }
        && owner is LocalDeclarationStatementSyntax { Declaration.Variables: { Count: 1 } variables }
        && variables[0].Identifier.ValueText == file.Identifier.ValueText;

    /// <summary>Whether the statement copies a stream, or writes what the file or an encryption still has.</summary>
    private static bool OnlyWrites(FixContext context, StatementSyntax statement) =>
        statement is ExpressionStatementSyntax { Expression: { } expression }
        && (expression is AwaitExpressionSyntax awaited ? awaited.Expression : expression) is InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: { } name },
        } call
        && (name is "Flush" or "FlushAsync" or "FlushFinalBlock" or "FlushFinalBlockAsync"

            // What a copy opens itself may be the file, which has not got everything yet.
            || (context.Model.GetOperation(call, context.CancellationToken) is IInvocationOperation operation
                && StreamCopy.Of(operation, context.Types) is { Source: var source }
                && OpenedFile.Of(source.Unwrap(), context.Types) is null));

    /// <summary>
    /// Whether the statement ends a request with an answer that looks at nothing but names and constants, and at no file.
    /// </summary>
    private static bool IsAnswer(FixContext context, StatementSyntax statement, SyntaxNode owner)
    {
        if (statement is not ReturnStatementSyntax answer)
        {
            return false;
        }

        if (answer.Expression is null || IsNameOrConstant(answer.Expression))
        {
            return answer.Expression is not IdentifierNameSyntax name || !IsFile(name);
        }

        return answer.Expression is InvocationExpressionSyntax call
            && context.Model.GetSymbolInfo(
                call,
                context.CancellationToken).Symbol is IMethodSymbol { ContainingType: { Name: "Results" or "TypedResults"
                    or "ControllerBase" } type }
            && type.ContainingNamespace is { Name: "Http" or "Mvc" or "HttpResults", ContainingNamespace: { Name: "AspNetCore" or "Http" } }
            && call.ArgumentList.Arguments.All(
                argument => IsNameOrConstant(argument.Expression) && !(argument.Expression is IdentifierNameSyntax name && IsFile(name)));

        static bool IsNameOrConstant(ExpressionSyntax expression) => expression is IdentifierNameSyntax or LiteralExpressionSyntax;

        bool IsFile(IdentifierNameSyntax name) =>
            owner.DescendantNodes().OfType<VariableDeclaratorSyntax>().Any(
                variable => variable.Identifier.ValueText == name.Identifier.ValueText);
    }

    private static bool IsOfHandle(IOperation operation) =>
        operation is IObjectCreationOperation { Constructor.Parameters: { Length: > 0 } parameters } && parameters[0].Name == "handle";
}

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
        if (access == "ReadWrite" && IsOnlyWritten(operation, context.Types))
        {
            access = "Write";
        }

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

    /// <summary>
    /// Whether the file is in a local that is written, asked, flushed, and closed, but never read or handed on; to a compression or an
    /// encryption only for the same.
    /// </summary>
    private static bool IsOnlyWritten(IOperation opening, KnownTypes types) =>
        opening.Receiver() is IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var local } }
        && Uses.Of(local, opening.Root()).TrueForAll(use => use.Receiver() switch
        {
            IArgumentOperation argument when ArgumentRoles.Of(argument, types) == ArgumentRole.Destination => true,
            IArgumentOperation { Parent: IObjectCreationOperation stream } =>
                TransformedCopy.Writes(stream, types) && IsOnlyWritten(stream, types),
            IInvocationOperation { TargetMethod.Name: "Write" or "WriteAsync" or "WriteByte" or "SetLength" } call =>
                call.Instance?.Unwrap() == use,
            IPropertyReferenceOperation { Property.Name: "CanRead" or "BaseStream" } => false,
            _ => use.IsNeutral(),
        });

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
