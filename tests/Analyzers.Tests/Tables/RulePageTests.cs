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
        Assert.Equal(rule.Name, page.Properties["Name"]);
        Assert.Equal(rule.Descriptor.Category, page.Properties["Category"]);
        Assert.Equal(MarkdownTables.SeverityOf(rule), page.Properties["Default severity"]);
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
            Assert.Contains($"| `{option.Key}` | {option.Type} | {option.Default} | {option.Allowed} | {option.Description} |", configuration);
            Assert.Contains($"`{option.KeyFor(rule)}`", configuration);
        }
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Example_of_a_violation_compiles_and_reports_exactly_the_rule(string id)
    {
        RulePage page = RulePage.Of(RuleIds.Find(id));
        Assert.Equal([id], await DiagnosticsAsync(Assert.Single(page.Sources(Violation)), page.Settings(Violation)));
    }

    /// <summary>The page of a rule without a fix shows the whole example, that of a rule with fixes only the lines that each changes.</summary>
    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task Examples_of_a_fix_are_made_of_the_violation_and_report_nothing(string id)
    {
        Rule rule = RuleIds.Find(id);
        RulePage page = RulePage.Of(rule);
        if (rule.Fixes == RuleFixes.None)
        {
            string[] sources = page.Sources(Fix);
            Assert.NotEmpty(sources);
            Assert.All(await Task.WhenAll(sources.Select(source => DiagnosticsAsync(source, page.Settings(Fix)))), Assert.Empty);
            return;
        }

        string[] examples = page.Code(Fix);
        string violation = Assert.Single(page.Sources(Violation));
        ImmutableArray<CodeAction> actions = await FixRunner.ActionsAsync(violation, rule);
        Assert.Equal(actions.Length, examples.Length);
        for (int i = 0; i < examples.Length; i++)
        {
            string isFixed = await FixRunner.ApplyAsync(actions[i]);
            Assert.Equal(ChangedLines.Of(violation, isFixed), examples[i]);
            Assert.Empty(await DiagnosticsAsync(isFixed, page.Settings(Fix)));
        }
    }

    [Theory]
    [InlineData("a;\nb;\n", "a;\nc;\n", "c;\n")]
    [InlineData("using A;\n{\n    b;\n}\n", "using A;\nusing B;\n{\n    c;\n    {\n        d;\n    }\n}\n", "c;\n{\n    d;\n}\n")]
    [InlineData("{\n    a;\n    b;\n    c;\n}\n", "{\n    x;\n\n    b;\n    y;\n}\n", "x;\n\nb;\ny;\n")]
    [InlineData("{\n    a;\n    b;\n}\n", "{\n    a;\n}\n", "")]
    public void Changed_lines_are_those_from_the_first_difference_to_the_last(string before, string after, string changed) =>
        Assert.Equal(changed, ChangedLines.Of(before, after));

    private static async Task<string[]> DiagnosticsAsync(string source, string settings)
    {
        Compilation compilation = CanonicalSource.Compile(source, References.All);
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
        return [.. (await AnalyzerRunner.RunAsync(compilation, settings: EditorConfig.Parse(settings))).Select(diagnostic => diagnostic.Id)];
    }
}
