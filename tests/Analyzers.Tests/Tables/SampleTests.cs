using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The sample, which the tour fixes, shows every rule for copies, temporary files and blobs.</summary>
public sealed class SampleTests
{
    private const string Folder = "samples/PhotoDrop/";
    private const string ImplicitUsings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; "
        + "global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    private static IEnumerable<string> Ids => Rules.All.Where(rule => rule.Area is "Copying" or "Temp" or "Blobs").Select(rule => rule.Id);

    [Fact]
    public async Task Every_rule_reports_something_in_it()
    {
        IEnumerable<string> reported = (await AnalyzerRunner.RunAsync(Compile())).Where(diagnostic => IsOfSample(diagnostic)).Select(diagnostic => diagnostic.Id);

        Assert.Empty(Ids.Except(reported));
    }

    [Fact]
    public void Its_page_names_every_rule() => Assert.All(Ids, id => Assert.Contains($"[{id}](../../docs/rules/{id}.md)", Repository.Read(Folder + "README.md")));

    /// <summary>The sample, and the simulated share and the blob service that it runs on. The sample has no errors.</summary>
    internal static CSharpCompilation Compile()
    {
        SyntaxTree[] sources =
        [
            CanonicalSource.Parse(ImplicitUsings, "ImplicitUsings.cs"),
            .. Repository.Files(Folder, "*.cs").Concat(Repository.Files("benchmarks/SimulatedShare", "*.cs")).Concat(Repository.Files("benchmarks/BlobService", "*.cs")).Select(path => CanonicalSource.Parse(Repository.Read(path), path)),
        ];
        CSharpCompilationOptions options = CanonicalSource.CompilationOptions.WithOutputKind(OutputKind.ConsoleApplication);
        var compilation = CSharpCompilation.Create("Sample", sources, References.All, options);

        // Source generators do not run here: parts of those that the sample does not call are incomplete.
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error && IsOfSample(diagnostic)));
        return compilation;
    }

    private static bool IsOfSample(Diagnostic diagnostic) => diagnostic.Location.GetLineSpan().Path.StartsWith(Folder, StringComparison.Ordinal);
}
