namespace StreamTuning.CodeFixes.Temp;

/// <summary>
/// Fixes STRM2002 by the runtime's choice of a directory with room: a new, empty file stays one, and a name stays that name.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(TempFileWithoutSpaceCheckCodeFix))]
[Shared]
internal sealed class TempFileWithoutSpaceCheckCodeFix() : StreamTuningCodeFix(Rules.TempFileWithoutSpaceCheck)
{
    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context)
    {
        if (context.Model.Compilation.GetTypeByMetadataName("StreamTuning.TempSpace") is null
            || context.Node is not ExpressionSyntax path
            || context.Model.GetOperation(path, context.CancellationToken) is not { } operation
            || TempFile.At(operation, context.Types) is not { } file)
        {
            return null;
        }

        // A length that does not compile there is better left out than the fix.
        FixEdit? edit = TryCreate(file, context, path, length: "");
        return edit is not null && TryGetLength(file, context, path) is { } length
            ? TryCreate(file, context, path, length)?.Or(edit)
            : edit;
    }

    private static FixEdit? TryCreate(TempFile file, FixContext context, ExpressionSyntax path, string length)
    {
        if (file.Name == TempFile.NameKind.NewFile)
        {
            return path is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call
                && !StatementRemoval.HasCommentWithin(call.Expression, call.Expression.Span)
                ? new FixEdit()
                    .Replace(call.Expression.Span, "TempSpace.Default.CreateEmptyFile")
                    .Insert(call.ArgumentList.OpenParenToken.Span.End, length)
                    .ExpectRuntimeCall(call.SpanStart, call.Span)
                : null;
        }

        if (file.Name == TempFile.NameKind.Uncertain
            || file.Path.Directory?.Syntax is not ExpressionSyntax directory
            || PathBelowRoot.TryRead(context, directory, length: 0) is not { Rest.Length: > 0 } name
            || name.Whole != path
            || !OtherTempFiles.AreApart(file, context, path))
        {
            return null;
        }

        FixEdit edit = new FixEdit()
            .Replace(path.Span, "TempSpace.Default.GetPath(" + name.Rest + (length.Length > 0 ? ", " + length : "") + ")")
            .ExpectRuntimeCall(path.SpanStart, path.Span);

        // The variable that holds the directory goes if it's read for nothing else.
        if (file.Path.Directory.Unwrap() is ILocalReferenceOperation local
            && Uses.IsOnlyUse(local)
            && local.Local.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax
                { Parent: VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement } })
        {
            StatementRemoval.TryAdd(edit, context, [statement]);
        }

        return edit;
    }

    /// <summary>
    /// The length of the data in C#; null if a variable in it does not exist yet, gets another value in between, or is tested there.
    /// </summary>
    private static string? TryGetLength(TempFile file, FixContext context, ExpressionSyntax path)
    {
        SyntaxNode fill = file.Fill.Syntax;
        if (file.ExpectedLength is not { } length || fill.SpanStart < path.Span.End)
        {
            return null;
        }

        foreach (IdentifierNameSyntax name in SyntaxFactory.ParseExpression(length).DescendantNodesAndSelf().OfType<IdentifierNameSyntax>())
        {
            string text = name.Identifier.ValueText;
            if (name.Parent is MemberAccessExpressionSyntax access && access.Name == name)
            {
                continue;
            }

            ISymbol? there = context.Model.LookupSymbols(fill.SpanStart, name: text).FirstOrDefault();
            ISymbol? here = context.Model.LookupSymbols(path.SpanStart, name: text).FirstOrDefault();
            if (!SymbolEqualityComparer.Default.Equals(here, there)
                || (here is ILocalSymbol { IsForEach: false, DeclaringSyntaxReferences: { Length: 1 } declarations }
                    && declarations[0].Span.End > path.SpanStart)
                || context.Root.DescendantNodes(TextSpan.FromBounds(path.Span.End, fill.Span.End)).Any(
                    use => use is IdentifierNameSyntax { Identifier.ValueText: { } used } && used == text && IsChangedOrTested(use)))
            {
                return null;
            }
        }

        return length;
    }

    private static bool IsChangedOrTested(SyntaxNode variable) => variable.Parent switch
    {
        AssignmentExpressionSyntax assignment => assignment.Left == variable,
        ConditionalAccessExpressionSyntax conditional => conditional.Expression == variable,
        ArgumentSyntax argument => !argument.RefKindKeyword.IsKind(SyntaxKind.None),
        BinaryExpressionSyntax or IsPatternExpressionSyntax or SwitchStatementSyntax or SwitchExpressionSyntax => true,
        _ => false,
    };
}
