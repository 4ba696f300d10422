using DiffPlex;
using DiffPlex.Chunkers;
using DiffPlex.Model;

namespace StreamTuning.Tool.Fixing;

/// <summary>The difference of two texts in the unified format.</summary>
internal static class LineDiff
{
    private const string NoLineEnd = "\\ No newline at end of file";

    /// <summary>The lines of the difference, with a header for each hunk; none where the texts are equal.</summary>
    /// <param name="before">The old text.</param>
    /// <param name="after">The new text.</param>
    /// <param name="context">How many equal lines stand around a change.</param>
    public static IEnumerable<string> Unified(string before, string after, int context = 3)
    {
        List<(char Mark, string Text)> lines = Align(before, after);
        int oldLine = 1;
        int newLine = 1;
        for (int i = 0; i < lines.Count;)
        {
            if (!lines.Skip(i).Take(context + 1).Any(static line => line.Mark != ' '))
            {
                // Not near a change that follows; equal lines count on both sides.
                oldLine++;
                newLine++;
                i++;
                continue;
            }

            int end = EndOfHunk(lines, i, context);
            List<(char Mark, string Text)> hunk = lines[i..end];
            int oldCount = hunk.Count(static line => line.Mark != '+');
            int newCount = hunk.Count(static line => line.Mark != '-');
            // Where a side has no lines, its number is that of the line before.
            int oldStart = oldCount == 0 ? oldLine - 1 : oldLine;
            int newStart = newCount == 0 ? newLine - 1 : newLine;
            yield return $"@@ -{oldStart},{oldCount} +{newStart},{newCount} @@";
            foreach ((char mark, string text) in hunk)
            {
                yield return mark + text.TrimEnd('\n');
                if (!text.EndsWith('\n'))
                {
                    yield return NoLineEnd;
                }
            }

            oldLine += oldCount;
            newLine += newCount;
            i = end;
        }
    }

    /// <summary>The end of the hunk that starts there: after the context of the last change that is not far from the one before.</summary>
    private static int EndOfHunk(List<(char Mark, string Text)> lines, int start, int context)
    {
        int lastChange = start;
        for (int i = start; i < lines.Count && i <= lastChange + (2 * context) + 1; i++)
        {
            if (lines[i].Mark != ' ')
            {
                lastChange = i;
            }
        }

        return Math.Min(lines.Count, lastChange + context + 1);
    }

    /// <summary>The lines with their ends, so that a text without one at its end differs from one with it.</summary>
    private static string[] Split(string text)
    {
        var lines = new List<string>();
        for (int start = 0; start < text.Length;)
        {
            int end = text.IndexOf('\n', start) is >= 0 and var found ? found + 1 : text.Length;
            lines.Add(text[start..end]);
            start = end;
        }

        return [.. lines];
    }

    /// <summary>The lines of both texts in order, each marked as old, new or both.</summary>
    private static List<(char Mark, string Text)> Align(string before, string after)
    {
        DiffResult difference = Differ.Instance.CreateDiffs(
            before, after, ignoreWhiteSpace: false, ignoreCase: false, new CustomFunctionChunker(Split));
        string[] old = [.. difference.PiecesOld];
        var lines = new List<(char, string)>();
        int read = 0;
        foreach (DiffBlock block in difference.DiffBlocks)
        {
            lines.AddRange(old[read..block.DeleteStartA].Select(static line => (' ', line)));
            read = block.DeleteStartA + block.DeleteCountA;
            lines.AddRange(old[block.DeleteStartA..read].Select(static line => ('-', line)));
            lines.AddRange(difference.PiecesNew.Skip(block.InsertStartB).Take(block.InsertCountB).Select(static line => ('+', line)));
        }

        lines.AddRange(old[read..].Select(static line => (' ', line)));
        return lines;
    }
}
