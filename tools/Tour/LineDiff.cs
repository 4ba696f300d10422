namespace StreamTuning.Tour;

/// <summary>The difference of two texts in the unified format.</summary>
internal static class LineDiff
{
    private const int Context = 2;

    /// <summary>The lines of the difference, with a header for each hunk; none where the texts are equal.</summary>
    public static IEnumerable<string> Unified(string before, string after)
    {
        List<(char Mark, string Text)> lines = Align(Split(before), Split(after));
        int oldLine = 1;
        int newLine = 1;
        for (int i = 0; i < lines.Count;)
        {
            if (!lines.Skip(i).Take(Context + 1).Any(static line => line.Mark != ' '))
            {
                // Not near a change that follows; equal lines count on both sides.
                oldLine++;
                newLine++;
                i++;
                continue;
            }

            int end = EndOfHunk(lines, i);
            List<(char Mark, string Text)> hunk = lines[i..end];
            int oldCount = hunk.Count(static line => line.Mark != '+');
            int newCount = hunk.Count(static line => line.Mark != '-');
            yield return $"@@ -{oldLine},{oldCount} +{newLine},{newCount} @@";
            foreach ((char mark, string text) in hunk)
            {
                yield return mark + text;
            }

            oldLine += oldCount;
            newLine += newCount;
            i = end;
        }
    }

    /// <summary>The end of the hunk that starts there: after the context of the last change that is not far from the one before.</summary>
    private static int EndOfHunk(List<(char Mark, string Text)> lines, int start)
    {
        int lastChange = start;
        for (int i = start; i < lines.Count && i <= lastChange + (2 * Context) + 1; i++)
        {
            if (lines[i].Mark != ' ')
            {
                lastChange = i;
            }
        }

        return Math.Min(lines.Count, lastChange + Context + 1);
    }

    private static string[] Split(string text) => text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');

    private static List<(char Mark, string Text)> Align(string[] before, string[] after)
    {
        // Longest common subsequence of what is left of both.
        int[,] common = new int[before.Length + 1, after.Length + 1];
        for (int i = before.Length - 1; i >= 0; i--)
        {
            for (int j = after.Length - 1; j >= 0; j--)
            {
                common[i, j] = before[i] == after[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        var lines = new List<(char, string)>();
        int b = 0;
        int a = 0;
        while (b < before.Length || a < after.Length)
        {
            if (b < before.Length && a < after.Length && before[b] == after[a])
            {
                lines.Add((' ', before[b++]));
                a++;
            }
            else if (a == after.Length || (b < before.Length && common[b + 1, a] >= common[b, a + 1]))
            {
                lines.Add(('-', before[b++]));
            }
            else
            {
                lines.Add(('+', after[a++]));
            }
        }

        return lines;
    }
}
