using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>All rules together report one cause once: no two of them the same span.</summary>
public sealed class OneFindingTests
{
    private const string ImplicitUsings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; "
        + "global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task In_the_canonical_source(string id) =>
        await HasOneForASpanAsync(CanonicalSource.Compile(CanonicalSource.Of(RuleIds.Find(id)).Text, References.All));

    [Fact]
    public async Task In_the_sample()
    {
        SyntaxTree[] sources =
        [
            CanonicalSource.Parse(ImplicitUsings, "ImplicitUsings.cs"),
            .. Repository.Files("samples/PhotoDrop", "*.cs").Concat(Repository.Files("benchmarks/SimulatedShare", "*.cs")).Select(path => CanonicalSource.Parse(Repository.Read(path), path)),
        ];
        CSharpCompilationOptions options = CanonicalSource.CompilationOptions.WithOutputKind(OutputKind.ConsoleApplication);

        // Source generators do not run here: parts of the share that the sample does not call are incomplete.
        await HasOneForASpanAsync(CSharpCompilation.Create("Sample", sources, References.All, options), isComplete: path => path.StartsWith("samples/", StringComparison.Ordinal));
    }

    private static async Task HasOneForASpanAsync(CSharpCompilation compilation, Func<string, bool>? isComplete = null)
    {
        Assert.Empty(compilation.GetDiagnostics().Where(
            diagnostic => diagnostic.Severity == DiagnosticSeverity.Error && isComplete?.Invoke(diagnostic.Location.GetLineSpan().Path) != false));
        ImmutableArray<Diagnostic> diagnostics = await AnalyzerRunner.RunAsync(compilation);
        Assert.NotEmpty(diagnostics);
        Assert.All(diagnostics.GroupBy(diagnostic => diagnostic.Location), group => Assert.Single(group));
    }
}
