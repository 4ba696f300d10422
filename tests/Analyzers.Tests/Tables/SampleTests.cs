using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The sample, which the tour fixes, shows every rule.</summary>
public sealed class SampleTests
{
    private const string Folder = "samples/PhotoDrop/";
    internal const string ImplicitUsings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; "
        + "global using System.Net.Http; global using System.Net.Http.Json; global using System.Threading; global using System.Threading.Tasks; "
        + "global using Microsoft.AspNetCore.Builder; global using Microsoft.AspNetCore.Hosting; global using Microsoft.AspNetCore.Http; "
        + "global using Microsoft.AspNetCore.Routing; global using Microsoft.Extensions.Configuration; global using Microsoft.Extensions.DependencyInjection; "
        + "global using Microsoft.Extensions.Hosting; global using Microsoft.Extensions.Logging;";

    /// <summary>The options of the sample.</summary>
    internal static AnalyzerOptions Settings { get; } = EditorConfig.Parse(Repository.Read(Folder + ".editorconfig"), Folder);

    private static IEnumerable<string> Ids => Rules.All.Select(rule => rule.Id);

    [Fact]
    public async Task Every_rule_reports_something_in_it()
    {
        IEnumerable<string> reported = (await FindAsync()).Select(diagnostic => diagnostic.Id);

        Assert.Empty(Ids.Except(reported));
    }

    [Fact]
    public async Task Its_page_lists_the_findings_of_each_file()
    {
        const string Page = Folder + "README.md";
        const string Begin = "<!-- begin generated findings -->\n";
        string page = Repository.Read(Page);
        string expected = page[..(page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length)]
            + TableOf(await FindAsync())
            + page[page.IndexOf("<!-- end generated findings -->", StringComparison.Ordinal)..];
        if (Environment.GetEnvironmentVariable("STREAMTUNING_WRITE_PAGES") == "1")
        {
            File.WriteAllText(Repository.Full(Page), page = expected);
        }

        Assert.True(page == expected, $"{Page} isn't up to date. Run this test with STREAMTUNING_WRITE_PAGES=1 to write it.");
    }

    private static string TableOf(IEnumerable<Diagnostic> findings) => "| File | Rules |\n| --- | --- |\n" + string.Concat(findings
        .GroupBy(PathOf, finding => finding.Id)
        .OrderBy(file => file.Key, StringComparer.Ordinal)
        .Select(file => $"| `{file.Key[Folder.Length..]}` | {string.Join(", ", file.Distinct().Order(StringComparer.Ordinal).Select(LinkOf))} |\n"));

    private static string LinkOf(string id) => $"[{id}](../../docs/rules/{id}.md)";

    private static async Task<IEnumerable<Diagnostic>> FindAsync() =>
        (await AnalyzerRunner.RunAsync(Compile(), settings: Settings)).Where(IsOfSample);

    /// <summary>The sample, and the simulated share and the blob service that it runs on. The sample has no errors.</summary>
    internal static CSharpCompilation Compile()
    {
        SyntaxTree[] sources =
        [
            CanonicalSource.Parse(ImplicitUsings, "ImplicitUsings.cs"),
            .. ((string[])[Folder, "tests/Servers/SimulatedShare", "tests/Servers/BlobService"])
                .SelectMany(folder => Repository.Files(folder, "*.cs"))
                .Select(path => CanonicalSource.Parse(Repository.Read(path), path)),
        ];
        CSharpCompilationOptions options = CanonicalSource.CompilationOptions.WithOutputKind(OutputKind.ConsoleApplication);
        var compilation = CSharpCompilation.Create("Sample", sources, References.All, options);

        // Source generators do not run here: parts of those that the sample does not call are incomplete.
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error && IsOfSample(diagnostic)));
        return compilation;
    }

    private static bool IsOfSample(Diagnostic diagnostic) => PathOf(diagnostic).StartsWith(Folder, StringComparison.Ordinal);

    private static string PathOf(Diagnostic diagnostic) => diagnostic.Location.GetLineSpan().Path;
}
