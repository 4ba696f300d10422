using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using StreamTuning.Analyzers.Tests.Robustness;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>A rule's page says what the tables say, and its examples are true.</summary>
public sealed class RulePageTests
{
    private const string Violation = "Example of a violation";
    private const string Fix = "Example of a fix";

    private const string Changes = "What changes when you take the fix";
    private const string Exceptions = "Exceptions";
    private const string Measurements = "Measured effect";

    private static readonly string[] Sections =
    [
        "Cause",
        Violation,
        Fix,
        "Why it matters",
        "How to fix violations",
        Changes,
        Exceptions,
        "Configuration",
        "When to suppress warnings",
        "Related rules",
        Measurements,
    ];

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Page_has_all_sections_in_order(string id)
    {
        Rule rule = RuleIds.Find(id);
        RulePage page = RulePage.Of(rule);
        Assert.Equal(rule.Fixes == RuleFixes.None ? Sections.Except([Changes]) : Sections, page.Sections);
        Assert.All(page.Sections, section => Assert.NotEmpty(page.Section(section)));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Exceptions_are_a_folded_list(string id)
    {
        string exceptions = RulePage.Of(RuleIds.Find(id)).Section(Exceptions);
        Assert.StartsWith("<details><summary>The rule stays silent in these cases</summary>\n\n- ", exceptions, StringComparison.Ordinal);
        Assert.EndsWith("\n</details>", exceptions, StringComparison.Ordinal);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Page_has_at_most_450_words_above_its_measurements(string id) =>
        Assert.InRange(Prose.WordsOf(RulePage.Of(RuleIds.Find(id)).Above(Measurements)), 1, 450);

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Page_has_no_sentence_of_more_than_35_words(string id) =>
        Assert.Empty(Prose.SentencesLongerThan(35, RulePage.Of(RuleIds.Find(id)).Text));

    [Fact]
    public void Words_and_sentences_are_those_that_people_wrote()
    {
        const string Page = """
            # Not a heading

            One `two three` [four](not-five.md). Six seven, eight nine (ten.) Eleven!

            - Twelve
              thirteen.

            | Fourteen | |
            | --- | --- |
            | Fifteen. Sixteen | - |

            <!-- begin generated part -->
            Not what a program writes.
            <!-- end generated part -->

            ```text
            Not code.
            ```
            """;
        Assert.Equal(15, Prose.WordsOf(Page));
        Assert.Equal(["One two three four.", "Six seven, eight nine (ten.)"], Prose.SentencesLongerThan(3, Page));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Page_has_title_name_category_and_severity_of_the_table(string id)
    {
        Rule rule = RuleIds.Find(id);
        RulePage page = RulePage.Of(rule);
        string title = rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture);
        Assert.Equal(id + ": " + title, page.Heading);
        Assert.Equal(id, page.Properties["Id"]);
        Assert.Equal(rule.Name, page.Properties["Name"]);
        Assert.Equal(title, page.Properties["Title"]);
        Assert.Equal(rule.Descriptor.Category, page.Properties["Category"]);
        Assert.Equal(MarkdownTables.SeverityOf(rule), page.Properties["Default severity"]);
        Assert.Equal(rule.Since, page.Properties["Since"]);
        Assert.Contains(
            $"dotnet_diagnostic.{id}.severity = {MarkdownTables.EditorConfigSeverityOf(rule.Severity)}\n",
            page.Section("Configuration"));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Page_has_the_options_of_the_table(string id)
    {
        Rule rule = RuleIds.Find(id);
        string configuration = RulePage.Of(rule).Section("Configuration");
        foreach (Option option in Options.All.Where(option => option.Rules.Contains(rule)))
        {
            Assert.Contains($"| `{option.Key}` | `{option.KeyFor(rule)}` | {option.Type} | {option.Default} | {option.Allowed} | {option.Description} |", configuration);
        }
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Example_of_a_violation_compiles_and_reports_exactly_the_rule(string id)
    {
        RulePage page = RulePage.Of(RuleIds.Find(id));
        Assert.Equal([id], await DiagnosticsAsync(Assert.Single(page.Code(Violation)), page.Settings(Violation)));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Examples_of_a_fix_compile_and_report_nothing(string id)
    {
        RulePage page = RulePage.Of(RuleIds.Find(id));
        foreach (string example in page.Code(Fix))
        {
            Assert.Empty(await DiagnosticsAsync(example, page.Settings(Fix)));
        }
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Examples_of_a_fix_are_what_the_fix_makes_of_the_violation(string id)
    {
        Rule rule = RuleIds.Find(id);
        if (rule.Fixes == RuleFixes.None)
        {
            Assert.NotEmpty(RulePage.Of(rule).Code(Fix));
            return;
        }

        string[] examples = RulePage.Of(rule).Code(Fix);
        ImmutableArray<CodeAction> actions = await FixRunner.ActionsAsync(RulePage.Of(rule).Code(Violation).Single(), rule);
        Assert.Equal(actions.Length, examples.Length);
        for (int i = 0; i < examples.Length; i++)
        {
            Assert.Equal(examples[i], await FixRunner.ApplyAsync(actions[i]));
        }
    }

    private static async Task<string[]> DiagnosticsAsync(string source, string settings)
    {
        Compilation compilation = CanonicalSource.Compile(source, References.All);
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
        return [.. (await AnalyzerRunner.RunAsync(compilation, settings: EditorConfig.Parse(settings))).Select(diagnostic => diagnostic.Id)];
    }
}
