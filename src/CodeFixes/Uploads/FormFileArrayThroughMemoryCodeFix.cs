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
            && FormFileArray.TryRead(copy, context.Types) is { IsEnded: false } array
            && FormFileInMemory.IsNamedBefore(copy.Source, array.Creation)
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
            || OpenedFormFile.TryPutFor(array.Creation, edit, file) is not { } memory)
        {
            return false;
        }

        // It's disposed as a person would who opens it.
        if (memory.Parent is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 } declaration
            && declaration.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 })
        {
            edit.Insert(declaration.SpanStart, "using ");
        }

        // An array that is a variable anyway is made earlier; others get one.
        var removed = array.Rewinds.Select(static rewind => rewind.Syntax.FirstAncestorOrSelf<StatementSyntax>()).ToList();
        string? name = null;
        string type = memory.Type.IsVar ? "var" : "byte[]";
        if (made.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable }
            && Statements.TryGetOf(made) is LocalDeclarationStatementSyntax kept
            && kept.Parent == filling.Parent)
        {
            name = variable.Identifier.Text;
            type = kept.Declaration.Type.ToString();
            removed.Add(kept);
        }
        else
        {
            name = TryName(file, filling);
            edit.Replace(made.Span, name ?? "");
        }

        string indentation = Layout.TryGetIndentation(context.Text, filling.SpanStart) is { } space ? context.NewLine + space : " ";
        edit.Insert(filling.SpanStart, $"{type} {name} = new byte[{file}.Length];{indentation}");
        string stream = memory.Variables[0].Identifier.Text;
        string token = fill.Token is { } given ? ", " + given.Expression : "";
        edit.Replace(fill.Syntax.Span, $"{stream}.{(fill.IsAwaited ? "ReadExactlyAsync" : "ReadExactly")}({name}{token})");
        return name is not null
            && !StatementRemoval.HasCommentWithin(fill.Syntax, fill.Syntax.Span)
            && !StatementRemoval.HasCommentWithin(made, made.Span)
            && removed.TrueForAll(static statement => statement is { Parent: BlockSyntax or GlobalStatementSyntax or SwitchSectionSyntax }
                and (ExpressionStatementSyntax or LocalDeclarationStatementSyntax))
            && (removed.Count == 0 || StatementRemoval.TryAdd(edit, context, removed!));
    }

    /// <summary>A name for the bytes of a file, which the member around the statement doesn't have yet.</summary>
    private static string? TryName(string file, StatementSyntax statement)
    {
        string last = file.TrimEnd('!');
        last = last.Substring(last.LastIndexOf('.') + 1).TrimStart('_', '@');
        if (!SyntaxFacts.IsValidIdentifier(last))
        {
            return null;
        }

        last = char.ToLowerInvariant(last[0]) + last.Substring(1);
        SyntaxNode member = statement.FirstAncestorOrSelf<MemberDeclarationSyntax>(static node => node is not GlobalStatementSyntax)
            ?? statement.SyntaxTree.GetRoot();
        return new[] { last + "Bytes", last + "Content" }.FirstOrDefault(
            name => member.DescendantTokens().All(token => !token.IsKind(SyntaxKind.IdentifierToken) || token.ValueText != name));
    }
}
