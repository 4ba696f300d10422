using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Testing;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Testing;
using StreamTuning.RoslynTesting.Samples;

namespace StreamTuning.RoslynTesting;

/// <summary>The harness passes what is right and fails on everything else, for analyzers.</summary>
public class AnalyzerTestTests
{
    private static readonly DiagnosticResult _small = new(SmallNumberAnalyzer.Descriptor);

    [Fact]
    public Task A_right_analyzer_passes() => RunAsync<SmallNumberAnalyzer>("class C { int a = [|1|]; int b = 12; }");

    [Fact]
    public async Task A_wrong_span_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int [|a|] = 1; }"));

        Assert.Contains("Nearly:", message);
        Assert.Contains("span: expected /0/Test0.cs(1,15,1,16), reported /0/Test0.cs(1,19,1,20)", message);
    }

    [Fact]
    public async Task A_wrong_end_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = [|1;|] }"));

        Assert.Contains("span: expected /0/Test0.cs(1,19,1,21), reported /0/Test0.cs(1,19,1,20)", message);
    }

    [Fact]
    public async Task A_start_says_nothing_of_the_end()
    {
        await RunAsync<SmallNumberAnalyzer>("class C { int a = 1; }", _small.WithLocation(1, 19).WithArguments("1"));
        await RunAsync<SmallNumberAnalyzer>("class C { int a = $$1; }");
    }

    [Fact]
    public async Task A_wrong_path_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = 1; }", _small.WithSpan("/0/Other.cs", 1, 19, 1, 20).WithArguments("1")));

        Assert.Contains("expected /0/Other.cs(1,19,1,20), reported /0/Test0.cs(1,19,1,20)", message);
    }

    [Fact]
    public async Task A_missing_location_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = 1; }", _small.WithArguments("1")));

        Assert.Contains("location: expected none", message);
    }

    [Fact]
    public async Task An_extra_diagnostic_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = [|1|]; int b = 2; }"));

        Assert.Contains("Expected 1 diagnostic(s), but 2 were reported.", message);
        Assert.Contains("Reported, but not expected:", message);
        Assert.Contains("/0/Test0.cs(1,30,1,31) warning TEST0001: '2' is small", message);
        Assert.Contains("                             ^", message);
    }

    [Fact]
    public async Task A_missing_diagnostic_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = [|1|]; int b = [|12|]; }"));

        Assert.Contains("Expected 2 diagnostic(s), but 1 were reported.", message);
        Assert.Contains("Expected, but not reported:", message);
    }

    [Fact]
    public async Task The_same_diagnostic_expected_twice_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = [|[|1|]|]; }"));

        Assert.Contains("Expected 2 diagnostic(s), but 1 were reported.", message);
    }

    [Fact]
    public async Task Another_id_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = {|TEST0009:1|}; }"));

        Assert.Contains("id: expected TEST0009, reported TEST0001", message);
    }

    [Fact]
    public async Task Wrong_arguments_fail()
    {
        string message = await Failure.OfAsync(() => RunAsync<WrongArgumentsAnalyzer>("class C { int a = {|#0:1|}; }", _small.WithLocation(0).WithArguments("1")));

        Assert.Contains("message: expected \"'1' is small\", reported \"'x' is small\"", message);
    }

    [Fact]
    public async Task A_wrong_message_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = {|#0:1|}; }", _small.WithLocation(0).WithMessage("Small")));

        Assert.Contains("message: expected \"Small\"", message);
    }

    [Fact]
    public async Task An_explicit_diagnostic_without_message_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = {|#0:1|}; }", _small.WithLocation(0)));

        Assert.Contains("call WithArguments or WithMessage", message);
    }

    [Fact]
    public async Task A_wrong_severity_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<WrongSeverityAnalyzer>("class C { int a = {|#0:1|}; }", _small.WithLocation(0).WithArguments("1")));

        Assert.Contains("severity: expected warning, reported info", message);
    }

    [Fact]
    public async Task Additional_locations_are_compared()
    {
        const string Source = "class C { int {|#1:a|} = {|#0:1|}; }";
        var at = _small.WithLocation(0).WithArguments("1");
        await RunAsync<AdditionalLocationAnalyzer>(Source, at.WithLocation(1));
        await RunAsync<AdditionalLocationAnalyzer>("class C { int a = {|#0:1|}; }", at.WithOptions(DiagnosticOptions.IgnoreAdditionalLocations));

        string missing = await Failure.OfAsync(() => RunAsync<AdditionalLocationAnalyzer>("class C { int a = {|#0:1|}; }", at));
        string wrong = await Failure.OfAsync(() => RunAsync<AdditionalLocationAnalyzer>("class {|#1:C|} { int a = {|#0:1|}; }", at.WithLocation(1)));

        Assert.Contains("additional locations: expected 0, reported 1", missing);
        Assert.Contains("additional location 1: expected /0/Test0.cs(1,7,1,8), reported /0/Test0.cs(1,15,1,16)", wrong);
    }

    [Fact]
    public async Task An_exception_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<ThrowingAnalyzer>("class C { int a = [|1|]; }"));

        Assert.Contains("AD0001", message);
        Assert.Contains("A sample exception.", message);
    }

    [Fact]
    public async Task An_undeclared_compiler_error_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = missing; }"));

        Assert.Contains("error CS0103: The name 'missing' does not exist in the current context", message);
        await RunAsync<SmallNumberAnalyzer>("class C { int a = {|CS0103:missing|}; }");
        await RunAsync<SmallNumberAnalyzer>("class C { int a = {|#0:missing|}; }", DiagnosticResult.CompilerError("CS0103").WithLocation(0));
        await RunAsync<SmallNumberAnalyzer>("class C { int a = {|#0:missing|}; }", DiagnosticResult.CompilerError("CS0103").WithLocation(0).WithArguments("missing"));
        string arguments = await Failure.OfAsync(() =>
            RunAsync<SmallNumberAnalyzer>("class C { int a = {|#0:missing|}; }", DiagnosticResult.CompilerError("CS0103").WithLocation(0).WithArguments("other")));
        Assert.Contains("message: expected \"The name 'other' does not", arguments);
    }

    [Theory]
    [InlineData(CompilerDiagnostics.None, false)]
    [InlineData(CompilerDiagnostics.Errors, false)]
    [InlineData(CompilerDiagnostics.Warnings, true)]
    [InlineData(CompilerDiagnostics.All, true)]
    public async Task Compiler_warnings_count_where_they_are_asked_for(CompilerDiagnostics level, bool counts)
    {
        var test = Create<SmallNumberAnalyzer>("class C { void M() { int unused; } }");
        test.CompilerDiagnostics = level;

        if (counts)
        {
            Assert.Contains("CS0168", await Failure.OfAsync(() => test.RunAsync()));
        }
        else
        {
            await test.RunAsync();
        }
    }

    [Fact]
    public async Task Reporting_something_else_the_second_time_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<ForgetfulAnalyzer>("class C { int a = [|1|]; }"));

        Assert.Contains("Analyzers run without concurrency", message);
        Assert.Contains("do not report the same twice", message);
    }

    [Fact]
    public async Task Depending_on_the_order_of_files_fails_and_prints_the_seed()
    {
        var test = Create<FirstFileAnalyzer>("class C { int a = [|1|]; }");
        test.TestState.Sources.Add("class D { int a = 2; }");

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Matches(@"Sources in a shuffled order \(ROSLYN_TESTING_SEED=\d+\)", message);
    }

    [Fact]
    public async Task Reporting_in_generated_code_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<GeneratedCodeAnalyzer>("class C { int a = 12; }"));

        Assert.Contains("GeneratedCodeAnalyzer asks to report in generated code.", message);
    }

    [Fact]
    public async Task Saying_nothing_of_generated_code_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<GeneratedCodeForgottenAnalyzer>("class C { }"));

        Assert.Contains("does not call ConfigureGeneratedCodeAnalysis", message);
    }

    [Fact]
    public async Task The_generated_code_check_can_be_left_out()
    {
        var test = Create<GeneratedCodeAnalyzer>("class C { int a = [|1|]; }");
        test.TestBehaviors = TestBehaviors.SkipGeneratedCodeCheck;

        await test.RunAsync();
    }

    [Fact]
    public async Task Running_serially_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SerialAnalyzer>("class C { }"));

        Assert.Contains("SerialAnalyzer does not call EnableConcurrentExecution", message);
    }

    [Fact]
    public Task What_cannot_be_configured_is_not_suppressed() => RunAsync<NotConfigurableAnalyzer>("class [|C|] { }");

    [Fact]
    public Task A_pragma_in_the_source_suppresses() => RunAsync<SmallNumberAnalyzer>("class D { int a = [|1|]; }\n#pragma warning disable TEST0001\nclass C { int a = 1; }");

    [Fact]
    public async Task Reporting_under_a_pragma_fails_unless_the_check_is_left_out()
    {
        var test = Create<SmallNumberAnalyzer>("#pragma warning restore TEST0001\nclass C { int a = [|1|]; }");
        Assert.Contains("Sources under #pragma warning disable", await Failure.OfAsync(() => test.RunAsync()));

        test.TestBehaviors = TestBehaviors.SkipSuppressionCheck;
        await test.RunAsync();
    }

    [Fact]
    public async Task The_work_of_a_suppressor_is_compared()
    {
        await new SuppressorTest { TestCode = "class C { int a = {|#0:1|}; }", ExpectedDiagnostics = { _small.WithLocation(0).WithArguments("1").WithIsSuppressed(true) } }.RunAsync();
        string message = await Failure.OfAsync(() =>
            new SuppressorTest { TestCode = "class C { int a = {|#0:1|}; }", ExpectedDiagnostics = { _small.WithLocation(0).WithArguments("1").WithIsSuppressed(false) } }.RunAsync());

        Assert.Contains("suppressed: expected False, reported True", message);
    }

    [Fact]
    public async Task An_unnamed_mark_needs_one_descriptor()
    {
        const string Source = "class C { int a = {|TEST0002:[|1|]|}; }";
        string message = await Failure.OfAsync(() => RunAsync<TwoRulesAnalyzer>(Source));
        var test = Create<TwoRulesAnalyzer>(Source);
        test.MarkupOptions = MarkupOptions.UseFirstDescriptor;

        Assert.Contains("exactly one descriptor, but it has 2", message);
        await test.RunAsync();
    }

    [Fact]
    public Task A_rule_off_by_default_is_turned_on_with_its_severity() =>
        RunAsync<TwoRulesAnalyzer>("class C { int a = {|TEST0001:{|#0:1|}|}; }", new DiagnosticResult(TwoRulesAnalyzer.Off).WithLocation(0));

    [Fact]
    public async Task A_disabled_diagnostic_is_not_reported()
    {
        var test = Create<TwoRulesAnalyzer>("class C { int a = {|TEST0001:1|}; }");
        test.DisabledDiagnostics.Add("TEST0002");

        await test.RunAsync();
    }

    [Fact]
    public async Task Additional_files_and_editorconfig_reach_the_analyzer()
    {
        var test = Create<AdditionalFileAnalyzer>("class C { }", new DiagnosticResult("TEST0004", DiagnosticSeverity.Error).WithSpan("/words.txt", 2, 1, 2, 4));
        test.TestState.AdditionalFiles.Add(("/words.txt", "one\ntwo"));
        test.TestState.AnalyzerConfigFiles.Add(("/.editorconfig", "root = true\n[*]\ntest.word = two\n"));
        test.TestState.AnalyzerConfigFiles.Add(("/.globalconfig", "is_global = true\ndotnet_diagnostic.TEST0004.severity = error\n"));

        await test.RunAsync();
    }

    [Fact]
    public async Task Other_projects_are_analyzed_and_referenced()
    {
        var test = Create<SmallNumberAnalyzer>("class C { int a = Library.A; }");
        test.TestState.AdditionalProjectReferences.Add("Lib");
        test.TestState.AdditionalProjects["Lib"].Sources.Add("public class Library { public const int A = [|1|]; }");
        test.TestState.AdditionalProjects["Lib"].AdditionalReferences.AddRange(TestReferences.Net100);

        await test.RunAsync();

        test.TestState.AdditionalProjectReferences.Add("Nowhere");
        Assert.Contains("references 'Nowhere', which is not in the solution", await Failure.OfAsync(() => test.RunAsync()));
    }

    [Fact]
    public async Task Transforms_change_the_solution_and_its_options()
    {
        var test = Create<SmallNumberAnalyzer>("{|CS8773:namespace|} N; class C { }");
        bool options = false;
        test.OptionsTransforms.Add(set =>
        {
            options = true;
            return set;
        });
        test.SolutionTransforms.Add(static (solution, id) =>
            solution.WithProjectParseOptions(id, ((CSharpParseOptions)solution.GetProject(id)!.ParseOptions!).WithLanguageVersion(LanguageVersion.CSharp9)));

        await test.RunAsync();

        Assert.True(options);
    }

    [Fact]
    public async Task The_output_kind_and_documentation_mode_hold()
    {
        var test = Create<SmallNumberAnalyzer>("System.Console.WriteLine();");
        test.TestState.OutputKind = OutputKind.ConsoleApplication;
        await test.RunAsync();

        var documented = Create<SmallNumberAnalyzer>("/// <summary>\npublic class C { }");
        documented.CompilerDiagnostics = CompilerDiagnostics.Warnings;
        Assert.Contains("CS1570", await Failure.OfAsync(() => documented.RunAsync()));
        documented.TestState.DocumentationMode = DocumentationMode.None;
        await documented.RunAsync();
    }

    [Fact]
    public async Task Markup_modes_hold()
    {
        await WithMode("class C { int a = [|12|]; }", MarkupMode.Ignore).RunAsync();
        await WithMode("class C { string a = \"[|12|]\"; }", MarkupMode.None).RunAsync();
        Assert.Contains("Expected 1 diagnostic(s), but 0", await Failure.OfAsync(() => WithMode("class C { int a = [|12|]; }", MarkupMode.Allow).RunAsync()));

        static CSharpAnalyzerTest<SmallNumberAnalyzer, DefaultVerifier> WithMode(string source, MarkupMode mode)
        {
            var test = Create<SmallNumberAnalyzer>(source);
            test.TestState.MarkupHandling = mode;
            return test;
        }
    }

    [Fact]
    public async Task Position_marks_can_be_code()
    {
        var test = Create<SmallNumberAnalyzer>("class C { string a = $$\"\"\"a\"\"\"; }");
        test.MarkupOptions = MarkupOptions.TreatPositionIndicatorsAsCode;

        await test.RunAsync();
    }

    [Fact]
    public async Task Wrong_keys_fail()
    {
        string unknown = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = {|#1:12|}; }", _small.WithLocation(0).WithArguments("1")));
        string unused = await Failure.OfAsync(() => RunAsync<SmallNumberAnalyzer>("class C { int a = {|#1:12|}; }"));
        var test = Create<SmallNumberAnalyzer>("class C { int a = {|#0:12|}; }");
        test.TestState.Sources.Add("class D { int a = {|#0:12|}; }");
        string twice = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("'{|#0:x|}', which is not in the sources. The sources have #1.", unknown);
        Assert.Contains("No expected diagnostic names the mark '{|#1:x|}'", unused);
        Assert.Contains("The key '#0' is used in two files.", twice);
    }

    [Fact]
    public async Task A_test_without_sources_fails()
    {
        string message = await Failure.OfAsync(() => new CSharpAnalyzerTest<SmallNumberAnalyzer, DefaultVerifier>().RunAsync());

        Assert.Contains("'sources'", message);
    }

    [Fact]
    public async Task A_test_without_references_fails()
    {
        string message = await Failure.OfAsync(() => CSharpAnalyzerVerifier<SmallNumberAnalyzer, DefaultVerifier>.VerifyAnalyzerAsync("class C { }"));

        Assert.Contains("CS0518", message);
    }

    [Fact]
    public void Verifiers_make_diagnostics()
    {
        Assert.Equal(SmallNumberAnalyzer.Id, CSharpAnalyzerVerifier<SmallNumberAnalyzer, DefaultVerifier>.Diagnostic().Id);
        Assert.Equal(DiagnosticSeverity.Info, CSharpAnalyzerVerifier<TwoRulesAnalyzer, DefaultVerifier>.Diagnostic("TEST0002").Severity);
    }

    private static Task RunAsync<TAnalyzer>(string source, params DiagnosticResult[] expected)
        where TAnalyzer : DiagnosticAnalyzer, new() => Create<TAnalyzer>(source, expected).RunAsync();

    private static CSharpAnalyzerTest<TAnalyzer, DefaultVerifier> Create<TAnalyzer>(string source, params DiagnosticResult[] expected)
        where TAnalyzer : DiagnosticAnalyzer, new()
    {
        var test = new CSharpAnalyzerTest<TAnalyzer, DefaultVerifier> { TestCode = source };
        test.TestState.AdditionalReferences.AddRange(TestReferences.Net100);
        test.ExpectedDiagnostics.AddRange(expected);
        return test;
    }

    private sealed class SuppressorTest : CSharpAnalyzerTest<SmallNumberAnalyzer, DefaultVerifier>
    {
        public SuppressorTest()
        {
            TestState.AdditionalReferences.AddRange(TestReferences.Net100);
        }

        protected override IEnumerable<DiagnosticAnalyzer> GetDiagnosticAnalyzers() => [new SmallNumberAnalyzer(), new SmallNumberSuppressor()];
    }
}
