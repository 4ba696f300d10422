namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>What the page of a rule shows of fixed code.</summary>
internal static class ChangedLines
{
    /// <summary>The lines from the first that differs to the last, without <c>using</c> directives and common indentation.</summary>
    public static string Of(string before, string after)
    {
        string[] old = LinesOf(before);
        string[] lines = LinesOf(after);
        int most = Math.Min(old.Length, lines.Length);
        int same = 0;
        while (same < most && old[same] == lines[same])
        {
            same++;
        }

        int sameAtEnd = 0;
        while (sameAtEnd < most - same && old[^(sameAtEnd + 1)] == lines[^(sameAtEnd + 1)])
        {
            sameAtEnd++;
        }

        string[] changed = lines[same..^sameAtEnd];
        int indentation = changed.Where(line => line.Length > 0).Select(line => line.Length - line.TrimStart().Length).DefaultIfEmpty().Min();
        return string.Concat(changed.Select(line => line[Math.Min(indentation, line.Length)..] + "\n"));
    }

    private static string[] LinesOf(string text) => [.. text.TrimEnd('\n').Split('\n').Where(line => !line.StartsWith("using ", StringComparison.Ordinal))];
}
