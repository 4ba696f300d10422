using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CSharp;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>No analyzer and no fix throws, hangs or overflows the stack on code that is very deep, very long or circular.</summary>
public sealed class ExtremeCodeTests
{
    public static TheoryData<string> Names => [.. ExtremeCode.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public Task No_analyzer_and_no_fix_throws(string name) => Watchdog.RunAsync(async late =>
    {
        Document document = await FixRunner.DocumentAsync(ExtremeCode.All[name]());
        ImmutableArray<Diagnostic> diagnostics = await FixRunner.DiagnosticsAsync(document, late);

        // One of each rule.
        foreach (Diagnostic diagnostic in diagnostics.DistinctBy(diagnostic => diagnostic.Id))
        {
            foreach (CodeAction action in await FixRunner.OfferedAsync(document, diagnostic, late))
            {
                await FixRunner.ApplyAsync(action, late);
            }
        }
    });
}
