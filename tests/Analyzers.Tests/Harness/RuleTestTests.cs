using StreamTuning.RuleTesting.Samples;
using Test = StreamTuning.RuleTesting.RuleTest<StreamTuning.RuleTesting.Samples.SmallNumberAnalyzer, StreamTuning.RuleTesting.Samples.SmallNumberFix>;

namespace StreamTuning.RuleTesting;

/// <summary>A right rule passes, and each check that the packages lack fails on a wrong one.</summary>
public sealed class RuleTestTests
{
    private const string Source = "class C { int a = [|1|]; int b = {|TEST0001:2|}; int c = 12; }";
    private const string Fixed = "class C { int a = 10; int b = 10; int c = 12; }";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_right_rule_passes(bool thoroughly)
    {
        Thoroughness.IsOn = thoroughly;
        await Test.VerifyAsync("class C { int a = {|#0:1|}; }", expected: Test.Diagnostic(0, "1"));
        await Test.VerifyFixAsync(Source, Fixed, SmallNumberFix.Key);
        await Test.VerifyFixOneByOneAsync(Source, Fixed, SmallNumberFix.Key);
        await Test.VerifyNoFixAsync(Source, "Other");
    }

    [Theory]
    [InlineData(TestTarget.Net100)]
    [InlineData(TestTarget.NetStandard20)]
    [InlineData(TestTarget.Net472)]
    public Task Targets_have_the_runtime(TestTarget target) => Test.VerifyAsync("class C { StreamTuning.FileCopyOptions o; }", new TestSetup { Target = target });

    [Fact]
    public Task Without_the_runtime_its_types_are_missing() => Test.VerifyAsync("class C { {|CS0246:StreamTuning|}.FileCopyOptions o; }", TestSetup.WithoutRuntime);

    [Fact]
    public Task A_diagnostic_without_arguments_fails() =>
        FailsAsync("Expected diagnostic message to be \"'{0}' is small\"", () => Test.VerifyAsync("class C { int a = {|#0:1|}; }", expected: Test.Diagnostic(0)));

    [Fact]
    public Task An_analyzer_that_throws_fails() => FailsAsync("AD0001", () => RuleTest<ThrowingAnalyzer, SmallNumberFix>.VerifyAsync("class C { int a = 1; }"));

    [Fact]
    public Task Code_that_does_not_compile_fails() => FailsAsync("CS0246", () => Test.VerifyAsync("class C { Missing a; }"));

    [Fact]
    public Task A_mark_that_nothing_is_expected_at_fails() => FailsAsync("Nothing is expected at the mark '{|#1:'", () => Test.VerifyAsync("class C { int a = {|#1:12|}; }"));

    [Fact]
    public Task A_fix_that_is_offered_although_none_is_expected_fails() => FailsAsync("content of", () => Test.VerifyNoFixAsync(Source));

    [Fact]
    public Task A_fix_without_key_fails() =>
        FailsAsync("no equivalence key", () => RuleTest<SmallNumberAnalyzer, NoKeyFix>.VerifyFixAsync(Source, Fixed, SmallNumberFix.Key));

    [Fact]
    public Task Two_fixes_with_one_key_fail() =>
        FailsAsync("key of another action", () => RuleTest<SmallNumberAnalyzer, SameKeyFix>.VerifyFixAsync(Source, Fixed, SmallNumberFix.Key));

    [Fact]
    public Task A_FixAll_that_leaves_something_fails() =>
        FailsAsync("Fix all in document", () => RuleTest<SmallNumberAnalyzer, FirstOnlyFix>.VerifyFixAsync(Source, Fixed, SmallNumberFix.Key));

    [Fact]
    public Task Other_properties_in_another_run_fail_when_thorough() =>
        FailsAsync("without concurrency", () => ThoroughlyAsync(() => RuleTest<CountingAnalyzer, SmallNumberFix>.VerifyAsync("class C { int a = [|1|]; }")));

    [Fact]
    public Task Another_result_in_another_order_fails_when_thorough_and_names_the_seed() =>
        FailsAsync("(STREAMTUNING_SEED=", () => ThoroughlyAsync(() => RuleTest<FirstFileAnalyzer, SmallNumberFix>.VerifyAsync(
            "class C { int a = [|1|]; }",
            new TestSetup { OtherSources = [("/0/D.cs", "class D { int a = 2; }")] })));

    [Fact]
    public Task A_report_in_generated_code_fails_when_thorough() =>
        FailsAsync("in generated code", () => ThoroughlyAsync(() => RuleTest<GeneratedCodeAnalyzer, SmallNumberFix>.VerifyAsync("class C { int a = [|1|]; }")));

    private static async Task FailsAsync(string message, Func<Task> test) =>
        Assert.Contains(message, (await Assert.ThrowsAsync<InvalidOperationException>(test)).Message, StringComparison.Ordinal);

    private static async Task ThoroughlyAsync(Func<Task> test)
    {
        Thoroughness.IsOn = true;
        await test();
    }
}
