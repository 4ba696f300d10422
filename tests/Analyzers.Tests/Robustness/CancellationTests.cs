using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Analyzers.Tests.Tables;
using Xunit.Abstractions;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Cancellation ends analyzers and fixes by <see cref="OperationCanceledException"/> and nothing else, and leaves nothing behind.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class CancellationTests(ITestOutputHelper output)
{
    private const int Sample = 10;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Analyzers_end_and_find_the_same_when_they_run_again(bool concurrent)
    {
        output.WriteLine($"STREAMTUNING_SEED={Seed.Value}");
        var random = new Random(Seed.Value);
        CSharpCompilation all = CanonicalSource.CompileAll(References.All);
        var counter = new Canceller(int.MaxValue, null);
        string[] expected = Show(await RunAsync(all, counter, concurrent));
        for (int i = 0; i < Sample * Seed.Factor; i++)
        {
            // Of its own, since what analyzers have found out about a compilation they keep.
            CSharpCompilation compilation = all.Clone();
            int number = random.Next(counter.Calls);
            using var source = new CancellationTokenSource();
            Exception? exception = await Record.ExceptionAsync(() => Watchdog.RunAsync(_ => RunAsync(compilation, new Canceller(number, source), concurrent, source.Token)));
            Assert.True(exception is OperationCanceledException, $"After {number} calls, STREAMTUNING_SEED={Seed.Value}: {exception}");
            if (i % 5 == 0)
            {
                Assert.Equal(expected, Show(await AnalyzerRunner.RunAsync(compilation, concurrent, CanonicalSource.AllSettings)));
            }
        }
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Fix_is_not_begun_when_it_is_cancelled(string id)
    {
        if (FixRunner.FixOf(id) is not { } fix)
        {
            return;
        }

        Document document = await FixRunner.DocumentAsync(CanonicalSource.Of(RuleIds.Find(id)).Text);
        Diagnostic diagnostic = (await FixRunner.DiagnosticsAsync(document)).First(diagnostic => diagnostic.Id == id);
        var actions = new List<CodeAction>();
        var context = new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), new CancellationToken(canceled: true));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => fix.RegisterCodeFixesAsync(context));
        Assert.Empty(actions);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Fix_ends_when_it_is_cancelled(string id)
    {
        if (FixRunner.FixOf(id) is not { } fix)
        {
            return;
        }

        Document document = await FixRunner.DocumentAsync(CanonicalSource.Of(RuleIds.Find(id)).Text);
        foreach (Diagnostic diagnostic in (await FixRunner.DiagnosticsAsync(document)).Where(diagnostic => diagnostic.Id == id))
        {
            // With the first action, while there may be more to do.
            using var source = new CancellationTokenSource();
            int actions = 0;
            var context = new CodeFixContext(document, diagnostic, (_, _) => { actions++; source.Cancel(); }, source.Token);
            Exception? exception = await Record.ExceptionAsync(() => fix.RegisterCodeFixesAsync(context));
            Assert.True(exception is null or OperationCanceledException, exception?.ToString());
            Assert.InRange(actions, 0, 1);
            if (actions == 1)
            {
                return;
            }
        }
    }

    private static async Task<ImmutableArray<Diagnostic>> RunAsync(CSharpCompilation compilation, Canceller canceller, bool concurrent, CancellationToken cancellationToken = default) =>
        await AnalyzerRunner.RunAsync([canceller, .. OwnRules.Analyzers], compilation, concurrent, CanonicalSource.AllSettings, cancellationToken);

    private static string[] Show(ImmutableArray<Diagnostic> diagnostics) => [.. diagnostics.Select(diagnostic => diagnostic.ToString())];

    /// <summary>Cancels when it has been called a number of times.</summary>
    private sealed class Canceller(int number, CancellationTokenSource? source) : DiagnosticAnalyzer
    {
        private int _calls;

        public int Calls => _calls;

        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [Rules.All[0].Descriptor];

        public override void Initialize(AnalysisContext context)
        {
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.EnableConcurrentExecution();
            context.RegisterOperationAction(_ => Count(), Enum.GetValues<OperationKind>().Where(kind => kind != OperationKind.None).Distinct().ToImmutableArray());
            context.RegisterSyntaxTreeAction(_ => Count());
            context.RegisterSymbolAction(_ => Count(), SymbolKind.NamedType, SymbolKind.Method, SymbolKind.Property);
        }

        private void Count()
        {
            if (Interlocked.Increment(ref _calls) > number)
            {
                source?.Cancel();
            }
        }
    }
}
