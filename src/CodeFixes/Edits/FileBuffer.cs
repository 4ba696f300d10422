namespace StreamTuning.CodeFixes.Edits;

/// <summary>Gives a file a larger buffer where it is opened, and leaves mode, access and share what they are.</summary>
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
            new FixEdit() is var edit && BufferConstant.TryReplace(edit, context, old, size, grows: true) ? edit : null;
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
                    when block.Statements.Skip(block.Statements.IndexOf((StatementSyntax)statement) + 1).All(
                        next => IsCopy(next) || IsAnswer(context, next, owner)):
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
                            next => IsCopy(next.Statement));
                case UsingStatementSyntax scope:
                    statement = scope;
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    private static bool IsCopy(StatementSyntax statement) =>
        statement is ExpressionStatementSyntax { Expression: { } expression }
        && (expression is AwaitExpressionSyntax awaited ? awaited.Expression : expression) is InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CopyTo" or "CopyToAsync" },
        };

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
