namespace StreamTuning.Docs;

/// <summary>
/// A part of a text that is generated: the lines between <c>&lt;!-- begin generated NAME --&gt;</c> and <c>&lt;!-- end generated NAME --&gt;</c>.
/// The markers stand on lines of their own and may follow another comment sign, as in the release files.
/// </summary>
internal static class MarkedRegion
{
    /// <summary>The text with other content in one region.</summary>
    /// <exception cref="FormatException">The region is not in the text exactly once.</exception>
    public static string Replace(string text, string name, string content)
    {
        string[] lines = text.ReplaceLineEndings("\n").Split('\n');
        int begin = LineOf(lines, $"<!-- begin generated {name} -->");
        int end = LineOf(lines, $"<!-- end generated {name} -->");
        if (end < begin)
        {
            throw new FormatException($"The generated region '{name}' ends before it begins.");
        }

        return string.Join('\n', [.. lines[..(begin + 1)], .. content.Split('\n'), .. lines[end..]]);
    }

    private static int LineOf(string[] lines, string marker)
    {
        int[] found = [.. Enumerable.Range(0, lines.Length).Where(line => lines[line].Contains(marker, StringComparison.Ordinal))];
        return found is [int line]
            ? line
            : throw new FormatException($"Expected the line '{marker}' once, but found it {found.Length} times.");
    }
}
