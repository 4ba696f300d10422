using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The README of each package: its code compiles, and its links, which are read far from this repository, lead to something in it.</summary>
public sealed partial class PackageReadmeTests
{
    private const string Folder = "build/readme";

    private static readonly string Files = Rule.Documentation[..^"docs/".Length];

    // Pictures, as registries show them.
    private const string Raw = "https://raw.githubusercontent.com/streamtuning/streamtuning/v0.1.0/";

    /// <summary>What the examples take for granted. What stands outside of any method is a member of a controller; anything else is in a method.</summary>
    private const string Around = """
        using Azure.Storage.Blobs;
        using Azure.Storage.Blobs.Models;
        using Microsoft.AspNetCore.Mvc;
        using StreamTuning;

        public sealed class PhotoModel
        {
            public string? Title { get; set; }
        }

        """;

    private const string Controller = """
        public sealed class PhotosController(string root) : ControllerBase
        {
            {0}
        }
        """;

    private const string Method = """
        public static class Examples
        {
            public static async Task RunAsync(
                Stream source, Stream stream, string path, string root, BlobClient blob, BlobContainerClient container, WebApplication app, WebApplicationBuilder builder, HttpClient http, CancellationToken token)
            {
                {0}
                await Task.CompletedTask;
            }
        }
        """;

    public static TheoryData<string> Paths => [.. Repository.Files(Folder, "*.md")];

    public static TheoryData<string, int> Blocks
    {
        get
        {
            var blocks = new TheoryData<string, int>();
            foreach (string path in Repository.Files(Folder, "*.md"))
            {
                for (int block = 0; block < Code(path).Length; block++)
                {
                    blocks.Add(path, block);
                }
            }

            return blocks;
        }
    }

    [Theory]
    [MemberData(nameof(Blocks))]
    public void Code_compiles(string path, int block)
    {
        string code = Code(path)[block];
        bool isMember = code.StartsWith('[') || code.StartsWith("public ", StringComparison.Ordinal);
        string source = Around + (isMember ? Controller : Method).Replace("{0}", code, StringComparison.Ordinal);
        var compilation = CSharpCompilation.Create(
            "Readme",
            [CanonicalSource.Parse(SampleTests.ImplicitUsings, "ImplicitUsings.cs"), CanonicalSource.Parse(source, path)],
            References.All,
            CanonicalSource.CompilationOptions);

        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public void Links_lead_to_files_and_headings_of_the_repository(string path) =>
        Assert.All(Links(Repository.Read(path)), AssertLeadsSomewhere);

    [Fact]
    public void Links_in_the_documentation_of_the_runtime_lead_somewhere_too() =>
        Assert.All(
            Repository.Files("src", "*.cs").SelectMany(path => Hrefs().Matches(Repository.Read(path))).Select(match => match.Groups[1].Value),
            AssertLeadsSomewhere);

    [Theory]
    [InlineData("StreamTuning", "net8.0", "netstandard2.0")]
    [InlineData("StreamTuning.AzureBlobs", "net8.0", "netstandard2.0")]
    [InlineData("StreamTuning.AspNetCore", "net8.0")]
    public void Readme_says_what_is_supported_and_what_a_version_means(string package, params string[] frameworks)
    {
        string text = Repository.Read($"{Folder}/{package}.md");

        Assert.StartsWith($"# {package}\n", text);
        Assert.Contains($"dotnet add package {package}\n", text);
        Assert.All(frameworks, framework => Assert.Contains(framework, text));
        Assert.Contains("CHANGELOG.md)", text);
        Assert.Contains(" 0.x ", text);
        Assert.Matches(@"\]\(" + Regex.Escape(Files) + @"samples/\w+/README\.md\)", text);
    }

    private static string[] Code(string path) => [.. CodeBlock().Matches(Repository.Read(path)).Select(match => match.Groups[1].Value)];

    private static IEnumerable<string> Links(string text) => Link().Matches(text).Select(match => match.Groups[1].Value);

    private static void AssertLeadsSomewhere(string link)
    {
        Assert.StartsWith("https://", link);
        if (link.StartsWith(Raw, StringComparison.Ordinal))
        {
            Assert.True(Repository.Exists(link[Raw.Length..]), link + " is missing");
        }

        if (!link.StartsWith(Files, StringComparison.Ordinal))
        {
            return;
        }

        string[] parts = link[Files.Length..].Split('#');
        Assert.True(Repository.Exists(parts[0]), link + " is missing");
        if (parts is [var page, var heading])
        {
            // As GitHub names headings: in small letters, without punctuation, with hyphens.
            Assert.Contains(heading, Heading().Matches(Repository.Read(page)).Select(match => Punctuation().Replace(match.Groups[1].Value.ToLowerInvariant(), "").Replace(' ', '-')));
        }
    }

    [GeneratedRegex(@"^```csharp\n(.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodeBlock();

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("""<see\s+href="([^"]+)">""")]
    private static partial Regex Hrefs();

    [GeneratedRegex("^#+ (.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex Punctuation();
}
