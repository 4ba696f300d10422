namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3004 by an upload of the source in the place of the copy, and removes the stream.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(OpenWriteUsedToUploadCodeFix))]
[Shared]
internal sealed class OpenWriteUsedToUploadCodeFix() : CodeFix<BlobWrittenThrough>(Rules.OpenWriteUsedToUpload, BlobWrittenThrough.Facts)
{
    private const string RuntimeType = "StreamTuning.BlobUploadExtensions";

    /// <summary>An upload without options does not overwrite, but the stream does.</summary>
    private const string Overwrite = "overwrite: true";

    private protected override FixEdit? TryCallRuntime(BlobWrittenThrough blob, FixContext context) =>
        context.Model.Compilation.GetTypeByMetadataName(RuntimeType) is null ? null : TryCreate(blob, context, isRuntime: true);

    private protected override FixEdit? TryWritePlain(BlobWrittenThrough blob, FixContext context) =>
        TryCreate(blob, context, isRuntime: false);

    private static FixEdit? TryCreate(BlobWrittenThrough blob, FixContext context, bool isRuntime) =>
        TryCreate(blob, context, isRuntime, imports: true)?.Or(TryCreate(blob, context, isRuntime, imports: false));

    private static FixEdit? TryCreate(BlobWrittenThrough blob, FixContext context, bool isRuntime, bool imports)
    {
        if (AwaitableCall.TryRead(
            context,
            blob.Opening.Syntax) is not
                { Syntax.Expression: MemberAccessExpressionSyntax { Expression: not BaseExpressionSyntax and var client } } opening
            || AwaitableCall.TryRead(
                context, blob.Copy.Syntax) is not { Syntax.Expression: MemberAccessExpressionSyntax { Name: { } name } access } copy
            || copy.Outer.Parent is not ExpressionStatementSyntax statement
            || StatementRemoval.HasCommentWithin(copy.Outer, copy.Outer.Span)
            || StatementRemoval.HasCommentWithin(opening.Outer, opening.Outer.Span)
            || opening.Operation.Instance is not { } instance
            || !BlobClients.HasNoEffect(instance, KnownTypes.Of(context.Model.Compilation))
            || opening.Argument("overwrite")?.Expression.IsKind(SyntaxKind.TrueLiteralExpression) != true
            || !TryGetToken(opening, copy, out ArgumentSyntax? token)
            || opening.Argument("options") is { Expression: not LiteralExpressionSyntax }
            || UploadedSource.TryGet(context, copy) is not { } source)
        {
            return null;
        }

        bool isAsync = opening.IsAwaited || copy.IsAwaited;
        if (isRuntime && !isAsync)
        {
            return null;
        }

        var edit = new FixEdit();
        var names = new SdkNames(context, edit, statement.SpanStart, imports);
        string options = isAsync && !isRuntime
            ? "new " + names.BlobUploadOptions + " { TransferOptions = " + BlockOptionsEdit.NewTransferOptions(names) + " }"
            : opening.Operation.TargetMethod.ContainingType.Name == "BlobClient" ? Overwrite
            : "new " + names.BlobUploadOptions + "()";
        string end = token is null ? "" : (options == Overwrite ? ", cancellationToken: " : ", ") + token.Expression;
        edit.Replace(access.Expression.Span, client.ToString())
            .Replace(name.Span, isRuntime ? "UploadBlocksAsync" : isAsync ? "UploadAsync" : "Upload")
            .Replace(copy.Syntax.ArgumentList.Span, "(" + source + ", " + options + end + ")");
        if (isRuntime)
        {
            edit.ExpectRuntimeCall(name.SpanStart);
        }

        if (isAsync && !copy.IsAwaited)
        {
            edit.Insert(copy.Syntax.SpanStart, "await ");
            if (opening.ConfigureAwait.Length > 0)
            {
                edit.Insert(copy.Syntax.Span.End, ".ConfigureAwait" + opening.ConfigureAwait);
            }
        }

        return TryRemoveStream(blob, context, edit, opening, statement) ? edit : null;
    }

    /// <summary>The one token that both calls are given, or one of them; false where they are given two.</summary>
    private static bool TryGetToken(AwaitableCall opening, AwaitableCall copy, out ArgumentSyntax? token)
    {
        token = copy.Token ?? opening.Token;
        return copy.Token is null || opening.Token is null || AwaitableCall.HaveSameToken(opening, copy);
    }

    /// <summary>Removes the stream; false where the code does anything else before it is closed.</summary>
    private static bool TryRemoveStream(
        BlobWrittenThrough blob, FixContext context, FixEdit edit, AwaitableCall opening, StatementSyntax copy)
    {
        var removed = new HashSet<StatementSyntax>();
        UsingStatementSyntax? scope = null;
        bool isDeclaredToClose = false;
        foreach (SyntaxNode leftover in blob.Leftovers.Select(leftover => leftover.Syntax))
        {
            switch (Statements.TryGetOf(leftover))
            {
                case ExpressionStatementSyntax end:
                    removed.Add(end);
                    break;
                case LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 } end when !isDeclaredToClose:
                    isDeclaredToClose = true;
                    removed.Add(end);
                    break;
                case null when scope is null && leftover.Parent is UsingStatementSyntax later && later.Expression == leftover:
                    scope = later;
                    break;
                default:
                    return false;
            }
        }

        switch (Statements.TryGetOf(opening.Syntax))
        {
            case UsingStatementSyntax own when scope is null:
                return IsAlone(context, own, copy, removed, isScoped: true)
                    && TryRemoveScope(context, edit, own, removed)
                    && StatementRemoval.TryAdd(edit, context, removed);

            case LocalDeclarationStatementSyntax declaration
                when !declaration.UsingKeyword.IsKind(SyntaxKind.None) || removed.Count > 0 || scope is not null:
                bool isScoped = isDeclaredToClose || !declaration.UsingKeyword.IsKind(SyntaxKind.None);
                removed.Add(declaration);
                return IsAlone(context, declaration, copy, removed, isScoped)
                    && (scope is null || TryRemoveScope(context, edit, scope, removed))
                    && StatementRemoval.TryAdd(edit, context, removed);

            default:
                return false;
        }
    }

    private static bool TryRemoveScope(FixContext context, FixEdit edit, UsingStatementSyntax scope, HashSet<StatementSyntax> removed)
    {
        if (scope.Parent is not UsingStatementSyntax && scope.Statement is BlockSyntax block)
        {
            // What a declaration disposes of at the end of the block would live longer.
            return !block.Statements.Any(
                statement => statement is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 } && !removed.Contains(statement))
                && StatementRemoval.TryUnwrap(edit, context, scope, removed);
        }

        TextSpan header = TextSpan.FromBounds(scope.SpanStart, scope.Statement.SpanStart);
        if (StatementRemoval.HasCommentWithin(scope, header))
        {
            return false;
        }

        edit.Replace(header, "");
        return true;
    }

    /// <summary>
    /// Whether nothing runs between the opening of the stream and the end of its scope but the copy, what is removed, and what makes ready
    /// the source or a result.
    /// </summary>
    private static bool IsAlone(
        FixContext context, StatementSyntax opening, StatementSyntax copy, HashSet<StatementSyntax> removed, bool isScoped)
    {
        for (StatementSyntax statement = copy; ;)
        {
            if (statement == opening)
            {
                return true;
            }

            if (Statements.SiblingsOf(statement) is { } siblings)
            {
                int first = siblings.IndexOf(opening);
                int position = siblings.IndexOf(statement);
                int last = isScoped || first < 0 ? siblings.Count - 1 : Math.Max(position, siblings.FindLastIndex(removed.Contains));
                for (int i = first + 1; i <= last; i++)
                {
                    if (i != position
                        && !removed.Contains(siblings[i])
                        && !(i < position ? MakesReady(context, siblings[i]) : IsResult(context, siblings[i])))
                    {
                        return false;
                    }
                }

                if (first >= 0)
                {
                    return removed.All(each => each == opening || siblings.Contains(each) || statement.Contains(each));
                }
            }

            if (statement.Parent is not StatementSyntax parent || parent is not (BlockSyntax or UsingStatementSyntax))
            {
                return false;
            }

            statement = parent;
        }
    }

    /// <summary>Whether a statement only declares locals: without effect, or with what is disposed of.</summary>
    private static bool MakesReady(FixContext context, StatementSyntax statement) =>
        statement is LocalDeclarationStatementSyntax declaration
        && (!declaration.UsingKeyword.IsKind(SyntaxKind.None)
            || declaration.Declaration.Variables.All(
                variable => variable.Initializer is { } initializer && HasNoEffect(context, initializer.Value)));

    private static bool IsResult(FixContext context, StatementSyntax statement) =>
        statement is ReturnStatementSyntax result
            && (result.Expression is null || HasNoEffect(context, result.Expression) || IsActionResult(context, result.Expression));

    /// <summary>Whether an expression makes what an action of ASP.NET Core answers: <c>Ok(blob.Uri)</c>.</summary>
    private static bool IsActionResult(FixContext context, ExpressionSyntax expression) =>
        context.Model.GetOperation(expression, context.CancellationToken) is { } value
        && value.Unwrap() is IInvocationOperation { TargetMethod.ContainingType: { Name: "ControllerBase" or "Results"
            or "TypedResults", ContainingNamespace: { Name: "Mvc" or "Http", ContainingNamespace.Name: "AspNetCore" } } } call
        && call.Arguments.All(argument => BlobClients.HasNoEffect(argument.Value, KnownTypes.Of(context.Model.Compilation)));

    private static bool HasNoEffect(FixContext context, ExpressionSyntax expression) =>
        context.Model.GetOperation(expression, context.CancellationToken) is { } value
            && BlobClients.HasNoEffect(value, KnownTypes.Of(context.Model.Compilation));
}
