using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>No fix throws, hangs or overflows the stack on code that is very deep, very long or circular.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ExtremeCodeFixTests
{
    /// <summary>A fix binds what it has made several times, which takes the compiler long enough at this depth.</summary>
    private const int Depth = 500;

    public static TheoryData<string> Names => [.. ExtremeCode.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public Task No_fix_throws(string name) => Watchdog.RunAsync(async late =>
    {
        Document document = await FixRunner.DocumentAsync(ExtremeCode.All[name](Depth));

        // One of each rule.
        foreach (Diagnostic diagnostic in (await FixRunner.DiagnosticsAsync(document, late)).DistinctBy(diagnostic => diagnostic.Id))
        {
            foreach (CodeAction action in await FixRunner.OfferedAsync(document, diagnostic, late))
            {
                await FixRunner.ApplyAsync(action, late);
            }
        }
    });
}
