namespace StreamTuning.CodeFixes.Uploads;

/// <summary>Fixes STRM4009 by the stream of the file in the place of the memory, which is read into an array of its length.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FormFileArrayThroughMemoryCodeFix))]
[Shared]
internal sealed class FormFileArrayThroughMemoryCodeFix() : CodeFix<StreamCopy>(Rules.FormFileArrayThroughMemory, StreamCopy.Facts)
{
    private protected override FixEdit? TryWritePlain(StreamCopy copy, FixContext context)
    {
        var edit = new FixEdit();
        return copy.Kind == CopySource.FormFile
            && FormFileArray.TryRead(copy, context.Types) is { IsUsedOtherwise: false } array
            && copy.Source.IsReadable()
            && FormFileInMemory.IsNext(copy.Call.Syntax, array.Creation.Syntax)
            && AwaitableCall.TryRead(context, context.Node) is { } fill
            && Statements.TryGetOf(fill.Syntax) is ExpressionStatementSyntax filling
            && TryReadArray(array, fill, filling, context, edit)
                ? edit
                : null;
    }

    private static bool TryReadArray(
        FormFileArray array, AwaitableCall fill, ExpressionStatementSyntax filling, FixContext context, FixEdit edit)
    {
        if (fill.TryGetCopied() is not { } file
            || array.Array is not { Syntax: InvocationExpressionSyntax made }
            || OpenedFormFile.TryPutFor(array.Creation, edit, file) is not { } memory
            || HasDirective(context, memory.Parent!, made)
            || StatementRemoval.HasCommentWithin(fill.Syntax, fill.Syntax.Span)
            || StatementRemoval.HasCommentWithin(made, made.Span))
        {
            return false;
        }

        // It's disposed as a person would who opens it.
        if (memory.Parent is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 } declaration
            && declaration.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 })
        {
            edit.Insert(declaration.SpanStart, "using ");
        }

        List<StatementSyntax?> removed =
            array.Rewinds.Select(static rewind => rewind.Syntax.FirstAncestorOrSelf<StatementSyntax>()).ToList();
        string? target;
        string? name;
        if (VariableOf(array.Array, filling) is var (variable, type, statement))
        {
            name = variable;
            target = type + variable;
            removed.Add(statement);
        }
        else
        {
            name = TryName(file, filling, context);
            target = (memory.Type.IsVar ? "var " : "byte[] ") + name;
            edit.Replace(made.Span, name ?? "");
        }

        string indentation = Layout.TryGetIndentation(context.Text, filling.SpanStart) is { } space ? context.NewLine + space : " ";
        string stream = memory.Variables[0].Identifier.Text;
        string token = fill.Token is { } given ? ", " + given.Expression : "";
        edit.Insert(filling.SpanStart, $"{target} = new byte[{file}.Length];{indentation}");
        edit.Replace(fill.Syntax.Span, $"{stream}.{(fill.IsAwaited ? "ReadExactlyAsync" : "ReadExactly")}({name}{token})");
        return name is not null
            && removed.TrueForAll(static statement => statement is { Parent: BlockSyntax }
                and (ExpressionStatementSyntax or LocalDeclarationStatementSyntax))
            && (removed.Count == 0 || StatementRemoval.TryAdd(edit, context, removed!));
    }

    /// <summary>Whether some of what changes is in some builds only.</summary>
    private static bool HasDirective(FixContext context, SyntaxNode first, SyntaxNode last) => context.Root.DescendantTrivia(
        TextSpan.FromBounds(first.FullSpan.Start, last.Span.End), descendIntoTrivia: true).Any(
            trivia => trivia.IsDirective && trivia.SpanStart >= first.FullSpan.Start && trivia.SpanStart < last.Span.End);

    /// <summary>
    /// The variable that is only there for the array, and can have it earlier: with what declares it, and the statement that isn't needed
    /// any more. It has no value yet, so nobody reads it if reading the file fails.
    /// </summary>
    private static (string Name, string Declaration, StatementSyntax Statement)? VariableOf(
        IInvocationOperation array, ExpressionStatementSyntax filling)
    {
        if (Statements.TryGetOf(array.Syntax) is not { } statement || statement.Parent != filling.Parent || HasComment(statement))
        {
            return null;
        }

        return (array.Syntax.Parent, statement) switch
        {
            (EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable }, LocalDeclarationStatementSyntax declaration) =>
                (variable.Identifier.Text, declaration.Declaration.Type + " ", declaration),
            (AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression, Left: IdentifierNameSyntax left }, _)
                when array.Parent is ISimpleAssignmentOperation { Target: ILocalReferenceOperation { Local: { } local } }
                    && local.SingleValue(array.Root()) is not null
                    && local.DeclaringSyntaxReferences is { Length: 1 } declared
                    && declared[0].GetSyntax() is VariableDeclaratorSyntax { Initializer: null } =>
                (left.Identifier.Text, "", statement),
            _ => null,
        };
    }

    private static bool HasComment(StatementSyntax statement) =>
        statement.GetLeadingTrivia().Any(Layout.IsMoreThanSpace) || statement.GetTrailingTrivia().Any(Layout.IsMoreThanSpace);

    /// <summary>A name for the bytes of a file that nothing in sight has.</summary>
    private static string? TryName(string file, StatementSyntax statement, FixContext context)
    {
        string last = file.TrimEnd('!');
        last = last.Substring(last.LastIndexOf('.') + 1).TrimStart('_', '@');
        if (!SyntaxFacts.IsValidIdentifier(last))
        {
            return null;
        }

        last = char.ToLowerInvariant(last[0]) + last.Substring(1);
        return new[] { last + "Bytes", last + "Content" }.FirstOrDefault(
            name => context.Model.LookupSymbols(statement.SpanStart, name: name).IsEmpty
                && statement.Parent!.DescendantTokens().All(
                    token => !token.IsKind(SyntaxKind.IdentifierToken) || token.ValueText != name));
    }
}
