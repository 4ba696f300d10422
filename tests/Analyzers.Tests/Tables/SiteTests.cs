using System.Xml.Linq;
using StreamTuning.BlobService;
using StreamTuning.Docs;
using Xunit.Abstractions;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The documents of the repository lead where they say, and become a site.</summary>
public sealed class SiteTests(ITestOutputHelper output)
{
    private static readonly Documents All = Documents.Read(Repository.Full(""));

    [Fact]
    public void Links_and_anchors_of_all_documents_lead_somewhere() => Assert.Empty(DocumentLinks.Broken(Repository.Full(""), All));

    [Fact]
    public void Home_page_is_up_to_date()
    {
        GeneratedFile home = GeneratedFiles.Home(Repository.Read, All);
        string text = Repository.Read(home.Path);
        Assert.True(home.Update(text) == text, home.Path + " is out of date. Run: dotnet run --project tools/Docs");
    }

    [Fact]
    public void Sidebar_has_every_page_once()
    {
        IEnumerable<SitePage> shown = SitePages.Groups(All).Concat(SitePages.Areas(Rules.All)).SelectMany(group => group.Pages);
        Assert.All(shown, page => Assert.NotEmpty(page.Title));
        Assert.Equal(
            Repository.Files("docs", "*.md").Except(["docs/index.md", "docs/rules/README.md"]),
            shown.Select(page => "docs/" + page.Path).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Overview_of_what_was_measured_names_every_page()
    {
        HashSet<string> linked = [.. All.Find("docs/benchmarks/README.md")!.Links.Select(link => link.Target)];
        Assert.All(Repository.Files("docs/benchmarks", "*.md").Select(path => Path.GetFileName(path)).Except(["README.md"]), page => Assert.Contains(page, linked));
    }

    [Fact]
    public void Security_notes_name_what_packages_depend_on()
    {
        string notes = Repository.Read("docs/security.md");
        IEnumerable<string> projects = Repository.Files("src", "*.csproj").Where(path => path.StartsWith("src/Runtime", StringComparison.Ordinal));
        IEnumerable<string> packages = projects.SelectMany(path => XDocument.Parse(Repository.Read(path)).Descendants("PackageReference"))
            .Where(reference => (string?)reference.Attribute("PrivateAssets") != "all")
            .Select(reference => (string)reference.Attribute("Include")!);
        Assert.NotEmpty(packages);
        Assert.All(packages, package => Assert.Contains($"`{package}`", notes));
    }

    [Theory]
    [InlineData("[a](nowhere.md)", "docs/page.md(1): nowhere.md: there is no such file")]
    [InlineData("text\n\n[a](../README.md#no-such-heading)", "docs/page.md(3): ../README.md#no-such-heading: README.md has no such heading")]
    [InlineData("[a](#no-such-heading)", "docs/page.md(1): #no-such-heading: docs/page.md has no such heading")]
    [InlineData("[a](/README.md)", "docs/page.md(1): /README.md: must be relative, and written with /")]
    [InlineData("![a](../../picture.svg)", "docs/page.md(1): ../../picture.svg: leads out of the repository")]
    public void Link_that_leads_nowhere_is_named(string text, string expected) => Assert.Equal([expected], Broken(text));

    [Theory]
    [InlineData("# A `T` of ASP.NET, and more\n\n[a](#a-t-of-aspnet-and-more) [b](../README.md#see-it-work) [c](../src) [d](https://example.com/x.md#y)")]
    [InlineData("`[a](nowhere.md)`\n\n```\n[a](nowhere.md)\n```\n\n<!-- [a](nowhere.md) -->")]
    public void Link_that_leads_somewhere_is_not(string text) => Assert.Empty(Broken(text));

    [Theory]
    [InlineData("", null, "/")]
    [InlineData("out", "out", "/")]
    [InlineData("--base docs/v1", null, "/docs/v1/")]
    [InlineData("out --base /", "out", "/")]
    public void Arguments_are_understood(string arguments, string? folder, string address)
    {
        Assert.True(SiteArguments.TryParse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries), out SiteArguments result));
        Assert.Equal(new SiteArguments(folder, address), result);
    }

    [Theory]
    [InlineData("one two")]
    [InlineData("--base")]
    [InlineData("--base https://example.com/")]
    [InlineData("--bse x")]
    public void Arguments_that_are_wrong_are_refused(string arguments) => Assert.False(SiteArguments.TryParse(arguments.Split(' '), out _));

    [Fact]
    public void Check_names_what_is_loaded_from_other_hosts_and_links_that_lead_nowhere()
    {
        using var site = new Folder();
        site.Write("index.html", """
            <script src="https://example.com/a.js"></script><link rel="stylesheet" href="//example.com/a.css"><img src="data:image/png;base64,AA=="><script src="/base/a.js"></script>
            <a href="https://example.com/">fine</a><a href="/base/sub/#there">fine</a><a href="./a.js">fine</a><a href="/base/sub/#absent">not</a><a href="other.html">not</a>
            """);
        site.Write("sub/index.html", "<h1 id='there'></h1>");
        site.Write("a.js", "");
        site.Write("a.css", "@import 'https://example.com/b.css'; a{background:url(/base/a.png)} b{background:url(\"//example.com/c.woff2\")}");
        Assert.Equal(
            [
                "/base/index.html loads https://example.com/a.js",
                "/base/index.html loads //example.com/a.css",
                "/base/index.html links to /base/sub/#absent: the page has no such anchor",
                "/base/index.html links to other.html: there is no such page",
                "a.css loads https://example.com/b.css",
                "a.css loads //example.com/c.woff2",
            ],
            SiteCheck.Run(site.Path, "/base/"));
    }

    [Fact]
    public void Folder_with_something_else_is_left_alone()
    {
        using var folder = new Folder();
        folder.Write("thesis.txt", "text");
        Assert.Contains(folder.Path, Assert.Throws<IOException>(() => Site.Build(Repository.Full(""), folder.Path, "/", output.WriteLine)).Message);
        Assert.True(File.Exists(Path.Combine(folder.Path, "thesis.txt")));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void Site_is_built_with_a_page_for_each_document_and_replaced()
    {
        using var folder = new Folder();
        string site = Path.Combine(folder.Path, "site");
        folder.Write("site/hashmap.json", "{}");
        folder.Write("site/old.html", "");
        try
        {
            Site.Build(Repository.Full(""), site, "/streamtuning/", output.WriteLine);
        }
        catch (NpmUnavailableException e)
        {
            Skip.If(true, e.Message);
        }

        Assert.False(File.Exists(Path.Combine(site, "old.html")));
        Assert.Empty(SiteCheck.Run(site, "/streamtuning/"));
        Assert.All(Repository.Files("docs", "*.md"), path => Assert.True(File.Exists(Path.Combine(site, path["docs/".Length..].Replace("README.md", "index.md", StringComparison.Ordinal).Replace(".md", ".html", StringComparison.Ordinal))), path));
        string home = File.ReadAllText(Path.Combine(site, "index.html"));
        Assert.All(Rules.All, rule => Assert.Contains($"href=\"/streamtuning/rules/{rule.Id}.html\"", home));
        Assert.Contains("https://github.com/streamtuning/streamtuning/blob/main/CHANGELOG.md", home);
        // The index of the search is a script of its own.
        Assert.Contains(Directory.EnumerateFiles(site, "*localSearchIndex*.js", SearchOption.AllDirectories), path => File.ReadAllText(path).Contains("STRM1001", StringComparison.Ordinal));
    }

    private static IEnumerable<string> Broken(string text)
    {
        using var root = new Folder();
        root.Write("docs/page.md", text);
        root.Write("README.md", "# Read me\n\n## See it work\n");
        root.Write("src/a.cs", "");
        return [.. DocumentLinks.Broken(root.Path, Documents.Read(root.Path))];
    }

    private sealed class Folder : IDisposable
    {
        public string Path { get; } = Directory.CreateTempSubdirectory("streamtuning-docs-").FullName;

        public void Write(string path, string text)
        {
            string full = System.IO.Path.Combine(Path, path);
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(full)!);
            File.WriteAllText(full, text);
        }

        public void Dispose() => Directory.Delete(Path, recursive: true);
    }
}
