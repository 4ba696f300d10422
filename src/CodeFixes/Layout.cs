using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.CodeFixes;

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
}
