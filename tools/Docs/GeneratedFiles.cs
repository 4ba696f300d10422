using StreamTuning.Analyzers;

namespace StreamTuning.Docs;

/// <summary>A file of the repository with generated regions, and what belongs into them.</summary>
/// <param name="Path">Relative to the repository, with <c>/</c>.</param>
/// <param name="Regions">The content of each region by its name.</param>
internal sealed record GeneratedFile(string Path, params (string Name, string Content)[] Regions)
{
    /// <summary>The text of the file as it should be.</summary>
    /// <exception cref="FormatException">A region is missing or there twice.</exception>
    public string Update(string text) => Regions.Aggregate(text, (updated, region) => MarkedRegion.Replace(updated, region.Name, region.Content));
}

/// <summary>Every file with generated regions.</summary>
internal static class GeneratedFiles
{
    public const string Shipped = "src/Analyzers/AnalyzerReleases.Shipped.md";
    public const string Unshipped = "src/Analyzers/AnalyzerReleases.Unshipped.md";

    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static IEnumerable<GeneratedFile> All(Func<string, string> read) =>
    [
        new("README.md", ("rules", MarkdownTables.OfRules(Rules.All, "docs/rules/"))),
        new("docs/rules/README.md", ("rules", MarkdownTables.OfRules(Rules.All, "")), ("options", MarkdownTables.OfOptions(Options.All))),
        new(Unshipped, ("rules", MarkdownTables.OfUnshippedRules(Rules.All, read(Shipped)))),
        .. Rules.All.Select(PageOf),
    ];

    private static GeneratedFile PageOf(Rule rule) => new(
        rule.Page,
        ("header", MarkdownTables.HeaderOf(rule)),
        ("options", MarkdownTables.OfOptions(rule, Options.All)),
        ("severity", MarkdownTables.SeverityBlockOf(rule)));
}
