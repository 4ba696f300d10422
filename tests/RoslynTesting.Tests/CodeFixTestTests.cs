using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Testing;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Formatting;
using Microsoft.CodeAnalysis.Testing;
using StreamTuning.RoslynTesting.Samples;

namespace StreamTuning.RoslynTesting;

/// <summary>The harness passes what is right and fails on everything else, for fixes.</summary>
public class CodeFixTestTests
{
    private const string One = "class C { int a = [|1|]; }";
    private const string OneFixed = "class C { int a = 10; }";
    private const string Two = "class C { int a = [|1|]; int b = [|2|]; }";
    private const string TwoFixed = "class C { int a = 10; int b = 10; }";

    [Fact]
    public Task A_right_fix_passes() => RunAsync<SmallNumberFix>(Two, TwoFixed);

    [Fact]
    public async Task A_right_fix_passes_in_several_files_and_projects()
    {
        var test = Create<SmallNumberFix>(Two, TwoFixed);
        test.TestState.Sources.Add("class D { int a = [|3|]; }");
        test.FixedState.Sources.Add("class D { int a = 10; }");
        test.TestState.AdditionalProjects["Lib"].Sources.Add("class E { int a = [|4|]; }");
        test.TestState.AdditionalProjects["Lib"].AdditionalReferences.AddRange(TestReferences.Net100);
        test.FixedState.AdditionalProjects["Lib"].Sources.Add("class E { int a = 10; }");
        test.FixedState.AdditionalProjects["Lib"].AdditionalReferences.AddRange(TestReferences.Net100);

        await test.RunAsync();
    }

    [Fact]
    public async Task Wrong_fixed_text_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberFix>(One, "class C { int a = 11; }"));

        Assert.Contains("Fix one diagnostic at a time", message);
        Assert.Contains("- class C { int a = 11; }", message);
        Assert.Contains("+ class C { int a = 10; }", message);
    }

    [Fact]
    public async Task Wrong_white_space_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberFix>(One, OneFixed + " "));

        Assert.Contains("- class C { int a = 10; }\u00b7", message);
    }

    [Fact]
    public async Task Wrong_line_ends_fail()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberFix>("class C\n{ int a = [|1|]; }", "class C\r\n{ int a = 10; }"));

        Assert.Contains("Only the line ends differ", message);
        Assert.Contains("- class C\u240d\u240a", message);
        Assert.Contains("+ class C\u240a", message);
    }

    [Fact]
    public async Task A_wrong_tree_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<WrongTreeFix>(One, OneFixed));

        Assert.Contains("made a tree in /0/Test0.cs that its text does not parse to", message);
        Assert.Contains("IdentifierName", message);
        Assert.Contains("NumericLiteralExpression", message);
    }

    [Fact]
    public async Task A_wrong_tree_passes_where_trees_are_not_compared()
    {
        var test = Create<WrongTreeFix>(One, OneFixed);
        test.CodeActionValidationMode = CodeActionValidationMode.None;

        await test.RunAsync();
    }

    [Fact]
    public async Task Wrong_trivia_fail_where_they_count()
    {
        const string Fixed = "class C { int a = 10/**/; }";
        await RunAsync<WrongTriviaFix>(One, Fixed);
        var test = Create<WrongTriviaFix>(One, Fixed);
        test.CodeActionValidationMode = CodeActionValidationMode.Full;

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("WhitespaceTrivia \"/**/\"", message);
    }

    [Fact]
    public async Task A_fix_all_of_the_first_only_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<FirstOnlyFix>(Two, TwoFixed));

        Assert.Contains("Fix all in document", message);
        Assert.Contains("FixAll was applied, but 'Enlarge' is still offered", message);
        await RunAsync<FirstOnlyFix>(One, OneFixed);
    }

    [Fact]
    public async Task A_fix_all_in_a_project_that_skips_a_file_fails()
    {
        var test = Create<FirstFileInProjectFix>(One, OneFixed);
        test.TestState.Sources.Add("class D { int a = [|2|]; }");
        test.FixedState.Sources.Add("class D { int a = 10; }");

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("Fix all in project", message);
        Assert.Contains("FixAll was applied, but 'Enlarge' is still offered", message);
        Assert.Contains("- class D { int a = 10; }", message);
    }

    [Fact]
    public async Task A_fix_all_in_a_solution_that_skips_a_project_fails()
    {
        var test = Create<FirstProjectInSolutionFix>(One, OneFixed);
        foreach (var (state, source) in new[] { (test.TestState, "class E { int a = [|4|]; }"), (test.FixedState, "class E { int a = 10; }") })
        {
            state.AdditionalProjects["Lib"].Sources.Add(source);
            state.AdditionalProjects["Lib"].AdditionalReferences.AddRange(TestReferences.Net100);
        }

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("Fix all in solution", message);
        Assert.Contains("is still offered", message);
    }

    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public async Task Options_reach_the_fix(string lineEnd)
    {
        var test = Create<LineEndFix>(One, $"class C {{ int a = 10{lineEnd}; }}");
        test.OptionsTransforms.Add(options => options.WithChangedOption(FormattingOptions.NewLine, LanguageNames.CSharp, lineEnd));
        test.CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllCheck;

        await test.RunAsync();
    }

    [Fact]
    public async Task A_fix_all_with_another_result_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<OtherFixAllFix>(Two, TwoFixed));
        var test = Create<OtherFixAllFix>(Two, TwoFixed);
        test.BatchFixedCode = "class C { int a = 11; int b = 11; }";

        Assert.Contains("Fix all in document", message);
        Assert.Contains("+ class C { int a = 11; int b = 11; }", message);
        await test.RunAsync();
    }

    [Fact]
    public async Task A_fix_all_that_changes_nothing_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<IdleFixAllFix>(One, OneFixed));

        Assert.Contains("FixAll", message);
        Assert.Matches("changes nothing|has no action", message);
    }

    [Fact]
    public async Task A_fix_without_fix_all_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<NoFixAllFix>(One, OneFixed));
        var test = Create<NoFixAllFix>(One, OneFixed);
        test.CodeFixTestBehaviors = CodeFixTestBehaviors.SkipFixAllCheck;

        Assert.Contains("NoFixAllFix has no FixAll provider", message);
        await test.RunAsync();
    }

    [Fact]
    public async Task The_batch_fixer_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<BatchFix>(One, OneFixed));

        Assert.Contains("BatchFix uses the batch fixer", message);
    }

    [Fact]
    public async Task A_missing_scope_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<NoSolutionFix>(One, OneFixed));

        Assert.Contains("does not support the scope Solution", message);
    }

    [Fact]
    public async Task A_null_equivalence_key_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<NoKeyFix>(One, OneFixed));

        Assert.Contains("'Enlarge' of NoKeyFix has no equivalence key", message);
    }

    [Fact]
    public async Task One_key_for_two_actions_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<SameKeyFix>(One, OneFixed));

        Assert.Contains("offers 'Enlarge' and 'Again' with the same equivalence key 'Enlarge'", message);
    }

    [Fact]
    public async Task A_fix_that_changes_nothing_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<IdleFix>(One, OneFixed));

        Assert.Contains("'Enlarge' changes nothing", message);
    }

    [Fact]
    public async Task A_fix_where_none_is_expected_fails()
    {
        string unset = await Failure.OfAsync(() => RunAsync<SmallNumberFix>(One, null));
        string same = await Failure.OfAsync(() => RunAsync<SmallNumberFix>(One, One));
        string idle = await Failure.OfAsync(() => RunAsync<IdleFix>(One, null));

        Assert.Contains("No fix may be offered", unset);
        Assert.Contains("No fix may be offered", same);
        Assert.Contains("No fix may be offered", idle);
    }

    [Fact]
    public Task No_fix_passes_where_nothing_is_offered() => RunAsync<EmptyCodeFixProvider>(One, null);

    [Fact]
    public async Task A_fix_that_does_not_compile_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<BrokenFix>(One, "class C { int a = ten; }"));

        Assert.Contains("Diagnostics of the fixed state", message);
        Assert.Contains("CS0103", message);
        await RunAsync<BrokenFix>(One, "class C { int a = {|CS0103:ten|}; }");
    }

    [Fact]
    public async Task A_remaining_diagnostic_has_to_be_expected()
    {
        string message = await Failure.OfAsync(() => RunAsync<EndlessFix>(One, "class C { int a = 2; }"));

        Assert.Contains("Diagnostics of the fixed state", message);
        Assert.Contains("TEST0001: '2' is small", message);
    }

    [Fact]
    public async Task An_endless_fix_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<EndlessFix>(One, "class C { int a = [|2|]; }"));

        Assert.Contains("Expected at most 1 fix(es), but after them 'Enlarge' is still offered", message);
    }

    [Fact]
    public async Task The_number_of_fixes_is_exact_where_it_is_positive()
    {
        await Eight(2, 2).RunAsync();
        await Eight(-5, -2).RunAsync();
        Assert.Contains("Expected 3 fix(es), but 2 led to the expected code.", await Failure.OfAsync(() => Eight(3, 2).RunAsync()));
        Assert.Contains("Expected 1 fix(es), but after them", await Failure.OfAsync(() => Eight(1, 2).RunAsync()));
        Assert.Contains("Expected 3 fix(es), but 2 led", await Failure.OfAsync(() => Eight(2, 3).RunAsync()));
        Assert.Contains("still offered", await Failure.OfAsync(() => Eight(2, null).RunAsync()));

        static CSharpCodeFixTest<SmallNumberAnalyzer, StepFix, DefaultVerifier> Eight(int incremental, int? all)
        {
            var test = Create<StepFix>("class C { int a = [|8|]; }", OneFixed);
            test.NumberOfIncrementalIterations = incremental;
            test.NumberOfFixAllIterations = all;
            return test;
        }
    }

    [Fact]
    public async Task One_fix_can_be_asked_for()
    {
        var test = Create<SmallNumberFix>(Two, "class C { int a = 10; int b = [|2|]; }");
        test.BatchFixedCode = TwoFixed;
        test.CodeFixTestBehaviors = CodeFixTestBehaviors.FixOne;

        await test.RunAsync();
    }

    [Fact]
    public async Task An_added_document_fails()
    {
        var test = Create<AddingFix>(One, One);
        test.FixedState.Sources.Add(("/0/Other.cs", "class Other { }"));
        test.CodeFixTestBehaviors = CodeFixTestBehaviors.FixOne;

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("/0/Other.cs is expected, but not there.", message);
        Assert.Contains("/More.cs is there, but not expected:", message);
    }

    [Fact]
    public async Task Another_encoding_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<EncodingFix>(One, OneFixed));

        Assert.Contains("differs in form: expected encoding none", message);
        Assert.Contains("actual encoding utf-16", message);
    }

    [Fact]
    public async Task More_than_one_operation_fails()
    {
        string message = await Failure.OfAsync(() => RunAsync<TwoOperationsFix>(One, OneFixed));

        Assert.Contains("must consist of one change of the solution", message);
    }

    [Fact]
    public async Task A_fix_at_the_end_of_the_compilation_fails()
    {
        var test = Fill(new CSharpCodeFixTest<CompilationEndAnalyzer, SmallNumberFix, DefaultVerifier>(), One, OneFixed);

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("reported at the end of the compilation", message);
    }

    [Theory]
    [InlineData(null, "10", "10")]
    [InlineData(0, null, "10")]
    [InlineData(1, null, "20")]
    [InlineData(1, "20", "20")]
    [InlineData(null, "20", "20")]
    public async Task Nested_actions_are_chosen_by_index_and_key(int? index, string? key, string result)
    {
        var test = Create<MenuFix>(Two, TwoFixed.Replace("10", result));
        test.CodeActionIndex = index;
        test.CodeActionEquivalenceKey = key;
        string? title = null;
        test.CodeActionVerifier = (action, verifier) => title = action.Title;

        await test.RunAsync();

        Assert.Equal($"Make it {result}", title);
    }

    [Fact]
    public async Task Index_and_key_have_to_agree()
    {
        var test = Create<MenuFix>(Two, TwoFixed);
        test.CodeActionIndex = 0;
        test.CodeActionEquivalenceKey = "20";

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("The action at index 0 has the key '10', but '20' is asked for.", message);
    }

    [Fact]
    public async Task A_key_that_is_not_offered_fails_and_shows_those_that_are()
    {
        var test = Create<MenuFix>(One, OneFixed);
        test.CodeActionEquivalenceKey = "30";

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("'30' is asked for", message);
        Assert.Contains("1: 'Make it 20' (20)", message);
    }

    [Fact]
    public async Task The_action_verifier_can_fail()
    {
        var test = Create<SmallNumberFix>(One, OneFixed);
        test.CodeActionVerifier = static (action, verifier) => verifier.Equal("Reduce", action.Title);

        string message = await Failure.OfAsync(() => test.RunAsync());

        Assert.Contains("Expected: Reduce. Actual: Enlarge.", message);
    }

    [Fact]
    public Task A_fix_of_a_compiler_error_passes() =>
        Fill(new CSharpCodeFixTest<EmptyDiagnosticAnalyzer, MissingNameFix, DefaultVerifier>(), "class C { int a = {|CS0103:b|} + {|CS0103:c|}; }", "class C { int a = 10 + 10; }").RunAsync();

    [Fact]
    public async Task A_wrong_analyzer_fails_before_its_fix()
    {
        string message = await Failure.OfAsync(() => RunAsync<SmallNumberFix>("class C { int a = 1; }", OneFixed));

        Assert.Contains("Diagnostics of the test state", message);
    }

    [Fact]
    public async Task Explicit_states_inherit_nothing()
    {
        var test = Create<SmallNumberFix>(One, OneFixed);
        test.FixedState.InheritanceMode = StateInheritanceMode.Explicit;

        Assert.Contains("CS0518", await Failure.OfAsync(() => test.RunAsync()));
    }

    [Fact]
    public async Task Other_expected_diagnostics_are_inherited_and_fixable_ones_are_not()
    {
        var test = Create<SmallNumberFix>("class C { int a = {|#0:1|}; int b = {|#1:missing|}; }", "class C { int a = 10; int b = {|#1:missing|}; }");
        test.ExpectedDiagnostics.Add(new DiagnosticResult(SmallNumberAnalyzer.Descriptor).WithLocation(0).WithArguments("1"));
        test.ExpectedDiagnostics.Add(DiagnosticResult.CompilerError("CS0103").WithLocation(1));

        await test.RunAsync();
    }

    [Fact]
    public async Task Fixable_marks_can_be_ignored_in_the_fixed_state()
    {
        var test = Create<SmallNumberFix>(One, "class C { int a = [|10|]; }");
        test.FixedState.MarkupHandling = MarkupMode.IgnoreFixable;

        await test.RunAsync();
    }

    [Fact]
    public async Task Verifiers_run_in_one_call()
    {
        string message = await Failure.OfAsync(() => CSharpCodeFixVerifier<SmallNumberAnalyzer, SmallNumberFix, DefaultVerifier>.VerifyCodeFixAsync(One, OneFixed));

        Assert.Contains("CS0518", message);
        Assert.Equal(SmallNumberAnalyzer.Id, CSharpCodeFixVerifier<SmallNumberAnalyzer, SmallNumberFix, DefaultVerifier>.Diagnostic().Id);
    }

    private static Task RunAsync<TFix>(string source, string? fixedSource)
        where TFix : CodeFixProvider, new() => Create<TFix>(source, fixedSource).RunAsync();

    private static CSharpCodeFixTest<SmallNumberAnalyzer, TFix, DefaultVerifier> Create<TFix>(string source, string? fixedSource)
        where TFix : CodeFixProvider, new() => Fill(new CSharpCodeFixTest<SmallNumberAnalyzer, TFix, DefaultVerifier>(), source, fixedSource);

    private static CSharpCodeFixTest<TAnalyzer, TFix, DefaultVerifier> Fill<TAnalyzer, TFix>(CSharpCodeFixTest<TAnalyzer, TFix, DefaultVerifier> test, string source, string? fixedSource)
        where TAnalyzer : DiagnosticAnalyzer, new()
        where TFix : CodeFixProvider, new()
    {
        test.TestCode = source;
        test.TestState.AdditionalReferences.AddRange(TestReferences.Net100);
        if (fixedSource is not null)
        {
            test.FixedCode = fixedSource;
        }

        return test;
    }
}
