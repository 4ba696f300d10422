using System.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>A short line diff of two texts.</summary>
internal static class TextDiff
{
    private const int ContextLines = 2;

    /// <summary>The lines that differ with a little context, or null when the texts are equal to the character.</summary>
    public static string? Describe(string expected, string actual)
    {
        if (expected == actual)
        {
            return null;
        }

        var text = new StringBuilder();
        bool onlyLineEnds = expected.ReplaceLineEndings("\n") == actual.ReplaceLineEndings("\n");
        text.AppendLine(onlyLineEnds
            ? "Only the line ends differ (- expected, + actual; \u240d is CR, \u240a is LF):"
            : "- expected, + actual:");
        var lines = Align(Split(expected), Split(actual));
        bool skipped = false;
        for (int i = 0; i < lines.Count; i++)
        {
            bool near = lines.Skip(i - ContextLines).Take((2 * ContextLines) + 1 + Math.Min(0, i - ContextLines)).Any(static line => line.Mark != ' ');
            if (!near)
            {
                skipped = true;
                continue;
            }

            if (skipped)
            {
                text.AppendLine("  ...");
                skipped = false;
            }

            text.Append(lines[i].Mark).Append(' ').AppendLine(lines[i].Mark == ' ' ? lines[i].Text.TrimEnd('\r', '\n') : Visible(lines[i].Text, onlyLineEnds));
        }

        return text.ToString().TrimEnd();
    }

    private static List<(char Mark, string Text)> Align(string[] expected, string[] actual)
    {
        // Longest common subsequence from the ends backwards.
        int[,] common = new int[expected.Length + 1, actual.Length + 1];
        for (int i = expected.Length - 1; i >= 0; i--)
        {
            for (int j = actual.Length - 1; j >= 0; j--)
            {
                common[i, j] = expected[i] == actual[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        var lines = new List<(char, string)>();
        int e = 0;
        int a = 0;
        while (e < expected.Length || a < actual.Length)
        {
            if (e < expected.Length && a < actual.Length && expected[e] == actual[a])
            {
                lines.Add((' ', expected[e++]));
                a++;
            }
            else if (a == actual.Length || (e < expected.Length && common[e + 1, a] >= common[e, a + 1]))
            {
                lines.Add(('-', expected[e++]));
            }
            else
            {
                lines.Add(('+', actual[a++]));
            }
        }

        return lines;
    }

    private static string[] Split(string text)
    {
        var lines = new List<string>();
        int start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\n')
            {
                lines.Add(text[start..(i + 1)]);
                start = i + 1;
            }
        }

        lines.Add(text[start..]);
        return [.. lines];
    }

    private static string Visible(string line, bool lineEnds)
    {
        string body = line.TrimEnd('\r', '\n');
        string end = line[body.Length..];
        string content = body.TrimEnd(' ', '\t');
        // Trailing white space is what a reader of a diff overlooks.
        string trailing = body[content.Length..].Replace(' ', '\u00b7').Replace('\t', '\u2192');
        string shownEnd = lineEnds || end == "\r\n" ? end.Replace("\r", "\u240d").Replace("\n", "\u240a") : end.Length == 0 ? "\u2205 (no line end)" : string.Empty;
        return content + trailing + shownEnd;
    }
}
