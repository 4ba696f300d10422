using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>What decides that a fix is offered looks at less than the verification does when somebody takes it.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class OfferedFixTests
{
    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task A_fix_that_is_offered_is_not_refused_when_it_is_taken(string id)
    {
        string source = CanonicalSource.Of(RuleIds.Find(id)).Text;
        Document document = await FixRunner.DocumentAsync(source);
        foreach (Diagnostic diagnostic in await FixRunner.DiagnosticsAsync(document))
        {
            foreach (CodeAction action in await FixRunner.OfferedAsync(document, diagnostic))
            {
                Assert.False(await FixRunner.ApplyAsync(action) == source, $"'{action.Title}' changes nothing: {diagnostic}");
            }
        }
    }
}
