namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Compares a tree that a fix made with the tree that its text parses to.</summary>
internal static class TreeShape
{
    /// <summary>The first difference, or null.</summary>
    /// <param name="made">What the fix made.</param>
    /// <param name="parsed">What its text parses to.</param>
    /// <param name="withTrivia">Whether trivia count.</param>
    /// <param name="kindName">The name of a raw kind.</param>
    public static string? FirstDifference(SyntaxNode made, SyntaxNode parsed, bool withTrivia, Func<int, string> kindName)
    {
        // Elements without text (missing tokens, empty lists) count too: they are what a parser would not have made.
        var madeElements = Elements(made, withTrivia, kindName).ToList();
        var parsedElements = Elements(parsed, withTrivia, kindName).ToList();
        for (int i = 0; i < Math.Max(madeElements.Count, parsedElements.Count); i++)
        {
            var (madeText, position) = i < madeElements.Count ? madeElements[i] : ("nothing", made.FullSpan.End);
            var (parsedText, _) = i < parsedElements.Count ? parsedElements[i] : ("nothing", parsed.FullSpan.End);
            if (madeText != parsedText)
            {
                var line = parsed.GetText().Lines.GetLineFromPosition(Math.Min(position, parsed.FullSpan.End));
                return $"Line {line.LineNumber + 1}: {line.ToString().Trim()}{Environment.NewLine}  the fix made  {madeText.Trim()}{Environment.NewLine}  which parses as {parsedText.Trim()}";
            }
        }

        return null;
    }

    private static IEnumerable<(string Text, int Position)> Elements(SyntaxNode root, bool withTrivia, Func<int, string> kindName)
    {
        var stack = new Stack<(SyntaxNodeOrToken Element, int Depth)>();
        stack.Push((root, 0));
        while (stack.TryPop(out var top))
        {
            var (element, depth) = top;
            // The depth tells a child from a sibling.
            string place = $"{depth} {kindName(element.RawKind)}";
            if (element.IsNode)
            {
                yield return (place, element.SpanStart);
                foreach (var child in element.ChildNodesAndTokens().Reverse())
                {
                    stack.Push((child, depth + 1));
                }

                continue;
            }

            if (withTrivia)
            {
                foreach (var trivia in element.GetLeadingTrivia())
                {
                    yield return ($"{place} leading {kindName(trivia.RawKind)} \"{trivia.ToFullString()}\"", trivia.SpanStart);
                }
            }

            yield return ($"{place} \"{element}\"{(element.IsMissing ? " (missing)" : string.Empty)}", element.SpanStart);
            if (withTrivia)
            {
                foreach (var trivia in element.GetTrailingTrivia())
                {
                    yield return ($"{place} trailing {kindName(trivia.RawKind)} \"{trivia.ToFullString()}\"", trivia.SpanStart);
                }
            }
        }
    }
}
