using System.Globalization;
using StreamTuning.Analyzers;

namespace StreamTuning.Docs;

/// <summary>A page of the site, by its path in <c>docs</c>.</summary>
internal sealed record SitePage(string Path, string Title);

/// <summary>Pages that belong together.</summary>
internal sealed record SiteGroup(string Title, IReadOnlyList<SitePage> Pages);

/// <summary>What is in <c>docs</c>, in the order in which the home page and the sidebar of the site show it.</summary>
internal static class SitePages
{
    public const string Home = "index.md";
    private const string Folder = "docs/";

    // Which pages come first, and in which order. All other pages follow those of their folder by title, at the top those of the guides.
    private static readonly string[] _adopting = ["scan.md", "measure.md", "configuration.md", "migration.md", "faq.md", "security.md"];
    private static readonly string[] _guides = ["runtime.md", "temp.md", "blobs.md", "uploads.md", "uploads-hostile.md", "disks.md", "shares.md"];
    private static readonly string[] _measured =
    [
        "benchmarks/README.md", "benchmarks/real-shares.md", "benchmarks/copying.md", "benchmarks/memory-slow.md", "benchmarks/temp.md",
        "benchmarks/fit.md", "benchmarks/blobs.md", "benchmarks/blob-memory.md", "benchmarks/blob-faults.md", "benchmarks/blob-requests.md",
        "benchmarks/uploads.md", "benchmarks/upload-memory.md", "benchmarks/analyzers.md", "benchmarks/analyzers-editor.md",
        "precision.md", "comparison.md",
    ];

    /// <summary>All pages but the home page and those about rules. Groups without pages are left out.</summary>
    public static IEnumerable<SiteGroup> Groups(Documents documents)
    {
        SitePage[] pages =
        [
            .. documents.All.Where(document => document.Path.StartsWith(Folder, StringComparison.Ordinal))
                .Select(document => new SitePage(document.Path[Folder.Length..], document.Title))
                .Where(page => page.Path != Home && !page.Path.StartsWith("rules/", StringComparison.Ordinal)),
        ];
        return new SiteGroup[]
        {
            new("Start", Sort([], page => IsIn(page, "start/"))),
            new("Adopt", Sort(_adopting, page => _adopting.Contains(page.Path))),
            new("Guides", Sort(_guides, page => !IsIn(page, "start/") && !IsIn(page, "benchmarks/") && !_adopting.Contains(page.Path) && !_measured.Contains(page.Path))),
            new("Measured", Sort(_measured, page => IsIn(page, "benchmarks/") || _measured.Contains(page.Path))),
        }.Where(group => group.Pages.Count > 0);

        SitePage[] Sort(string[] first, Func<SitePage, bool> belongs) =>
        [
            .. pages.Where(belongs)
                .OrderBy(page => Array.IndexOf(first, page.Path) is >= 0 and var index ? index : first.Length)
                .ThenBy(page => page.Title, StringComparer.Ordinal),
        ];

        static bool IsIn(SitePage page, string folder) => page.Path.StartsWith(folder, StringComparison.Ordinal);
    }

    /// <summary>The pages of the rules, a group for each area.</summary>
    public static IEnumerable<SiteGroup> Areas(IEnumerable<Rule> rules) =>
        rules.GroupBy(rule => rule.Area).Select(area => new SiteGroup(
            area.Key + " rules",
            [.. area.Select(rule => new SitePage(rule.Page[Folder.Length..], $"{rule.Id} {rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture)}"))]));

    /// <summary>The list of pages on the home page. Of what was measured it has the overview, which lists the others.</summary>
    public static string List(Documents documents) => string.Join('\n', Groups(documents).Select(group =>
    {
        IEnumerable<SitePage> shown = group.Pages.Where(page => !page.Path.StartsWith("benchmarks/", StringComparison.Ordinal) || page.Path == _measured[0]);
        return $"- **{group.Title}**: {string.Join(" · ", shown.Select(page => $"[{page.Title}]({page.Path})"))}";
    }));
}
