using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Robustness;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>All rules together report one cause once: no two of them the same span.</summary>
public sealed class OneFindingTests
{
    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task In_the_canonical_source(string id) =>
        await HasOneForASpanAsync(CanonicalSource.Compile(CanonicalSource.Of(RuleIds.Find(id)).Text, References.All));

    [Fact]
    public async Task In_the_sample() => await HasOneForASpanAsync(SampleTests.Compile());

    private static async Task HasOneForASpanAsync(CSharpCompilation compilation)
    {
        ImmutableArray<Diagnostic> diagnostics = await AnalyzerRunner.RunAsync(compilation);
        Assert.NotEmpty(diagnostics);
        Assert.All(diagnostics.GroupBy(diagnostic => diagnostic.Location), group => Assert.Single(group));
    }
}
