using System.Collections.Immutable;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>
/// Runs the analyzers as <see cref="AnalyzerTest{TVerifier}"/> does, then applies the fixes: one diagnostic at a time, and all in a
/// document, in a project and in the solution. Without fixed code no fix may be offered.
/// </summary>
public abstract class CodeFixTest<TVerifier> : CodeActionTest<TVerifier>
    where TVerifier : IVerifier, new()
{
    /// <summary>An empty test.</summary>
    protected CodeFixTest()
    {
        FixedState = CreateState();
        BatchFixedState = CreateState();
    }

    /// <summary>Adds a source to <see cref="FixedState"/>.</summary>
    public string FixedCode
    {
        set => FixedState.Sources.Add(value);
    }

    /// <summary>Adds a source to <see cref="BatchFixedState"/>.</summary>
    public string BatchFixedCode
    {
        set => BatchFixedState.Sources.Add(value);
    }

    /// <summary>What one fix after the other leads to; inherits from <see cref="AnalyzerTest{TVerifier}.TestState"/>.</summary>
    public SolutionState FixedState { get; }

    /// <summary>What fixing all leads to; inherits from <see cref="FixedState"/>.</summary>
    public SolutionState BatchFixedState { get; }

    /// <summary>Checks that are left out.</summary>
    public CodeFixTestBehaviors CodeFixTestBehaviors { get; set; }

    /// <summary>How many fixes are applied: exact when positive, at most when negative; null is at most one a fixable diagnostic.</summary>
    public int? NumberOfIncrementalIterations { get; set; }

    /// <summary>How often FixAll is applied: exact when positive, at most when negative; null is at most once a document, project or solution.</summary>
    public int? NumberOfFixAllIterations { get; set; }

    /// <summary><see cref="NumberOfFixAllIterations"/> for documents.</summary>
    public int? NumberOfFixAllInDocumentIterations { get; set; }

    /// <summary><see cref="NumberOfFixAllIterations"/> for projects.</summary>
    public int? NumberOfFixAllInProjectIterations { get; set; }

    /// <summary>The fixes under test.</summary>
    protected abstract IEnumerable<CodeFixProvider> GetCodeFixProviders();

    /// <inheritdoc/>
    protected override async Task RunImplAsync(CancellationToken cancellationToken)
    {
        var verifier = Verify;
        var analyzers = GetDiagnosticAnalyzers().ToImmutableArray();
        var providers = GetCodeFixProviders().ToImmutableArray();
        var fixableIds = providers.SelectMany(static provider => provider.FixableDiagnosticIds).ToImmutableArray();
        VerifyFixAllProviders(providers, verifier);

        var rawTest = TestState.Inherit(null, fixableIds);
        var rawFixed = FixedState.Inherit(rawTest, fixableIds);
        var rawBatchFixed = BatchFixedState.Inherit(rawFixed, fixableIds);
        var test = Evaluate(rawTest, analyzers, fixableIds);
        var @fixed = Evaluate(rawFixed, analyzers, fixableIds, everyKeyIsUsed: false);
        var batchFixed = Evaluate(rawBatchFixed, analyzers, fixableIds, everyKeyIsUsed: false);

        await VerifyAnalyzersAsync(test, analyzers, verifier, cancellationToken);
        var run = new Run(analyzers, providers, fixableIds);
        await VerifyStateAsync(run, @fixed, verifier.PushContext("Diagnostics of the fixed state"), cancellationToken);
        await VerifyIncrementalAsync(run, test, @fixed, verifier.PushContext("Fix one diagnostic at a time"), cancellationToken);
        if (ScopesToCheck().Length != 0)
        {
            await VerifyStateAsync(run, batchFixed, verifier.PushContext("Diagnostics of the batch fixed state"), cancellationToken);
        }

        foreach (var scope in ScopesToCheck())
        {
            await VerifyFixAllAsync(run, test, batchFixed, scope, verifier, cancellationToken);
        }
    }

    private static string Unit(Document document, FixAllScope scope) => scope switch
    {
        FixAllScope.Document => document.FilePath ?? document.Name,
        FixAllScope.Project => document.Project.Name,
        _ => string.Empty,
    };

    private static async Task<bool> SameTextsAsync(Solution one, Solution other, CancellationToken cancellationToken) =>
        await SolutionComparer.CompareAsync(one, other, cancellationToken) is null;

    private ImmutableArray<FixAllScope> ScopesToCheck()
    {
        var scopes = ImmutableArray.CreateBuilder<FixAllScope>();
        Add(CodeFixTestBehaviors.SkipFixAllInDocumentCheck, FixAllScope.Document);
        Add(CodeFixTestBehaviors.SkipFixAllInProjectCheck, FixAllScope.Project);
        Add(CodeFixTestBehaviors.SkipFixAllInSolutionCheck, FixAllScope.Solution);
        return scopes.ToImmutable();

        void Add(CodeFixTestBehaviors skip, FixAllScope scope)
        {
            if (!CodeFixTestBehaviors.HasFlag(skip))
            {
                scopes.Add(scope);
            }
        }
    }

    private void VerifyFixAllProviders(ImmutableArray<CodeFixProvider> providers, IVerifier verifier)
    {
        foreach (var provider in providers.Where(static provider => !provider.FixableDiagnosticIds.IsEmpty))
        {
            foreach (var scope in ScopesToCheck())
            {
                string name = provider.GetType().Name;
                var fixAll = provider.GetFixAllProvider();
                verifier.True(fixAll is not null, $"{name} has no FixAll provider.");
                verifier.False(
                    ReferenceEquals(fixAll, WellKnownFixAllProviders.BatchFixer),
                    $"{name} uses the batch fixer, which merges the texts of single fixes and drops those that overlap.");
                verifier.True(fixAll.GetSupportedFixAllScopes().Contains(scope), $"The FixAll provider of {name} does not support the scope {scope}.");
            }
        }
    }

    private async Task VerifyStateAsync(Run run, EvaluatedState state, IVerifier verifier, CancellationToken cancellationToken)
    {
        var solution = await CreateSolutionAsync(state, run.Analyzers, cancellationToken);
        await VerifyDiagnosticsAsync(solution, state.Expected, run.Analyzers, verifier, cancellationToken);
    }

    private async Task VerifyIncrementalAsync(
        Run run,
        EvaluatedState test,
        EvaluatedState @fixed,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var start = await CreateSolutionAsync(test, run.Analyzers, cancellationToken);
        var goal = await CreateSolutionAsync(@fixed, run.Analyzers, cancellationToken);
        bool unchanged = await SameTextsAsync(start, goal, cancellationToken);
        int fixable = (await FixableAsync(run, start, cancellationToken)).Length;
        int limit = NumberOfIncrementalIterations ?? (unchanged ? 0 : -fixable);

        var solution = start;
        int applied = 0;
        bool fixOne = CodeFixTestBehaviors.HasFlag(CodeFixTestBehaviors.FixOne);
        while (!(fixOne && applied == 1) && await NextAsync(run, solution, verifier, cancellationToken) is { } next)
        {
            verifier.False(
                unchanged,
                "No fix may be offered, as the fixed state is the test state, but "
                + $"'{next.Action.Title}' ({next.Action.EquivalenceKey}) is offered for{next.Place}");
            applied++;
            string atMost = limit < 0 ? "at most " : string.Empty;
            verifier.False(
                applied > Math.Abs(limit),
                $"Expected {atMost}{Math.Abs(limit)} fix(es), but after them '{next.Action.Title}' is still offered for{next.Place}");
            var changed = await ApplyAsync(solution, next.Action, verifier, cancellationToken);
            verifier.False(
                await SameTextsAsync(solution, changed, cancellationToken),
                $"'{next.Action.Title}' changes nothing for{next.Place}");
            solution = changed;
        }

        await VerifyResultAsync(run, goal, solution, applied, limit, verifier, cancellationToken);
    }

    private async Task VerifyFixAllAsync(
        Run run,
        EvaluatedState test,
        EvaluatedState goalState,
        FixAllScope scope,
        IVerifier outer,
        CancellationToken cancellationToken)
    {
        var shuffle = new SourceShuffle();
        var verifier = outer.PushContext($"Fix all in {scope.ToString().ToLowerInvariant()}").PushContext(shuffle.ToString());
        var solution = await CreateSolutionAsync(test, run.Analyzers, cancellationToken, shuffle.Order);
        var goal = await CreateSolutionAsync(goalState, run.Analyzers, cancellationToken);
        int? limit = scope switch
        {
            FixAllScope.Document => NumberOfFixAllInDocumentIterations ?? NumberOfFixAllIterations,
            FixAllScope.Project => NumberOfFixAllInProjectIterations ?? NumberOfFixAllIterations,
            _ => NumberOfFixAllIterations,
        };
        var units = new HashSet<string>(StringComparer.Ordinal);
        int applied = 0;
        while ((limit is null || applied < Math.Abs(limit.Value)) && await NextAsync(run, solution, verifier, cancellationToken) is { } next)
        {
            if (!units.Add(Unit(next.Document, scope)) && limit is null)
            {
                string difference = await SolutionComparer.CompareAsync(goal, solution, cancellationToken) ?? "The code is as expected already.";
                verifier.Fail($"FixAll was applied, but '{next.Action.Title}' is still offered for{next.Place}{Environment.NewLine}{difference}");
            }

            applied++;
            var changed = await FixAllAsync(run, solution, next, scope, verifier, cancellationToken);
            verifier.False(
                await SameTextsAsync(solution, changed, cancellationToken),
                $"FixAll for '{next.Action.Title}' changes nothing, although it is offered for{next.Place}");
            solution = changed;
        }

        await VerifyResultAsync(run, goal, solution, applied, limit ?? -applied, verifier, cancellationToken);
    }

    private async Task<Solution> FixAllAsync(
        Run run,
        Solution solution,
        Offer offer,
        FixAllScope scope,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var context = new FixAllContext(
            offer.Document,
            offer.Provider,
            scope,
            offer.Action.EquivalenceKey!,
            offer.Provider.FixableDiagnosticIds,
            new SolutionDiagnosticProvider((project, token) => GetDiagnosticsAsync(project, run.Analyzers, concurrent: true, token)),
            cancellationToken);
        var action = await offer.Provider.GetFixAllProvider()!.GetFixAsync(context);
        verifier.True(
            action is not null,
            $"FixAll has no action, although '{offer.Action.Title}' ({offer.Action.EquivalenceKey}) is offered for{offer.Place}");
        return await ApplyAsync(solution, action, verifier, cancellationToken);
    }

    private async Task VerifyResultAsync(
        Run run,
        Solution goal,
        Solution result,
        int applied,
        int limit,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        if (await SolutionComparer.CompareAsync(goal, result, cancellationToken) is { } difference)
        {
            string offered = applied == 0 ? Environment.NewLine + await OfferedAsync(run, result, verifier, cancellationToken) : string.Empty;
            verifier.Fail($"The fixed code is not what was expected, after {applied} fix(es).{offered}{Environment.NewLine}{difference}");
        }

        verifier.False(limit > 0 && applied != limit, $"Expected {limit} fix(es), but {applied} led to the expected code.");
    }

    /// <summary>The fixable diagnostics of a solution in the order they are fixed in.</summary>
    private static async Task<ImmutableArray<ReportedDiagnostic>> FixableAsync(
        Run run,
        Solution solution,
        CancellationToken cancellationToken)
    {
        var reported = await GetDiagnosticsAsync(solution, run.Analyzers, concurrent: true, cancellationToken);
        return
        [
            .. from one in reported
               let diagnostic = one.Diagnostic
               where !diagnostic.IsSuppressed && diagnostic.Location.IsInSource && run.FixableIds.Contains(diagnostic.Id)
               select one,
        ];
    }

    /// <summary>The first fix that is offered and asked for.</summary>
    private async Task<Offer?> NextAsync(Run run, Solution solution, IVerifier verifier, CancellationToken cancellationToken)
    {
        foreach (var reported in await FixableAsync(run, solution, cancellationToken))
        {
            var document = solution.GetDocument(reported.Diagnostic.Location.SourceTree)!;
            var offers = await OffersAsync(run, document, reported, verifier, cancellationToken);
            if (Choose([.. offers.Select(static offer => offer.Action)], verifier) is { } chosen)
            {
                verifier.True(
                    reported.IsLocal,
                    $"'{chosen.Title}' is offered for a diagnostic that is reported at the end of the compilation, where an editor offers no fixes:"
                    + $"{Environment.NewLine}  {DiagnosticText.Of(reported.Diagnostic)}");
                return offers.First(offer => ReferenceEquals(offer.Action, chosen));
            }
        }

        return null;
    }

    private static async Task<ImmutableArray<Offer>> OffersAsync(
        Run run,
        Document document,
        ReportedDiagnostic reported,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var offers = ImmutableArray.CreateBuilder<Offer>();
        foreach (var provider in run.Providers.Where(provider => provider.FixableDiagnosticIds.Contains(reported.Diagnostic.Id)))
        {
            var actions = new List<CodeAction>();
            var context = new CodeFixContext(document, reported.Diagnostic, (action, _) => AddLeaves(action, actions), cancellationToken);
            await provider.RegisterCodeFixesAsync(context);
            foreach (var action in actions)
            {
                verifier.False(string.IsNullOrEmpty(action.EquivalenceKey), $"'{action.Title}' of {provider.GetType().Name} has no equivalence key.");
                offers.Add(new Offer(document, reported.Diagnostic, provider, action));
            }

            if (actions.GroupBy(static action => action.EquivalenceKey).FirstOrDefault(static group => group.Count() > 1) is { } same)
            {
                string titles = string.Join(" and ", same.Select(static action => $"'{action.Title}'"));
                verifier.Fail($"{provider.GetType().Name} offers {titles} with the same equivalence key '{same.Key}'.");
            }
        }

        return offers.ToImmutable();
    }

    private static void AddLeaves(CodeAction action, List<CodeAction> leaves)
    {
        if (action.NestedActions.IsEmpty)
        {
            leaves.Add(action);
            return;
        }

        foreach (var nested in action.NestedActions)
        {
            AddLeaves(nested, leaves);
        }
    }

    private async Task<string> OfferedAsync(Run run, Solution solution, IVerifier verifier, CancellationToken cancellationToken)
    {
        var lines = new List<string>();
        foreach (var reported in await FixableAsync(run, solution, cancellationToken))
        {
            lines.Add($"  {DiagnosticText.Of(reported.Diagnostic)}");
            var document = solution.GetDocument(reported.Diagnostic.Location.SourceTree)!;
            var offers = await OffersAsync(run, document, reported, verifier, cancellationToken);
            lines.AddRange(offers.Select(static (offer, index) => $"    {index}: '{offer.Action.Title}' ({offer.Action.EquivalenceKey})"));
        }

        string asked = CodeActionEquivalenceKey is null ? string.Empty : $", and '{CodeActionEquivalenceKey}' is asked for";
        return lines.Count == 0
            ? "There is no fixable diagnostic."
            : $"These fixes are offered{asked}:{Environment.NewLine}{string.Join(Environment.NewLine, lines)}";
    }

    private sealed record Run(ImmutableArray<DiagnosticAnalyzer> Analyzers, ImmutableArray<CodeFixProvider> Providers, ImmutableArray<string> FixableIds);

    private sealed record Offer(Document Document, Diagnostic Diagnostic, CodeFixProvider Provider, CodeAction Action)
    {
        /// <summary>The diagnostic on a line of its own, for messages.</summary>
        public string Place => $"{Environment.NewLine}  {DiagnosticText.Of(Diagnostic)}";
    }
}
