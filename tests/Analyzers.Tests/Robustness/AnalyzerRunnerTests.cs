using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>The robustness tests would notice an analyzer that throws.</summary>
public sealed class AnalyzerRunnerTests
{
    [Fact]
    public async Task Analyzer_that_throws_is_named()
    {
        AnalyzerFailedException exception = await Assert.ThrowsAsync<AnalyzerFailedException>(
            () => AnalyzerRunner.RunAsync([new ThrowingAnalyzer()], CanonicalSource.Compile("class C;", References.All), concurrent: false));
        Assert.Contains(nameof(ThrowingAnalyzer), exception.Message);
        Assert.Contains("on purpose", exception.Message);
    }

    [Fact]
    public void Every_analyzer_is_found() => Assert.Equal(Rules.All.Length, OwnRules.Analyzers.Length);

    private sealed class ThrowingAnalyzer : DiagnosticAnalyzer
    {
        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [Rules.All[0].Descriptor];

        public override void Initialize(AnalysisContext context)
        {
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.EnableConcurrentExecution();
            context.RegisterSymbolAction(_ => throw new InvalidOperationException("on purpose"), SymbolKind.NamedType);
        }
    }
}
