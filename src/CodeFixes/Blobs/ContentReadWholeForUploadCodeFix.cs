namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3006 by an upload of the path or the stream itself, and removes the memory.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ContentReadWholeForUploadCodeFix))]
[Shared]
internal sealed class ContentReadWholeForUploadCodeFix() : CodeFix<ContentInMemory>(Rules.ContentReadWholeForUpload, ContentInMemory.Facts)
{
    private protected override FixEdit? TryCallRuntime(ContentInMemory content, FixContext context) =>
        !content.IsCompressed
        && TunedUpload.TryCreate(context, [content.Upload]) is { } edit
        && (content.Upload.IsAsync || TryAwait(content, context, edit))
            ? TryComplete(content, context, edit, isAsync: true)
            : null;

    private protected override FixEdit? TryWritePlain(ContentInMemory content, FixContext context)
    {
        var edit = new FixEdit();
        bool isAsync = content.Upload.IsAsync;
        if (content.IsCompressed || BlobUploadCall.TryRead(context, content.Upload.Call.Syntax) is not { } upload)
        {
            return null;
        }

        if (IsRead(content) && upload.Takes("blobName"))
        {
            // The client of a container takes no path.
            if (!upload.TryMakeBlobClient(edit))
            {
                return null;
            }

            edit.Replace(upload.Name.Span, isAsync ? "UploadAsync" : "Upload");
        }
        else if (!isAsync && IsUnseekable(content, context.Types) && TryAwait(content, context, edit))
        {
            // The SDK sends it in blocks. Anything else would be one request, which is another matter.
            isAsync = true;
            edit.Insert(upload.Name.Span.End, "Async");
        }

        return TryComplete(content, context, edit, isAsync);
    }

    private static bool IsRead(ContentInMemory content) => content.Fill.TargetMethod.Name is "ReadAllBytes" or "ReadAllBytesAsync";

    private static bool IsUnseekable(ContentInMemory content, KnownTypes types) => StreamCopy.Of(content.Fill, types) is { } copy
        ? copy.Kind is CopySource.Pipe or CopySource.HttpContent
            || BlobUpload.SourceOf(copy.Source, types) == StreamKind.Unseekable
        : !IsRead(content) && BlobUpload.SourceOf(content.Fill.Arguments[0].Value, types) == StreamKind.Unseekable;

    /// <summary>Has a synchronous upload awaited that becomes asynchronous; false where the code around it can't.</summary>
    private static bool TryAwait(ContentInMemory content, FixContext context, FixEdit edit)
    {
        SyntaxNode upload = content.Upload.Call.Syntax;
        if (upload.Parent is not ExpressionStatementSyntax || MissingAwait.TryGetEnd(context, upload) is not { } end)
        {
            return false;
        }

        edit.Insert(upload.SpanStart, "await ").Insert(upload.Span.End, end);
        return true;
    }

    /// <summary>Has the upload take what is read in place of the memory, which goes.</summary>
    private static FixEdit? TryComplete(ContentInMemory content, FixContext context, FixEdit edit, bool isAsync)
    {
        if (AwaitableCall.TryRead(context, content.Fill.Syntax) is not { } fill
            || BlobUploadCall.TryRead(context, content.Upload.Call.Syntax) is not { } upload
            || upload.Argument("content") is not { } given
            || StatementRemoval.HasCommentWithin(given, given.Expression.Span)
            || !TryAddToken(edit, fill, upload))
        {
            return null;
        }

        bool isRead = IsRead(content);
        if (TryGetSource(context, fill, isRead) is not { } source)
        {
            return null;
        }

        // What is read without blocking may not let itself be read otherwise: the body of a request, for instance. And a stream may be
        // closed, or
        // read on, as soon as the code goes on.
        Statements.AwaitedOf(upload.Syntax, out bool isAwaited, out _);
        if (isAsync ? content.Upload.IsAsync && !isAwaited && !isRead : fill.IsAwaited)
        {
            return null;
        }

        if (isRead && given.NameColon is { } label)
        {
            edit.Replace(label.Name.Span, "path");
        }

        edit.Replace(given.Expression.Span, source);
        return given.Expression.Contains(fill.Syntax)
            || (CanBeReadAt(context, fill, given) && TryRemoveMemory(content, context, edit, fill, upload)) ? edit : null;
    }

    /// <summary>The path or stream to upload, in C#.</summary>
    private static string? TryGetSource(FixContext context, AwaitableCall fill, bool isRead) =>
        isRead ? fill.Argument("path")?.Expression.ToString()
        : fill.Operation.TargetMethod.IsStatic ? fill.Argument("stream")?.Expression.ToString()
        : UploadedSource.TryGet(context, fill);

    /// <summary>Whether the source may be named where the upload is, behind what its statement does before.</summary>
    private static bool CanBeReadAt(FixContext context, AwaitableCall fill, ArgumentSyntax content)
    {
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        IInvocationOperation read = fill.Operation;
        if ((read.Instance is null || BlobClients.HasNoEffect(read.Instance, types))
            && read.Arguments.All(argument => BlobClients.HasNoEffect(argument.Value, types)))
        {
            return true;
        }

        return content.FirstAncestorOrSelf<StatementSyntax>() is { } statement
            && statement.DescendantNodes(node => node.SpanStart < content.SpanStart)
                .Where(
                    node =>
                        node.Span.End <= content.SpanStart
                            && node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or AwaitExpressionSyntax
                                or AssignmentExpressionSyntax or PostfixUnaryExpressionSyntax or PrefixUnaryExpressionSyntax)
                .All(
                    node =>
                        context.Model.GetOperation(node, context.CancellationToken) is { } operation
                            && BlobClients.HasNoEffect(operation, types));
    }

    /// <summary>Gives the upload the token of the call that fills the memory; false where it has another.</summary>
    private static bool TryAddToken(FixEdit edit, AwaitableCall fill, BlobUploadCall upload)
    {
        if (fill.Token is not { } token)
        {
            return true;
        }

        if (upload.Argument("cancellationToken") is { } given)
        {
            return given.Expression.IsEquivalentTo(token.Expression)
                && given.Expression is IdentifierNameSyntax or MemberAccessExpressionSyntax or DefaultExpressionSyntax
                    or LiteralExpressionSyntax;
        }

        SeparatedSyntaxList<ArgumentSyntax> arguments = upload.Arguments.Arguments;
        bool isNamed = upload.Takes("httpHeaders") || arguments.Any(argument => argument.NameColon is not null);
        edit.Insert(Arguments.EndOf(arguments.Last()), ", " + (isNamed ? "cancellationToken: " : "") + token.Expression);
        return true;
    }

    /// <summary>
    /// Removes the statements that fill the memory and prepare it; false where something happens between these and the upload.
    /// </summary>
    private static bool TryRemoveMemory(
        ContentInMemory content, FixContext context, FixEdit edit, AwaitableCall fill, BlobUploadCall upload)
    {
        var removed = new HashSet<StatementSyntax>();
        UsingStatementSyntax? scope = null;
        if (Statements.TryGetOf(fill.Syntax) is { } own)
        {
            removed.Add(own);
        }

        foreach (IOperation leftover in content.Leftovers)
        {
            switch (Statements.TryGetOf(leftover.Syntax))
            {
                case UsingStatementSyntax declaration when scope is null || scope == declaration:
                    scope = declaration;
                    break;
                case { } statement and not UsingStatementSyntax:
                    removed.Add(statement);
                    break;
                default:
                    return false;
            }
        }

        if (upload.Syntax.FirstAncestorOrSelf<StatementSyntax>() is not { } kept
            || kept.ContainsDirectives

            // Its block would be empty.
            || removed.Any(statement => statement.Parent is BlockSyntax { Parent: FinallyClauseSyntax })
            || fill.Syntax.FirstAncestorOrSelf<StatementSyntax>() is not { } filling
            || (!removed.Contains(filling) && filling != scope)
            || !IsNextTo(context, filling, kept, removed, scope))
        {
            return false;
        }

        if (scope is { Statement: BlockSyntax, Parent: not UsingStatementSyntax })
        {
            if (!StatementRemoval.TryUnwrap(edit, context, scope, removed))
            {
                return false;
            }
        }
        else if (scope is not null)
        {
            TextSpan header = TextSpan.FromBounds(scope.SpanStart, scope.Statement.SpanStart);
            if (StatementRemoval.HasCommentWithin(scope, header))
            {
                return false;
            }

            edit.Replace(header, "");
        }

        return StatementRemoval.TryAdd(edit, context, removed);
    }

    /// <summary>Whether between two statements nothing runs but what is removed and declarations without effect.</summary>
    private static bool IsNextTo(
        FixContext context, StatementSyntax filling, StatementSyntax upload, HashSet<StatementSyntax> removed, UsingStatementSyntax? scope)
    {
        for (StatementSyntax statement = upload; ;)
        {
            if (Statements.SiblingsOf(statement) is { } siblings)
            {
                int first = siblings.IndexOf(filling);
                for (int i = first + 1; i < siblings.IndexOf(statement); i++)
                {
                    if (siblings[i].ContainsDirectives || (!removed.Contains(siblings[i]) && !HasNoEffect(context, siblings[i])))
                    {
                        return false;
                    }
                }

                if (first >= 0)
                {
                    return true;
                }
            }

            if (statement == scope && scope == filling)
            {
                return true;
            }

            switch (statement.Parent)
            {
                case BlockSyntax block:
                    statement = block;
                    break;
                case UsingStatementSyntax parent when parent == filling:
                    return true;
                case UsingStatementSyntax parent when parent == scope:
                    statement = parent;
                    break;
                default:
                    return false;
            }
        }
    }

    private static bool HasNoEffect(FixContext context, StatementSyntax statement)
    {
        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        return statement is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 } declaration
            && declaration.Declaration.Variables.All(variable =>
                variable.Initializer is { } initializer
                && context.Model.GetOperation(initializer.Value, context.CancellationToken) is { } value
                && BlobClients.HasNoEffect(value, types));
    }
}
