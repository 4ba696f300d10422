using System.Text.RegularExpressions;
using AngleSharp.Dom;
using AngleSharp.Html.Parser;

namespace StreamTuning.Docs;

/// <summary>What must hold for a site that was built: it needs no other host, and its links lead somewhere.</summary>
internal static partial class SiteCheck
{
    /// <summary>Everything that is wrong, as a line for each.</summary>
    /// <param name="directory">The folder of the site.</param>
    /// <param name="address">Where on its host the site is going to be, with <c>/</c> at both ends.</param>
    public static IEnumerable<string> Run(string directory, string address)
    {
        var parser = new HtmlParser();
        var pages = Directory.EnumerateFiles(directory, "*.html", SearchOption.AllDirectories)
            .ToDictionary(path => address + Path.GetRelativePath(directory, path).Replace('\\', '/'), path => (IDocument)parser.ParseDocument(File.ReadAllText(path)));
        foreach ((string page, IDocument document) in pages.OrderBy(page => page.Key, StringComparer.Ordinal))
        {
            foreach (string loaded in document.QuerySelectorAll("script, link, img, iframe, source").Select(AddressOf).OfType<string>().Where(IsForeign))
            {
                yield return $"{page} loads {loaded}";
            }

            foreach (string link in document.QuerySelectorAll("a[href]").Select(link => link.GetAttribute("href")!).Distinct().Where(link => !IsForeign(link)))
            {
                if (ReasonOf(page, link) is { } reason)
                {
                    yield return $"{page} links to {link}: {reason}";
                }
            }
        }

        foreach (string style in Directory.EnumerateFiles(directory, "*.css", SearchOption.AllDirectories))
        {
            foreach (Match loaded in LoadedByStyle().Matches(File.ReadAllText(style)))
            {
                yield return $"{Path.GetFileName(style)} loads {loaded.Groups[1].Value}";
            }
        }

        string? ReasonOf(string page, string link)
        {
            Uri target = new(new Uri("http://site" + page), link);
            string path = target.AbsolutePath.EndsWith('/') ? target.AbsolutePath + "index.html" : target.AbsolutePath;
            if (!pages.TryGetValue(path, out IDocument? document))
            {
                return path.StartsWith(address, StringComparison.Ordinal) && File.Exists(Path.Combine(directory, path[address.Length..])) ? null : "there is no such page";
            }

            return target.Fragment.Length > 1 && document.GetElementById(Uri.UnescapeDataString(target.Fragment[1..])) is null ? "the page has no such anchor" : null;
        }
    }

    private static string? AddressOf(IElement element) => element.GetAttribute("src") ?? element.GetAttribute("href");

    private static bool IsForeign(string address) => address.StartsWith("//", StringComparison.Ordinal) || Scheme().IsMatch(address);

    // Data are no other host.
    [GeneratedRegex("^(?!data:)[a-z][a-z0-9+.-]*:", RegexOptions.IgnoreCase)]
    private static partial Regex Scheme();

    [GeneratedRegex("""(?:url\(|@import\s+)["']?((?:https?:)?//[^"')]+)""", RegexOptions.IgnoreCase)]
    private static partial Regex LoadedByStyle();
}
