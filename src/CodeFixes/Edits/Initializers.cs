namespace StreamTuning.CodeFixes.Edits;

/// <summary>What object initializers set, and what is to be added to them.</summary>
internal static class Initializers
{
    /// <summary>Sets a property where an object is built.</summary>
    public static FixEdit Set(FixEdit edit, FixContext context, InitializerExpressionSyntax initializer, string name, string value)
    {
        if (Find(initializer, name) is { } old)
        {
            return edit.Replace(old.Span, value);
        }

        if (initializer.Expressions.Count == 0)
        {
            return edit.Insert(initializer.OpenBraceToken.Span.End, " " + name + " = " + value);
        }

        ExpressionSyntax last = initializer.Expressions.Last();
        bool endsInComma = initializer.Expressions.SeparatorCount == initializer.Expressions.Count;
        SyntaxToken token = endsInComma ? initializer.Expressions.GetSeparators().Last() : last.GetLastToken();
        int end = token.Span.End;
        string before = endsInComma ? "" : ",";
        string added = name + " = " + value + (endsInComma ? "," : "");
        if (Layout.TryGetIndentation(context.Text, last.SpanStart) is not { } indentation)
        {
            return edit.Insert(end, before + " " + added);
        }

        // As the last one stands: on a line of its own, behind the comment on that.
        added = context.NewLine + indentation + added;
        int comment = EndOfComment(token);
        return comment == end ? edit.Insert(end, before + added) : edit.Insert(end, before).Insert(comment, added);
    }

    /// <summary>The value that a property is set to; null where it is left to its default.</summary>
    public static ExpressionSyntax? Find(InitializerExpressionSyntax initializer, string name)
    {
        foreach (ExpressionSyntax expression in initializer.Expressions)
        {
            if (expression is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier: var identifier } } assignment
                && identifier.ValueText == name)
            {
                return assignment.Right;
            }
        }

        return null;
    }

    private static int EndOfComment(SyntaxToken token)
    {
        int end = token.Span.End;
        foreach (SyntaxTrivia trivia in token.TrailingTrivia)
        {
            if (trivia.IsKind(SyntaxKind.SingleLineCommentTrivia) || trivia.IsKind(SyntaxKind.MultiLineCommentTrivia))
            {
                end = trivia.Span.End;
            }
        }

        return end;
    }
}
