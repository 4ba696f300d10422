using System.Text.Json;
using StreamTuning.Analyzers;
using StreamTuning.BlobService;

namespace StreamTuning.Docs;

/// <summary>The documentation as a static site, made by VitePress from the pages in <c>docs</c>.</summary>
internal static class Site
{
    // What VitePress puts into every site. A folder without it holds something else.
    private const string Mark = "hashmap.json";

    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    /// <summary>Builds the site, and puts it in the place of one that is there.</summary>
    /// <param name="root">The repository.</param>
    /// <param name="output">The folder of the site.</param>
    /// <param name="address">Where on its host the site is going to be: <c>/</c>, or a folder with <c>/</c> at both ends.</param>
    /// <param name="log">Is told what is done.</param>
    /// <exception cref="NpmUnavailableException">Node.js or npm is missing or too old, or the packages cannot be had.</exception>
    /// <exception cref="InvalidOperationException">npm or VitePress failed.</exception>
    /// <exception cref="InvalidDataException">Links lead nowhere, or pages take scripts, styles, fonts or pictures from other hosts; the message names them.</exception>
    /// <exception cref="IOException">The folder holds something else than a site, or cannot be written.</exception>
    public static void Build(string root, string output, string address, Action<string> log)
    {
        if (Directory.Exists(output) && Directory.EnumerateFileSystemEntries(output).Any() && !File.Exists(Path.Combine(output, Mark)))
        {
            throw new IOException($"{output} is not empty, and is no site that could be replaced. Name another folder, or empty this one.");
        }

        var documents = Documents.Read(root);
        ThrowIfAny("Links lead nowhere", DocumentLinks.Broken(root, documents));

        string sources = Path.Combine(root, "website");
        string directory = Path.Combine(root, "artifacts", "website");
        log($"npm installs VitePress in {directory}, unless it is there.");
        string node = NpmInstallation.Ensure(sources, directory);

        // Others may build at the same time. Pages are compiled to modules, whose packages are looked for in the folders above: so they are copied too.
        string build = Path.Combine(directory, $"build-{Environment.ProcessId}-{Environment.CurrentManagedThreadId}");
        try
        {
            CopyDirectory(Path.Combine(sources, ".vitepress"), Path.Combine(build, ".vitepress"));
            CopyDirectory(Path.Combine(root, "docs"), Path.Combine(build, "docs"));
            File.WriteAllText(Path.Combine(build, ".vitepress", "site.json"), Settings(root, address, documents));
            log("VitePress builds the site.");
            (int exitCode, string text) = Tool.Run(node, build, _limit, Path.Combine(directory, "node_modules", "vitepress", "bin", "vitepress.js"), "build");
            if (exitCode != 0)
            {
                throw new InvalidOperationException($"'vitepress build' in {build} ended with {exitCode}:\n{text}");
            }

            string made = Path.Combine(build, ".vitepress", "dist");
            ThrowIfAny("The site is not as it should be", SiteCheck.Run(made, address));

            // Complete before it gets its name: the folder may be on another volume.
            string next = Path.TrimEndingDirectorySeparator(output) + ".new";
            DeleteDirectory(next);
            CopyDirectory(made, next);
            DeleteDirectory(output);
            Directory.Move(next, output);
        }
        finally
        {
            DeleteDirectory(build);
        }
    }

    private static string Settings(string root, string address, Documents documents)
    {
        SiteGroup[] groups = [.. SitePages.Groups(documents)];
        SiteGroup[] areas = [.. SitePages.Areas(Rules.All)];
        object rules = new
        {
            text = "Rules",
            items = new[] { Item(new SitePage("rules/README.md", "All rules and options")) }
                .Concat(areas.Select(area => (object)new { text = area.Title, collapsed = true, items = area.Pages.Select(Item) })),
        };
        object[] sidebar = [.. groups.Select(group => new { text = group.Title, items = group.Pages.Select(Item) })];
        return JsonSerializer.Serialize(new
        {
            root,
            repository = Rule.Repository,
            @base = address,
            nav = groups.Select(group => Item(group.Pages[0] with { Title = group.Title })).Append(Item(new SitePage("rules/README.md", "Rules"))),
            // Measured pages come last.
            sidebar = sidebar[..^1].Append(rules).Append(sidebar[^1]),
        });

        static object Item(SitePage page) => new { text = page.Title, link = "/" + page.Path.Replace("README.md", "", StringComparison.Ordinal).Replace(".md", "", StringComparison.Ordinal) };
    }

    private static void ThrowIfAny(string what, IEnumerable<string> problems)
    {
        string[] all = [.. problems];
        if (all.Length > 0)
        {
            throw new InvalidDataException($"{what}:\n{string.Join('\n', all)}");
        }
    }

    private static void DeleteDirectory(string path)
    {
        if (Directory.Exists(path))
        {
            Directory.Delete(path, recursive: true);
        }
    }

    private static void CopyDirectory(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (string file in Directory.EnumerateFiles(from))
        {
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)), overwrite: true);
        }

        foreach (string directory in Directory.EnumerateDirectories(from))
        {
            CopyDirectory(directory, Path.Combine(to, Path.GetFileName(directory)));
        }
    }
}
