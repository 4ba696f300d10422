namespace StreamTuning.CodeFixes.Edits;

/// <summary>How a text is laid out: what new lines have to follow.</summary>
internal static class Layout
{
    /// <summary>The line end that the text uses.</summary>
    public static string NewLine(SourceText text)
    {
        TextLine first = text.Lines[0];
        return first.EndIncludingLineBreak > first.End ? text.ToString(TextSpan.FromBounds(first.End, first.EndIncludingLineBreak)) : "\n";
    }

    /// <summary>The white space before the position, or null where something else stands before it on its line.</summary>
    public static string? TryGetIndentation(SourceText text, int position)
    {
        TextLine line = text.Lines.GetLineFromPosition(position);
        string before = text.ToString(TextSpan.FromBounds(line.Start, position));
        return string.IsNullOrWhiteSpace(before) ? before : null;
    }

    /// <summary>The lines of a statement or member; null where they hold anything else, comments included.</summary>
    public static TextSpan? TryGetLines(SourceText text, SyntaxNode statement)
    {
        if (TryGetIndentation(text, statement.SpanStart) is not { } indentation
            || !statement.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia)
            || statement.DescendantTrivia().Any(IsMoreThanSpace))
        {
            return null;
        }

        int start = statement.SpanStart - indentation.Length;
        int end = statement.FullSpan.End;
        TextLine next = text.Lines.GetLineFromPosition(end);
        bool opensBlock = statement.GetFirstToken().GetPreviousToken().IsKind(SyntaxKind.OpenBraceToken);
        return TextSpan.FromBounds(start, opensBlock && string.IsNullOrWhiteSpace(next.ToString()) ? next.EndIncludingLineBreak : end);
    }

    /// <summary>Whether it is a comment, a directive or text that is not compiled.</summary>
    public static bool IsMoreThanSpace(SyntaxTrivia trivia) =>
        !trivia.IsKind(SyntaxKind.EndOfLineTrivia) && !trivia.IsKind(SyntaxKind.WhitespaceTrivia);
}
