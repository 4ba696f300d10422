namespace StreamTuning.Tour;

/// <summary>What the page of a rule in <c>docs/rules</c> says.</summary>
/// <param name="Path">The page, relative to the repository.</param>
/// <param name="Title">The title of the rule.</param>
/// <param name="HasFixAll">Whether the rule has a fix that is taken in many places at once.</param>
internal sealed record RulePage(string Path, string Title, bool HasFixAll)
{
    // How the page marks a fix whose cost is to be weighed place by place.
    private const string OneByOne = "[one by one]";

    /// <exception cref="TourException">There is no page of that rule, or it has another form.</exception>
    public static RulePage Read(string repository, string rule)
    {
        string path = $"docs/rules/{rule}.md";
        string file = System.IO.Path.Combine(repository, path);
        string text = File.Exists(file) ? File.ReadAllText(file).ReplaceLineEndings("\n") : "";
        return Between(text, $"# {rule}: ", "\n") is { } title
            && Between(text, "| Fixes | ", " |\n") is { } fixes
                ? new RulePage(
                    path, title, fixes.Split("; ").Any(fix => fix != "none" && !fix.Contains(OneByOne, StringComparison.Ordinal)))
                : throw new TourException($"{path} does not list the fixes of {rule}.");
    }

    private static string? Between(string text, string start, string end)
    {
        int from = text.IndexOf(start, StringComparison.Ordinal);
        int to = from < 0 ? -1 : text.IndexOf(end, from += start.Length, StringComparison.Ordinal);
        return to < 0 ? null : text[from..to];
    }
}
