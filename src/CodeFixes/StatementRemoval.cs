using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.CodeFixes;

/// <summary>Removes statements as a person would: with their lines, and with no empty lines left that separate nothing.</summary>
internal static class StatementRemoval
{
    /// <summary>
    /// Adds the removal of statements to an edit. Comments before and behind them stay. False where one within would be lost, or where a
    /// directive makes them part of some builds only.
    /// </summary>
    public static bool TryAdd(FixEdit edit, FixContext context, IEnumerable<StatementSyntax> statements)
    {
        var spans = new List<TextSpan>();
        foreach (StatementSyntax statement in statements.OrderBy(statement => statement.SpanStart))
        {
            if (statement.ContainsDirectives || HasCommentWithin(statement, statement.Span))
            {
                return false;
            }

            TextSpan span = SpanOf(context.Text, statement.Span, spans);
            if (spans.Count > 0 && span.Start <= spans[spans.Count - 1].End)
            {
                span = TextSpan.FromBounds(spans[spans.Count - 1].Start, span.End);
                spans.RemoveAt(spans.Count - 1);
            }

            spans.Add(span);
        }

        foreach (TextSpan span in spans)
        {
            edit.Replace(WithEmptyLine(context.Text, span), "");
        }

        return true;
    }

    /// <summary>Whether a comment of the node, or anything else that is no white space, lies in the span.</summary>
    public static bool HasCommentWithin(SyntaxNode node, TextSpan span) =>
        node.DescendantTrivia().Any(trivia => span.Contains(trivia.Span) && !string.IsNullOrWhiteSpace(trivia.ToString()));

    /// <summary>The lines of a statement, or what it takes of a line that holds more than what is removed.</summary>
    private static TextSpan SpanOf(SourceText text, TextSpan statement, List<TextSpan> removed)
    {
        TextLine first = text.Lines.GetLineFromPosition(statement.Start);
        TextLine last = text.Lines.GetLineFromPosition(statement.End);
        int before = SkipSpaceBefore(text, statement.Start);
        int kept = before;
        if (removed.Count > 0 && removed[removed.Count - 1] is { } previous && before <= previous.End)
        {
            kept = SkipSpaceBefore(text, previous.Start);
        }

        if (kept > text.Lines.GetLineFromPosition(kept).Start)
        {
            return TextSpan.FromBounds(before, statement.End);
        }

        int after = statement.End;
        while (after < last.End && char.IsWhiteSpace(text[after]))
        {
            after++;
        }

        // The indentation serves what follows.
        return after < last.End ? TextSpan.FromBounds(statement.Start, after) : TextSpan.FromBounds(first.Start, last.EndIncludingLineBreak);
    }

    /// <summary>Where the white space before the position begins, on the same line.</summary>
    private static int SkipSpaceBefore(SourceText text, int position)
    {
        int start = text.Lines.GetLineFromPosition(position).Start;
        while (position > start && char.IsWhiteSpace(text[position - 1]))
        {
            position--;
        }

        return position;
    }

    /// <summary>The span, if it is of whole lines, with one of the empty lines around it that are no longer between two statements.</summary>
    private static TextSpan WithEmptyLine(SourceText text, TextSpan span)
    {
        TextLine first = text.Lines.GetLineFromPosition(span.Start);
        if (first.Start != span.Start || span.End >= text.Length || text.Lines.GetLineFromPosition(span.End).Start != span.End)
        {
            return span;
        }

        TextLine next = text.Lines.GetLineFromPosition(span.End);
        string before = first.LineNumber == 0 ? "" : text.Lines[first.LineNumber - 1].ToString().Trim();
        string after = next.ToString().Trim();
        if (after.Length == 0 && (before.Length == 0 || before[before.Length - 1] == '{'))
        {
            return TextSpan.FromBounds(span.Start, next.EndIncludingLineBreak);
        }

        return before.Length == 0 && first.LineNumber > 0 && after.Length > 0 && after[0] == '}'
            ? TextSpan.FromBounds(text.Lines[first.LineNumber - 1].Start, span.End)
            : span;
    }
}
