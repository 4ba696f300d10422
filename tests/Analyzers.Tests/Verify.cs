using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Testing;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.CodeFixes;
using StreamTuning.RuleTesting;

namespace StreamTuning.Analyzers.Tests;

/// <summary>What the tests of every rule say: where it reports, where it does not, and what each form of its fix makes of the code.</summary>
internal static class Verify<TAnalyzer, TCodeFix>
    where TAnalyzer : DiagnosticAnalyzer, new()
    where TCodeFix : StreamTuningCodeFix, new()
{
    /// <summary>Whether the rule is about code that uploads to blobs or takes uploads, so that what it needs besides the framework is referenced too.</summary>
    private static readonly bool IsAboutUploads = RuleArea.Of(typeof(TAnalyzer)) is "Blobs" or "Uploads";

    public static DiagnosticResult Diagnostic(int key, params object[] arguments) =>
        RuleTest<TAnalyzer, TCodeFix>.Diagnostic(key, arguments).WithSeverity(RuleOf.Analyzer<TAnalyzer>().Severity);

    /// <summary>The rule reports what is marked and expected, and no more.</summary>
    public static Task ReportsAsync(string source, params DiagnosticResult[] expected) => RuleTest<TAnalyzer, TCodeFix>.VerifyAsync(source, Setup(), expected);

    public static Task ReportsAsync(string source, string editorConfig) => RuleTest<TAnalyzer, TCodeFix>.VerifyAsync(source, Setup(editorConfig: editorConfig));

    /// <summary>The rule reports what is marked in the sources of a project.</summary>
    public static Task ReportsAsync(string[] sources, bool azureBlobs = false) => RuleTest<TAnalyzer, TCodeFix>.VerifyAsync(
        sources[0], Setup() with { AzureBlobs = azureBlobs || IsAboutUploads, OtherSources = [.. sources.Skip(1).Select(Name)] });

    public static Task IsSilentAsync(string source) => RuleTest<TAnalyzer, TCodeFix>.VerifyAsync(source, Setup());

    /// <summary>The form of the fix turns the source into the fixed source, and nothing is left to report.</summary>
    public static Task FixesAsync(
        RuleFixes form,
        string source,
        string fixedSource,
        bool referencesRuntime = true,
        TestTarget target = TestTarget.Net100,
        LanguageVersion? languageVersion = null,
        string? editorConfig = null,
        OutputKind outputKind = OutputKind.DynamicallyLinkedLibrary) =>
        RuleTest<TAnalyzer, TCodeFix>.VerifyFixAsync(
            source, fixedSource, Key(form, referencesRuntime), Setup(referencesRuntime, target, languageVersion, editorConfig, outputKind));

    /// <summary>The form of the fix turns the source into the fixed source. It is not taken in many places at once, which the tests of the rules' classes look at.</summary>
    public static Task FixesOneByOneAsync(RuleFixes form, string source, string fixedSource, bool referencesRuntime = true, TestTarget target = TestTarget.Net100, OutputKind outputKind = OutputKind.DynamicallyLinkedLibrary, string? editorConfig = null) =>
        RuleTest<TAnalyzer, TCodeFix>.VerifyFixOneByOneAsync(source, fixedSource, new TCodeFix().EquivalenceKey(form), Setup(referencesRuntime, target, editorConfig: editorConfig, outputKind: outputKind));

    /// <summary>The form of the fix turns the sources of a project into the fixed sources, one by one and all at once.</summary>
    public static Task FixesAllAsync(RuleFixes form, string[] sources, string[] fixedSources) =>
        RuleTest<TAnalyzer, TCodeFix>.VerifyFixAsync(
            sources[0],
            fixedSources[0],
            Key(form),
            Setup() with
            {
                OtherSources = [.. sources.Skip(1).Select(Name)],
                FixedOtherSources = [.. fixedSources.Skip(1).Select(Name)],
            });

    /// <summary>The rule reports what is marked, but does not offer the form of the fix.</summary>
    public static Task OffersNoFixAsync(RuleFixes form, string source, bool referencesRuntime = true, TestTarget target = TestTarget.Net100) =>
        RuleTest<TAnalyzer, TCodeFix>.VerifyNoFixAsync(source, Key(form, referencesRuntime), Setup(referencesRuntime, target));

    private static string Key(RuleFixes form, bool referencesRuntime = true) =>
        new TCodeFix().EquivalenceKey(referencesRuntime ? form : RuleFixes.Runtime | RuleFixes.Plain);

    private static (string Path, string Text) Name(string text, int index) => ($"Other{index}.cs", text);

    private static TestSetup Setup(
        bool referencesRuntime = true,
        TestTarget target = TestTarget.Net100,
        LanguageVersion? languageVersion = null,
        string? editorConfig = null,
        OutputKind outputKind = OutputKind.DynamicallyLinkedLibrary) =>
        new()
        {
            Runtime = referencesRuntime,
            Target = target,
            AspNetCore = target == TestTarget.Net100,
            AzureBlobs = IsAboutUploads,
            References = IsAboutUploads && referencesRuntime && target == TestTarget.Net100 ? TestReferences.RuntimeForUploads : [],
            LanguageVersion = languageVersion,
            Nullable = target == TestTarget.Net100 ? NullableContextOptions.Enable : NullableContextOptions.Disable,
            EditorConfig = editorConfig,
            OutputKind = outputKind,
        };
}

/// <summary>What the tests of a rule without a fix say.</summary>
internal static class Verify<TAnalyzer>
    where TAnalyzer : DiagnosticAnalyzer, new()
{
    private static readonly TestSetup Setup = new() { AspNetCore = true, AzureBlobs = RuleArea.Of(typeof(TAnalyzer)) is "Blobs" or "Uploads", Nullable = NullableContextOptions.Enable };

    public static DiagnosticResult Diagnostic(int key, params object[] arguments) =>
        RuleTest<TAnalyzer, EmptyCodeFixProvider>.Diagnostic(key, arguments).WithSeverity(RuleOf.Analyzer<TAnalyzer>().Severity);

    /// <summary>The rule reports what is marked and expected, and no more.</summary>
    public static Task ReportsAsync(string source, params DiagnosticResult[] expected) =>
        RuleTest<TAnalyzer, EmptyCodeFixProvider>.VerifyAsync(source, Setup, expected);

    /// <summary>The same with lines of an .editorconfig for all sources.</summary>
    public static Task ReportsAsync(string source, string editorConfig, params DiagnosticResult[] expected) =>
        RuleTest<TAnalyzer, EmptyCodeFixProvider>.VerifyAsync(source, Setup with { EditorConfig = editorConfig }, expected);

    public static Task IsSilentAsync(string source) => ReportsAsync(source);
}

/// <summary>The rule of an analyzer, whose findings have its severity unless a test says otherwise.</summary>
internal static class RuleOf
{
    public static Rule Analyzer<TAnalyzer>()
        where TAnalyzer : DiagnosticAnalyzer, new() => ((StreamTuningAnalyzer)(object)new TAnalyzer()).Rule;
}

/// <summary>The area that a rule's analyzer is about: the last part of its namespace.</summary>
internal static class RuleArea
{
    public static string Of(Type analyzer) => analyzer.Namespace!.Split('.')[^1];
}
