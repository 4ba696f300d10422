namespace StreamTuning.CodeFixes.Temp;

/// <summary>The length of what is copied into a file later, where it can be read when the path of the file is chosen.</summary>
internal static class LengthBefore
{
    /// <summary>
    /// The length in C#; null where a variable in it is not there yet, gets another value in between, or may still be null.
    /// </summary>
    public static string? TryGet(TempFile file, FixContext context, ExpressionSyntax path)
    {
        SyntaxNode fill = file.Fill.Syntax;
        if (file.ExpectedLength is not { } length || fill.SpanStart < path.Span.End)
        {
            return null;
        }

        foreach (IdentifierNameSyntax name in SyntaxFactory.ParseExpression(length).DescendantNodesAndSelf().OfType<IdentifierNameSyntax>())
        {
            if (name.Parent is MemberAccessExpressionSyntax access && access.Name == name)
            {
                continue;
            }

            string text = name.Identifier.ValueText;
            ISymbol? there = context.Model.LookupSymbols(fill.SpanStart, name: text).FirstOrDefault();
            ISymbol? here = context.Model.LookupSymbols(path.SpanStart, name: text).FirstOrDefault();
            if (!SymbolEqualityComparer.Default.Equals(here, there)
                || (here is ILocalSymbol local && !IsDeclaredBefore(local, path))
                || IsChanged(context, text, path.Span.End, fill.Span.End))
            {
                return null;
            }
        }

        return length;
    }

    private static bool IsDeclaredBefore(ILocalSymbol local, ExpressionSyntax path) =>
        local.IsForEach || (local.DeclaringSyntaxReferences is { Length: 1 } declarations && declarations[0].Span.End <= path.SpanStart);

    /// <summary>Whether a variable is assigned between two positions, or tested for null there, so that it cannot be used before.</summary>
    private static bool IsChanged(FixContext context, string variable, int start, int end) =>
        context.Root.DescendantNodes(node => node.Span.End > start && node.SpanStart < end)
            .OfType<IdentifierNameSyntax>()
            .Any(
                name =>
                    name.Identifier.ValueText == variable && name.SpanStart >= start && name.SpanStart < end && IsChangedOrTested(name));

    private static bool IsChangedOrTested(IdentifierNameSyntax name)
    {
        ExpressionSyntax use = name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access ? access : name;
        return use.Parent switch
        {
            AssignmentExpressionSyntax assignment => assignment.Left == use,
            ArgumentSyntax argument => !argument.RefKindKeyword.IsKind(SyntaxKind.None),
            ConditionalAccessExpressionSyntax conditional => conditional.Expression == use,
            BinaryExpressionSyntax comparison =>
                comparison.Kind() is SyntaxKind.EqualsExpression or SyntaxKind.NotEqualsExpression or SyntaxKind.CoalesceExpression,
            IsPatternExpressionSyntax or SwitchStatementSyntax or SwitchExpressionSyntax => true,
            _ => false,
        };
    }
}
