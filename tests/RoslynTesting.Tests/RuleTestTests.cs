using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Testing;
using StreamTuning.RoslynTesting.Samples;
using Test = StreamTuning.RoslynTesting.RuleTest<StreamTuning.RoslynTesting.Samples.SmallNumberAnalyzer, StreamTuning.RoslynTesting.Samples.SmallNumberFix>;

namespace StreamTuning.RoslynTesting;

public class RuleTestTests
{
    [Fact]
    public Task Marks_and_explicit_diagnostics_pass() =>
        Test.VerifyAsync(
            "class C { int a = [|1|]; int b = {|TEST0001:2|}; int c = {|#0:3|}; int d = 12; }",
            expected: Test.Diagnostic(0, "3"));

    [Fact]
    public Task A_fix_passes() =>
        Test.VerifyFixAsync(
            "class C { int a = [|1|]; int b = {|#0:2|}; }",
            "class C { int a = 10; int b = 10; }",
            SmallNumberFix.Key,
            expected: Test.Diagnostic(0, "2"));

    [Fact]
    public Task No_fix_passes_where_the_key_is_not_offered() => Test.VerifyNoFixAsync("class C { int a = {|#0:1|}; }", "Other", expected: Test.Diagnostic(0, "1"));

    [Fact]
    public async Task No_fix_fails_where_one_is_offered()
    {
        var exception = await Assert.ThrowsAsync<InvalidOperationException>(() => Test.VerifyNoFixAsync("class C { int a = [|1|]; }"));

        Assert.Contains("No fix may be offered", exception.Message);
    }

    [Theory]
    [InlineData(TestTarget.Net100)]
    [InlineData(TestTarget.NetStandard20)]
    [InlineData(TestTarget.Net472)]
    public Task Targets_pass(TestTarget target) =>
        Test.VerifyFixAsync(
            "class C { StreamTuning.FileCopyOptions o; int a = [|1|]; }",
            "class C { StreamTuning.FileCopyOptions o; int a = 10; }",
            SmallNumberFix.Key,
            new TestSetup { Target = target });

    [Fact]
    public Task Without_the_runtime_its_types_are_missing() =>
        Test.VerifyAsync("class C { {|CS0246:StreamTuning|}.FileCopyOptions o; }", TestSetup.WithoutRuntime);

    [Fact]
    public Task The_language_version_holds() =>
        Test.VerifyAsync("class C{|CS8936:(int a)|} { }", new TestSetup { LanguageVersion = LanguageVersion.CSharp10 });

    [Fact]
    public Task An_editorconfig_changes_the_severity() =>
        Test.VerifyAsync(
            "class C { int a = {|#0:1|}; }",
            new TestSetup { EditorConfig = "dotnet_diagnostic.TEST0001.severity = error" },
            Test.Diagnostic(0, "1").WithSeverity(DiagnosticSeverity.Error));

    [Fact]
    public Task Top_level_statements_pass() =>
        Test.VerifyAsync("System.Console.WriteLine([|1|]);", new TestSetup { OutputKind = OutputKind.ConsoleApplication });

    [Fact]
    public Task Other_sources_are_analyzed_too() =>
        Test.VerifyFixAsync(
            "class C { int a = D.b + [|1|]; }",
            "class C { int a = D.b + 10; }",
            SmallNumberFix.Key,
            new TestSetup { OtherSources = [("/0/D.cs", "static class D { public static int b = 11; }")] });
}
