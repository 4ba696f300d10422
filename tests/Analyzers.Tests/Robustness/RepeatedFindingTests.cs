using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>
/// An editor analyzes the lines around the caret again and again, and keeps a finding once if the compiler takes both for equal. The compiler compares
/// the arguments of messages by identity: text that is built for each finding adds a finding, and a fix in the light bulb, at each move of the caret.
/// </summary>
public sealed class RepeatedFindingTests
{
    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task A_finding_equals_itself_when_it_is_found_again(string id)
    {
        CanonicalSource source = CanonicalSource.Of(RuleIds.Find(id));
        CSharpCompilation compilation = CanonicalSource.Compile(source.Text, References.All);
        HashSet<Diagnostic> first = [.. await AnalyzerRunner.RunAsync(compilation, settings: source.Settings)];
        Assert.NotEmpty(first);
        Assert.Empty((await AnalyzerRunner.RunAsync(compilation, settings: source.Settings)).Where(again => !first.Contains(again)));
    }
}
