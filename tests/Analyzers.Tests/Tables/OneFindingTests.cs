using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>All rules together report one cause once: no two of them the same span. What is wrong with the settings has no span of its own, and is left out.</summary>
public sealed class OneFindingTests
{
    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task In_the_canonical_source(string id)
    {
        CanonicalSource source = CanonicalSource.Of(RuleIds.Find(id));
        await HasOneForASpanAsync(CanonicalSource.Compile(source.Text, References.All), source.Settings);
    }

    [Fact]
    public async Task In_the_sample() => await HasOneForASpanAsync(SampleTests.Compile(), SampleTests.Settings);

    private static async Task HasOneForASpanAsync(CSharpCompilation compilation, AnalyzerOptions settings)
    {
        ImmutableArray<Diagnostic> diagnostics = await AnalyzerRunner.RunAsync(compilation, settings: settings);
        Assert.NotEmpty(diagnostics);
        Assert.All(diagnostics.Where(diagnostic => diagnostic.Id != Rules.InvalidOption.Id).GroupBy(diagnostic => diagnostic.Location), group => Assert.Single(group));
    }
}
