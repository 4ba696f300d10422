using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The loops that the guides show in place of a call for many files.</summary>
public sealed partial class GuideCodeTests
{
    private const string Around = """
        using System.Collections.Concurrent;
        using Azure.Storage.Blobs;
        using StreamTuning;

        public static class Examples
        {
            public static async Task RunAsync(string folder, string archive, BlobContainerClient container, CancellationToken token)
            {
                {0}
                Console.WriteLine(failed.Count);
            }
        }
        """;

    [Theory]
    [InlineData("docs/blobs.md")]
    [InlineData("docs/runtime.md")]
    public void The_loop_over_many_files_compiles(string page)
    {
        string section = Repository.Read(page).Split("\n## Many files\n")[1].Split("\n## ")[0];
        string code = Assert.Single(CodeBlock().Matches(section)).Groups[1].Value;
        var compilation = CSharpCompilation.Create(
            "Guide",
            [CanonicalSource.Parse(SampleTests.ImplicitUsings, "ImplicitUsings.cs"), CanonicalSource.Parse(Around.Replace("{0}", code, StringComparison.Ordinal), page)],
            References.All,
            CanonicalSource.CompilationOptions);

        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
    }

    [GeneratedRegex(@"^```csharp\n(.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodeBlock();
}
