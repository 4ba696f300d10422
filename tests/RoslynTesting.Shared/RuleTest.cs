using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Testing;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Formatting;
using Microsoft.CodeAnalysis.Testing;

namespace StreamTuning.RoslynTesting;

/// <summary>
/// Tests of a rule. Every state is given in full (<see cref="StateInheritanceMode.Explicit"/>), so that the stand-in and the
/// genuine packages see the same.
/// </summary>
internal sealed class RuleTest<TAnalyzer, TCodeFix> : CSharpCodeFixTest<TAnalyzer, TCodeFix, DefaultVerifier>
    where TAnalyzer : DiagnosticAnalyzer, new()
    where TCodeFix : CodeFixProvider, new()
{
    private readonly TestSetup _setup;

    private RuleTest(TestSetup? setup)
    {
        _setup = setup ?? TestSetup.Default;
        ReferenceAssemblies = new ReferenceAssemblies("net10.0");
        // Our sources have these line ends on every system, so what a fix writes has to have them too.
        OptionsTransforms.Add(static options => options.WithChangedOption(FormattingOptions.NewLine, LanguageNames.CSharp, "\n"));
    }

    /// <summary>The rule's diagnostic at the mark <c>{|#key:x|}</c>, with what fills the holes of its message.</summary>
    public static DiagnosticResult Diagnostic(int key, params object[] arguments) =>
        new DiagnosticResult(new TAnalyzer().SupportedDiagnostics.Single()).WithLocation(key).WithArguments(arguments);

    /// <summary>The rule reports what is marked and expected, and no more; fixes are not looked at.</summary>
    public static Task VerifyAsync(string source, TestSetup? setup = null, params DiagnosticResult[] expected)
    {
        var test = new CSharpAnalyzerRun(setup ?? TestSetup.Default);
        Fill(test.TestState, source, (setup ?? TestSetup.Default).OtherSources, setup ?? TestSetup.Default, expected);
        return test.RunAsync(CancellationToken.None);
    }

    /// <summary>The fix of a key turns the source into the fixed source, one by one and all at once.</summary>
    public static Task VerifyFixAsync(
        string source,
        string fixedSource,
        string fixKey,
        TestSetup? setup = null,
        params DiagnosticResult[] expected) =>
        VerifyFixAsync(source, fixedSource, fixKey, setup, expected, []);

    /// <summary>As above, with the diagnostics that remain in the fixed source besides those marked in it.</summary>
    public static Task VerifyFixAsync(
        string source,
        string fixedSource,
        string fixKey,
        TestSetup? setup,
        DiagnosticResult[] expected,
        DiagnosticResult[] remaining)
    {
        var test = new RuleTest<TAnalyzer, TCodeFix>(setup) { CodeActionEquivalenceKey = fixKey };
        if (test._setup.OtherSources.IsEmpty)
        {
            // With one document these are the same as all in that document, and would double the time.
            test.CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllInProjectCheck | CodeFixTestBehaviors.SkipFixAllInSolutionCheck;
        }

        test.FillAll(source, fixedSource, expected, remaining);
        return test.RunAsync(CancellationToken.None);
    }

    /// <summary>The fix of a key turns the source into the fixed source one by one; whether it can be applied to all at once is not looked at.</summary>
    public static Task VerifyFixOneByOneAsync(string source, string fixedSource, string fixKey, TestSetup? setup = null)
    {
        var test = new RuleTest<TAnalyzer, TCodeFix>(setup) { CodeActionEquivalenceKey = fixKey, CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllCheck };
        test.FillAll(source, fixedSource, [], []);
        return test.RunAsync(CancellationToken.None);
    }

    /// <summary>The rule reports what is marked and expected, but the fix of a key (any when null) is not offered.</summary>
    public static Task VerifyNoFixAsync(string source, string? fixKey = null, TestSetup? setup = null, params DiagnosticResult[] expected)
    {
        // All at once begins with one that is offered.
        var test = new RuleTest<TAnalyzer, TCodeFix>(setup) { CodeActionEquivalenceKey = fixKey, CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllCheck };
        test.FillAll(source, source, expected, expected);
        return test.RunAsync(CancellationToken.None);
    }

    /// <inheritdoc/>
    protected override ParseOptions CreateParseOptions() => ParseOptionsOf(_setup, (CSharpParseOptions)base.CreateParseOptions());

    /// <inheritdoc/>
    protected override CompilationOptions CreateCompilationOptions() => CompilationOptionsOf(_setup, (CSharpCompilationOptions)base.CreateCompilationOptions());

    private static CSharpParseOptions ParseOptionsOf(TestSetup setup, CSharpParseOptions options) =>
        options.WithLanguageVersion(setup.LanguageVersion ?? LanguageVersion.Latest);

    private static CSharpCompilationOptions CompilationOptionsOf(TestSetup setup, CSharpCompilationOptions options) =>
        options.WithNullableContextOptions(setup.Nullable).WithOutputKind(setup.OutputKind);

    private static void Fill(SolutionState state, string source, IEnumerable<(string Path, string Text)> otherSources, TestSetup setup, DiagnosticResult[] expected)
    {
        state.MarkupHandling = MarkupMode.Allow;
        state.OutputKind = setup.OutputKind;
        state.Sources.Add(source);
        foreach (var (path, text) in otherSources)
        {
            state.Sources.Add((path, text));
        }

        state.AdditionalReferences.AddRange(setup.AllReferences);
        if (setup.EditorConfig is { } lines)
        {
            state.AnalyzerConfigFiles.Add(("/.editorconfig", $"root = true{Environment.NewLine}[*.cs]{Environment.NewLine}{lines}{Environment.NewLine}"));
        }

        state.ExpectedDiagnostics.AddRange(expected);
    }

    private void FillAll(string source, string fixedSource, DiagnosticResult[] expected, DiagnosticResult[] remaining)
    {
        Fill(TestState, source, _setup.OtherSources, _setup, expected);
        foreach (var state in new[] { FixedState, BatchFixedState })
        {
            state.InheritanceMode = StateInheritanceMode.Explicit;
            Fill(state, fixedSource, _setup.FixedOtherSources ?? _setup.OtherSources, _setup, remaining);
        }
    }

    private sealed class CSharpAnalyzerRun : CSharpAnalyzerTest<TAnalyzer, DefaultVerifier>
    {
        private readonly TestSetup _setup;

        public CSharpAnalyzerRun(TestSetup setup)
        {
            _setup = setup;
            ReferenceAssemblies = new ReferenceAssemblies("net10.0");
        }

        protected override ParseOptions CreateParseOptions() => ParseOptionsOf(_setup, (CSharpParseOptions)base.CreateParseOptions());

        protected override CompilationOptions CreateCompilationOptions() => CompilationOptionsOf(_setup, (CSharpCompilationOptions)base.CreateCompilationOptions());
    }
}
