using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Testing;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Testing;
using Microsoft.CodeAnalysis.Testing.Model;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.RuleTesting;

/// <summary>
/// A case of a rule in the harness of Microsoft.CodeAnalysis.Testing, and the checks that it lacks: no mark stands for nothing, and
/// each fix that is offered has a key of its own. The slow run adds those of <see cref="Thoroughness"/>.
/// </summary>
internal sealed partial class RuleTest<TAnalyzer, TCodeFix> : CSharpCodeFixTest<TAnalyzer, TCodeFix, DefaultVerifier>
    where TAnalyzer : DiagnosticAnalyzer, new()
    where TCodeFix : CodeFixProvider, new()
{
    private readonly TestSetup _setup;
    private readonly Dictionary<string, Project> _projects = [];
    private Project? _empty;
    private CompilationWithAnalyzers? _analysis;

    private RuleTest(TestSetup? setup)
    {
        _setup = setup ?? TestSetup.Default;
        // In generated code the harness looks at less than Thoroughness.
        TestBehaviors = TestBehaviors.SkipGeneratedCodeCheck | (Thoroughness.IsOn ? TestBehaviors.None : TestBehaviors.SkipSuppressionCheck);
    }

    /// <summary>The rule's diagnostic at the mark <c>{|#key:x|}</c>, with what fills the holes of its message: without arguments, the holes stay and differ.</summary>
    public static DiagnosticResult Diagnostic(int key, params object[] arguments) =>
        new DiagnosticResult(new TAnalyzer().SupportedDiagnostics.Single()).WithLocation(key).WithArguments(arguments);

    /// <summary>The rule reports what is marked and expected, and no more; fixes are not looked at.</summary>
    public static Task VerifyAsync(string source, TestSetup? setup = null, params DiagnosticResult[] expected) =>
        new RuleTest<TAnalyzer, TCodeFix>(setup).RunAsync(source, fixedSource: null, expected, []);

    /// <summary>The fix of a key turns the source into the fixed source, one by one and all at once.</summary>
    public static Task VerifyFixAsync(
        string source,
        string fixedSource,
        string fixKey,
        TestSetup? setup = null,
        DiagnosticResult[]? expected = null,
        DiagnosticResult[]? remaining = null)
    {
        var test = new RuleTest<TAnalyzer, TCodeFix>(setup) { CodeActionEquivalenceKey = fixKey };
        if (test._setup.OtherSources.IsEmpty && !Thoroughness.IsOn)
        {
            // All of one is that one, and in one document all scopes are the same.
            test.CodeFixTestBehaviors = EndOfMark().Count(source) == 1
                ? CodeFixTestBehaviors.SkipFixAllCheck
                : CodeFixTestBehaviors.SkipFixAllInProjectCheck | CodeFixTestBehaviors.SkipFixAllInSolutionCheck;
        }

        return test.RunAsync(source, fixedSource, expected ?? [], remaining ?? []);
    }

    /// <summary>The fix of a key turns the source into the fixed source one by one; whether it can be applied to all at once is not looked at.</summary>
    public static Task VerifyFixOneByOneAsync(string source, string fixedSource, string fixKey, TestSetup? setup = null) =>
        new RuleTest<TAnalyzer, TCodeFix>(setup) { CodeActionEquivalenceKey = fixKey, CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllCheck }
            .RunAsync(source, fixedSource, [], []);

    /// <summary>The rule reports what is marked and expected, but the fix of a key (any when null) is not offered.</summary>
    public static Task VerifyNoFixAsync(string source, string? fixKey = null, TestSetup? setup = null, params DiagnosticResult[] expected) =>
        // All at once begins with one that is offered. Without a fixed source the harness would not ask for a fix at all.
        new RuleTest<TAnalyzer, TCodeFix>(setup) { CodeActionEquivalenceKey = fixKey, CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllCheck }
            .RunAsync(source, source, expected, expected);

    /// <inheritdoc/>
    protected override Task<Project> CreateProjectImplAsync(
        EvaluatedProjectState primaryProject, ImmutableArray<EvaluatedProjectState> additionalProjects, CancellationToken cancellationToken)
    {
        // The harness asks several times for the same sources: what has been compiled for them is taken again.
        lock (_projects)
        {
            string sources = string.Join('\0', primaryProject.Sources.Select(source => source.content));
            if (!_projects.TryGetValue(sources, out Project? project))
            {
                project = AddSources(_empty ??= TestProject.Of(_setup), primaryProject);
                _projects.Add(sources, project);
            }

            return Task.FromResult(project);
        }
    }

    /// <inheritdoc/>
    protected override Project ApplyCompilationOptions(Project project) => project;

    /// <inheritdoc/>
    protected override CompilationWithAnalyzers CreateCompilationWithAnalyzers(
        Compilation compilation, ImmutableArray<DiagnosticAnalyzer> analyzers, AnalyzerOptions options, CancellationToken cancellationToken)
    {
        CompilationWithAnalyzers analysis = base.CreateCompilationWithAnalyzers(compilation, analyzers, options, cancellationToken);
        _analysis ??= analysis;
        return analysis;
    }

    /// <inheritdoc/>
    protected override CodeFixContext CreateCodeFixContext(
        Document document,
        TextSpan span,
        ImmutableArray<Diagnostic> diagnostics,
        Action<CodeAction, ImmutableArray<Diagnostic>> registerCodeFix,
        CancellationToken cancellationToken)
    {
        var keys = new HashSet<string>(StringComparer.Ordinal);
        return base.CreateCodeFixContext(document, span, diagnostics, Register, cancellationToken);

        void Register(CodeAction action, ImmutableArray<Diagnostic> fixedOnes)
        {
            Verify.False(string.IsNullOrEmpty(action.EquivalenceKey), $"'{action.Title}' has no equivalence key.");
            Verify.True(keys.Add(action.EquivalenceKey!), $"'{action.Title}' has the equivalence key of another action, '{action.EquivalenceKey}'.");
            registerCodeFix(action, fixedOnes);
        }
    }

    private static void Fill(SolutionState state, string source, IEnumerable<(string Path, string Text)> otherSources, string? editorConfig, DiagnosticResult[] expected)
    {
        // What remains in the fixed state is stated there, not taken over from the test state.
        state.InheritanceMode = StateInheritanceMode.Explicit;
        state.MarkupHandling = MarkupMode.Allow;
        state.Sources.Add(source);
        foreach (var (path, text) in otherSources)
        {
            state.Sources.Add((path, text));
        }

        if (editorConfig is not null)
        {
            state.AnalyzerConfigFiles.Add(("/.editorconfig", $"root = true\n[*.cs]\n{editorConfig}\n"));
        }

        state.ExpectedDiagnostics.AddRange(expected);
    }

    [GeneratedRegex(@"\{\|#(\d+):")]
    private static partial Regex Mark();

    [GeneratedRegex(@"\|[\]}]")]
    private static partial Regex EndOfMark();

    private async Task RunAsync(string source, string? fixedSource, DiagnosticResult[] expected, DiagnosticResult[] remaining)
    {
        VerifyMarks(source, expected);
        Fill(TestState, source, _setup.OtherSources, _setup.EditorConfig, expected);
        if (fixedSource is not null)
        {
            Fill(FixedState, fixedSource, _setup.FixedOtherSources ?? _setup.OtherSources, _setup.EditorConfig, remaining);
        }

        await RunAsync();
        if (Thoroughness.IsOn && await Thoroughness.FindDifferenceAsync(_analysis!) is { } difference)
        {
            Verify.Fail(difference);
        }
    }

    private void VerifyMarks(string source, DiagnosticResult[] expected)
    {
        var known = expected.SelectMany(result => result.Spans).Where(span => span.Options.HasFlag(DiagnosticLocationOptions.InterpretAsMarkupKey))
            .Select(span => span.Span.StartLinePosition.Character).ToHashSet();
        foreach (Match mark in _setup.OtherSources.Select(other => other.Text).Prepend(source).SelectMany(text => Mark().Matches(text)))
        {
            Verify.True(known.Contains(int.Parse(mark.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture)), $"Nothing is expected at the mark '{mark.Value}'.");
        }
    }

    private Project AddSources(Project project, EvaluatedProjectState state)
    {
        Solution solution = project.Solution;
        foreach (var (path, text) in state.Sources)
        {
            var (name, folders) = GetNameAndFoldersFromPath(DefaultFilePathPrefix, path);
            solution = solution.AddDocument(DocumentId.CreateNewId(project.Id), name, text, folders, path);
        }

        foreach (var (path, text) in state.AnalyzerConfigFiles)
        {
            var (name, folders) = GetNameAndFoldersFromPath(DefaultFilePathPrefix, path);
            solution = solution.AddAnalyzerConfigDocument(DocumentId.CreateNewId(project.Id), name, text, folders, path);
        }

        return solution.GetProject(project.Id)!;
    }
}
