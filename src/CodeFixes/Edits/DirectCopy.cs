namespace StreamTuning.CodeFixes.Edits;

/// <summary>
/// Replaces a call that takes all of a source into memory, and the one that writes it to a path, by the runtime's copy to that. It takes
/// the place of an old file only when it is complete: a source that fails leaves that as it was, as it did when it failed on its way into
/// memory.
/// </summary>
internal static class DirectCopy
{
    private const string Response = "response";
    private const string Options = "new FileCopyOptions { Replace = FileReplacement.Atomic }";

    public static FixEdit? TryCreate(BufferedContent content, FixContext context)
    {
        if (!content.CanBeCopied
            || AwaitableCall.TryRead(context, content.Fill.Syntax) is not { } fill
            || AwaitableCall.TryRead(context, content.Write.Syntax) is not { } write
            || !TryGetToken(fill, write, out ArgumentSyntax? token))
        {
            return null;
        }

        if (fill.Outer.Parent is ArgumentSyntax { Parent: ArgumentListSyntax list } && list == write.Syntax.ArgumentList)
        {
            bool isAlone = write.Outer.Parent is ExpressionStatementSyntax or ArrowExpressionClauseSyntax
                or AnonymousFunctionExpressionSyntax;
            bool canAwait = write.IsAwaited || !fill.IsAwaited || content.IsDownload;
            return isAlone && canAwait ? TryReplaceWrite(context, fill, write, token) : null;
        }

        return TryJoinStatements(content, context, fill, write, token);
    }

    /// <summary>Makes one statement of those that fill the memory and write it, and removes what else is there for the memory.</summary>
    private static FixEdit? TryJoinStatements(
        BufferedContent content, FixContext context, AwaitableCall fill, AwaitableCall write, ArgumentSyntax? token)
    {
        if (write.Outer.Parent is not ExpressionStatementSyntax writeStatement
            || Statements.TryGetOf(fill.Outer) is not { } fillStatement
            || Statements.SiblingsOf(writeStatement) is not { } siblings
            || siblings.IndexOf(fillStatement) is not (>= 0 and var first))
        {
            return null;
        }

        var removed = new HashSet<StatementSyntax>();
        UsingStatementSyntax? scope = null;
        foreach (IOperation leftover in content.Leftovers)
        {
            StatementSyntax? statement = Statements.TryGetOf(leftover.Syntax);
            if (statement is UsingStatementSyntax declaration)
            {
                scope = declaration;
            }
            else if (statement is not null)
            {
                removed.Add(statement);
            }
            else
            {
                return null;
            }
        }

        bool passesDeclarations = false;
        for (int i = first + 1; i < siblings.IndexOf(writeStatement); i++)
        {
            if (siblings[i].ContainsDirectives)
            {
                return null;
            }

            if (!removed.Contains(siblings[i]))
            {
                if (!CanBePassed(context, siblings[i]))
                {
                    return null;
                }

                passesDeclarations = true;
            }
        }

        // The statement that waits last says on which context the code goes on.
        bool keepsFill = !IsRead(fill)
            && !content.IsDownload
            && !passesDeclarations
            && (!write.IsAwaited || (fill.IsAwaited && fill.ConfigureAwait == write.ConfigureAwait));
        if (!keepsFill && fill.IsAwaited && !write.IsAwaited && !content.IsDownload)
        {
            return null;
        }

        FixEdit? edit = keepsFill ? TryReplaceFill(context, fill, write, token) : TryReplaceWrite(context, fill, write, token);
        StatementSyntax kept = keepsFill ? fillStatement : writeStatement;
        removed.Add(keepsFill ? writeStatement : fillStatement);
        removed.Remove(kept);
        if (edit is null || kept.ContainsDirectives)
        {
            return null;
        }

        if (scope is not null)
        {
            if (scope.Statement is BlockSyntax block && scope.Parent is BlockSyntax or GlobalStatementSyntax)
            {
                return block.Statements.All(statement => statement == kept || removed.Contains(statement))
                    && StatementRemoval.TryUnwrap(edit, context, scope, kept) ? edit : null;
            }

            TextSpan header = TextSpan.FromBounds(scope.SpanStart, scope.Statement.SpanStart);
            if (scope.Parent is not UsingStatementSyntax
                && scope.Statement is not UsingStatementSyntax
                || StatementRemoval.HasCommentWithin(scope, header))
            {
                return null;
            }

            edit.Replace(header, "");
        }

        return StatementRemoval.TryAdd(edit, context, removed) ? edit : null;
    }

    /// <summary>Turns the call that fills the memory into the copy.</summary>
    private static FixEdit? TryReplaceFill(FixContext context, AwaitableCall fill, AwaitableCall write, ArgumentSyntax? token)
    {
        if (write.Argument("path") is not { } path)
        {
            return null;
        }

        bool addsToken = token is not null && fill.Token is null;

        // What is removed with the copy belongs to this form of it alone.
        return TunedCopy.TryCreate(
            context, fill.Syntax, path.Expression.ToString(), addsToken
                ? Options + ", cancellationToken: " + token!.Expression
                : Options)?.Or(null);
    }

    /// <summary>Turns the call that writes into the copy, where it stands.</summary>
    private static FixEdit? TryReplaceWrite(FixContext context, AwaitableCall fill, AwaitableCall write, ArgumentSyntax? token)
    {
        if (write.Syntax.Expression is not MemberAccessExpressionSyntax { Name: { } name } access
            || write.Argument("path") is not { } path
            || write.Argument("bytes") is not { } bytes
            || StatementRemoval.HasCommentWithin(bytes, bytes.Expression.Span)
            || StatementRemoval.HasCommentWithin(access, access.Span)
            || TryGetSource(fill) is not { } source)
        {
            return null;
        }

        var edit = new FixEdit();
        string before = "";
        if (fill.Operation.TargetMethod.Name == "GetByteArrayAsync")
        {
            if (TryRequest(context, fill, write, token) is not { } request)
            {
                return null;
            }

            before = request;
        }

        if (write.IsAwaited)
        {
            edit.Insert(write.Outer.SpanStart, before);
        }
        else if (fill.IsAwaited)
        {
            before += "await ";
            edit.Insert(write.Syntax.Span.End, ConfigureAwaitOf(fill));
        }

        edit.Replace(access.Expression.Span, write.IsAwaited ? source : before + source)
            .Replace(name.Span, write.IsAwaited || fill.IsAwaited ? "CopyToFileAsync" : "CopyToFile")
            .ExpectRuntimeCall(name.SpanStart)
            .Replace(bytes.Expression.Span, Options);
        Rename(path, "destination");
        Rename(bytes, "options");
        if (token is not null && write.Token is null)
        {
            SeparatedSyntaxList<ArgumentSyntax> arguments = write.Syntax.ArgumentList.Arguments;
            string label = arguments.Any(argument => argument.NameColon is not null) ? "cancellationToken: " : "";
            edit.Insert(Arguments.EndOf(arguments.Last()), ", " + label + token.Expression);
        }

        return edit;

        void Rename(ArgumentSyntax argument, string parameter)
        {
            if (argument.NameColon is { } label)
            {
                edit.Replace(label.Name.Span, parameter);
            }
        }
    }

    private static string ConfigureAwaitOf(AwaitableCall call) =>
        call.ConfigureAwait.Length == 0 ? "" : ".ConfigureAwait" + call.ConfigureAwait;

    /// <summary>The request and the check of its response, to stand before the statement that writes; null where they do not fit.</summary>
    private static string? TryRequest(FixContext context, AwaitableCall fill, AwaitableCall write, ArgumentSyntax? token)
    {
        if (fill is not { IsAwaited: true, Syntax.Expression: MemberAccessExpressionSyntax { Expression: { } client } }
            || fill.Argument("requestUri") is not { } address
            || write.Outer.Parent is not ExpressionStatementSyntax { Parent: BlockSyntax or GlobalStatementSyntax } statement
            || !context.Model.LookupSymbols(statement.SpanStart, name: Response).IsEmpty)
        {
            return null;
        }

        string indentation = Layout.TryGetIndentation(context.Text, statement.SpanStart) is { } space ? context.NewLine + space : " ";
        return "using var " + Response + " = await " + client + ".GetAsync(" + address.Expression + ", "
            + StreamedRequest.OptionAt(statement, context) + (token is null ? "" : ", " + token.Expression) + ")"
            + ConfigureAwaitOf(fill) + ";" + indentation + Response + ".EnsureSuccessStatusCode();" + indentation;
    }

    /// <summary>The one token that both calls are given, or one of them; false where they are given two.</summary>
    private static bool TryGetToken(AwaitableCall fill, AwaitableCall write, out ArgumentSyntax? token)
    {
        token = fill.Token ?? write.Token;
        return fill.Token is null || write.Token is null || AwaitableCall.HaveSameToken(fill, write);
    }

    /// <summary>Whether a statement only declares locals, without any effect: what is before it can as well be after it.</summary>
    private static bool CanBePassed(FixContext context, StatementSyntax statement)
    {
        if (statement is not LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 } declaration)
        {
            return false;
        }

        KnownTypes types = KnownTypes.Of(context.Model.Compilation);
        return declaration.Declaration.Variables.All(variable =>
            variable.Initializer is { } initializer
            && context.Model.GetOperation(initializer.Value, context.CancellationToken) is { } value
            && FilePaths.CanBeMoved(value, types));
    }

    /// <summary>Whether the call reads a whole file.</summary>
    private static bool IsRead(AwaitableCall fill) => fill.Operation.TargetMethod.Name is "ReadAllBytes" or "ReadAllBytesAsync";

    /// <summary>
    /// What to call the copy on: the source of the copy into memory, or the file that is read; null where that loses something.
    /// </summary>
    private static string? TryGetSource(AwaitableCall fill)
    {
        if (!IsRead(fill))
        {
            return fill.Operation.TargetMethod.Name == "GetByteArrayAsync" ? Response + ".Content" : fill.TryGetCopied();
        }

        return fill.Argument("path") is { } path && fill.Syntax.Expression is MemberAccessExpressionSyntax { Expression: { } type }
            ? "new " + (type is MemberAccessExpressionSyntax { Expression: { } scope } ? scope + "." : "") + "FileInfo(" + path.Expression +
                ")"
            : null;
    }
}
