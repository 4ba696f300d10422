using StreamTuning.Analyzers;

namespace StreamTuning.Docs;

/// <summary>Every file that is generated, as a whole or in regions.</summary>
internal static class GeneratedFiles
{
    public const string Shipped = "src/Analyzers/AnalyzerReleases.Shipped.md";
    public const string Unshipped = "src/Analyzers/AnalyzerReleases.Unshipped.md";

    /// <summary>The folders that hold nothing but generated files.</summary>
    public static IReadOnlyList<string> Folders { get; } = [PresetFiles.Folder];

    // The ways to go through many files, as the benchmarks name them.
    private static string[] AtATime => ["1 at a time", "8 at a time", "32 at a time"];

    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static IEnumerable<GeneratedFile> All(Func<string, string> read) =>
    [
        new FileWithRegions("README.md", ("figures", HomeFigures.ShortTable(read)), ("rules", MarkdownTables.OfRules(Rules.All, "docs/rules/")), ("precision", PrecisionFigures.Status(read))),
        new FileWithRegions("docs/faq.md", ("precision", PrecisionFigures.Answer(read))),
        new FileWithRegions(
            "docs/precision.md",
            ("headline", PrecisionFigures.Headline(read)),
            ("fresh", PrecisionFigures.Table(read)),
            ("places", PrecisionFigures.Places(read))),
        new FileWithRegions("CHANGELOG.md", ("rules", MarkdownTables.OfNewRules(Rules.All, read(Shipped), "docs/rules/"))),
        new FileWithRegions("docs/rules/README.md", ("rules", MarkdownTables.OfRules(Rules.All, ""))),
        new FileWithRegions(
            "docs/configuration.md",
            ("storage", MarkdownTables.OfStorage(Rules.All, "rules/")),
            ("categories", MarkdownTables.OfCategories(Rules.All)),
            ("levels", MarkdownTables.OfLevels(Rules.All, "rules/")),
            ("options", MarkdownTables.OfOptions(Options.All, "rules/"))),
        new FileWithRegions(
            "docs/runtime.md",
            ("many", MeasuredWays.Table(read("docs/benchmarks/copying.csv"), "Files", Counted, AtATime))),
        new FileWithRegions(
            "docs/blobs.md",
            ("many", MeasuredWays.Table(read("docs/benchmarks/blobs.csv"), "Files", Counted, AtATime))),
        new FileWithRegions("docs/benchmarks/real-shares.md", ("mounts", MountFigures.TableWithRequests(read))),
        new FileWithRegions(Unshipped, ("rules", MarkdownTables.OfUnshippedRules(Rules.All, read(Shipped)))),
        .. Rules.All.Select(rule => PageOf(rule, read)),
        .. PresetFiles.Of(Rules.All),
    ];

    /// <summary>The targets of the loops over many files, which begin with their number.</summary>
    private static string? Counted(string target) => char.IsAsciiDigit(target[0]) && target.Contains(" files", StringComparison.Ordinal) ? target : null;

    /// <summary>Those of the files in <see cref="Folders"/> that are no longer generated.</summary>
    /// <param name="generated">The files that are.</param>
    /// <param name="list">Gives the paths of all files in a folder and below it.</param>
    public static IEnumerable<string> LeftOver(IEnumerable<GeneratedFile> generated, Func<string, IEnumerable<string>> list) =>
        Folders.SelectMany(list).Except(generated.Select(file => file.Path)).Order(StringComparer.Ordinal);

    /// <summary>The home page, which shows some figures and lists all other pages.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    /// <param name="documents">The documents of the repository.</param>
    public static GeneratedFile Home(Func<string, string> read, Documents documents) =>
        new FileWithRegions("docs/" + SitePages.Home, ("figures", HomeFigures.Table(read)), ("pages", SitePages.List(documents)));

    private static FileWithRegions PageOf(Rule rule, Func<string, string> read) => new(rule.Page, [
        .. (rule == Rules.CopyIntoFileWithDefaultBuffer ? new[] { ("mounts", MountFigures.Table(read)) }
            : rule == Rules.TransformedCopyInSmallWrites ? [("mounts", MountFigures.TableOfTransforms(read))]
            : []),
        ("header", MarkdownTables.HeaderOf(rule)),
        ("configuration", MarkdownTables.ConfigurationOf(rule, Options.All)),
    ]);
}
