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
        List<(char Mark, string Text)> lines = Align(Split(before), Split(after));
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

    /// <summary>The shortest script that makes one text of the other (Myers 1986), which is fast where few lines differ.</summary>
    private static List<(char Mark, string Text)> Align(string[] before, string[] after)
    {
        // The furthest line of the old text on each diagonal, after each number of changes.
        var rounds = new List<int[]>();
        int maximum = before.Length + after.Length;
        int[] furthest = new int[(2 * maximum) + 2];
        for (int changes = 0; changes <= maximum; changes++)
        {
            rounds.Add(furthest[(maximum - changes)..(maximum + changes + 2)]);
            for (int diagonal = -changes; diagonal <= changes; diagonal += 2)
            {
                bool inserts = diagonal == -changes
                    || (diagonal != changes && furthest[maximum + diagonal - 1] < furthest[maximum + diagonal + 1]);
                int b = inserts ? furthest[maximum + diagonal + 1] : furthest[maximum + diagonal - 1] + 1;
                while (b < before.Length && b - diagonal < after.Length && before[b] == after[b - diagonal])
                {
                    b++;
                }

                furthest[maximum + diagonal] = b;
                if (b >= before.Length && b - diagonal >= after.Length)
                {
                    return WalkBack(before, after, rounds);
                }
            }
        }

        return [];
    }

    private static List<(char Mark, string Text)> WalkBack(string[] before, string[] after, List<int[]> rounds)
    {
        var lines = new List<(char, string)>();
        int b = before.Length;
        int a = after.Length;
        for (int changes = rounds.Count - 1; changes >= 0; changes--)
        {
            int[] furthest = rounds[changes];
            int diagonal = b - a;
            bool inserted = diagonal == -changes
                || (diagonal != changes && furthest[changes + diagonal - 1] < furthest[changes + diagonal + 1]);
            int previous = inserted ? diagonal + 1 : diagonal - 1;
            int previousB = changes == 0 ? 0 : furthest[changes + previous];
            int previousA = changes == 0 ? 0 : previousB - previous;
            while (b > previousB && a > previousA)
            {
                lines.Add((' ', before[--b]));
                a--;
            }

            if (changes > 0)
            {
                lines.Add(inserted ? ('+', after[--a]) : ('-', before[--b]));
            }
        }

        lines.Reverse();
        return lines;
    }
}
