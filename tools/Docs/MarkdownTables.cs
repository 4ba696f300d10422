using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using StreamTuning.Analyzers;

namespace StreamTuning.Docs;

/// <summary>What is generated from the tables of rules and options, as Markdown without a line end after the last line.</summary>
internal static class MarkdownTables
{
    /// <summary>All rules, for the README and the index.</summary>
    /// <param name="rules">The rules, in the order of the rows.</param>
    /// <param name="pages">What stands before the name of a page in a link.</param>
    public static string OfRules(IEnumerable<Rule> rules, string pages) => Table(
        ["Rule", "Title", "Area", "Severity", "Fixes"],
        rules.Select(rule => new[]
        {
            $"[{rule.Id}]({pages}{rule.Id}.md)", rule.Descriptor.Title.ToString(CultureInfo.InvariantCulture), rule.Area, SeverityOf(rule), FixesOf(rule),
        }));

    /// <summary>All options, for the index and the page about configuration.</summary>
    /// <param name="options">The options, in the order of the rows.</param>
    /// <param name="pages">What stands before the name of a rule's page in a link.</param>
    public static string OfOptions(IEnumerable<Option> options, string pages) => Table(
        ["Key", "Default", "Allowed", "Meaning", "Rules"],
        options.Select(option => new[]
        {
            $"`{option.Key}`", option.Default, option.Allowed, option.Description, Links(option.Rules, pages),
        }));

    /// <summary>The categories, and the property that sets the mode of each.</summary>
    public static string OfCategories(IReadOnlyCollection<Rule> rules) => Table(
        ["Category", "Property", "Rules"],
        PresetFiles.AreasOf(rules).Select(area => (Area: area, Ids: rules.Where(rule => rule.Area == area).Select(rule => rule.Id).ToArray())).Select(category => new[]
        {
            $"`StreamTuning.{category.Area}`", $"`StreamTuningMode{category.Area}`", category.Ids.Length == 1 ? category.Ids[0] : $"{category.Ids[0]} to {category.Ids[^1]}",
        }));

    /// <summary>The levels that a project can be pinned to, and the rules that came with each.</summary>
    /// <param name="rules">All rules.</param>
    /// <param name="pages">What stands before the name of a rule's page in a link.</param>
    public static string OfLevels(IReadOnlyCollection<Rule> rules, string pages) => Table(
        ["Level", "Rules that came with it"],
        PresetFiles.VersionsOf(rules).Select((version, index) => new[]
        {
            // The first release has too many to list.
            $"`{version}`", index == 0 ? $"the first {rules.Count(rule => rule.Since == version)}" : Links(rules.Where(rule => rule.Since == version), pages),
        }));

    /// <summary>The head of a rule's page: its title, and what is fixed about it.</summary>
    public static string HeaderOf(Rule rule) =>
        $"# {rule.Id}: {rule.Descriptor.Title}\n\n" + Table(
            ["Name", rule.Name],
            [
                ["Category", rule.Descriptor.Category],
                ["Default severity", SeverityOf(rule)],
                .. StorageOf(rule),
                ["Fixes", TitlesOf(rule)],
            ]);

    /// <summary>The rules whose severity depends on where the files live, for the page about configuration.</summary>
    /// <param name="rules">All rules.</param>
    /// <param name="pages">What stands before the name of a page in a link.</param>
    public static string OfStorage(IEnumerable<Rule> rules, string pages) => Table(
        ["Rule", "`Unknown`", "`Share`", "`Local`"],
        rules.Where(rule => rule.IsAboutRoundTrips).Select(rule => new[]
        {
            $"[{rule.Id}]({pages}{rule.Id}.md)", SeverityOf(rule), "Warning", "Suggestion",
        }));

    /// <summary>The default severity of a rule as lines of an <c>.editorconfig</c>, and the options that it reads, under both of their keys.</summary>
    public static string ConfigurationOf(Rule rule, IEnumerable<Option> options)
    {
        string severity = $"""
            ```ini
            [*.cs]
            dotnet_diagnostic.{rule.Id}.severity = {EditorConfigSeverityOf(rule.Severity)}
            ```
            """.ReplaceLineEndings("\n");
        Option[] read = [.. options.Where(option => option.Rules.Contains(rule))];
        return read.Length == 0 ? severity : string.Join("\n\n", [
            severity,
            Table(
                ["Option", "Type", "Default", "Allowed", "Meaning"],
                read.Select(option => new[] { $"`{option.Key}`", option.Type, option.Default, option.Allowed, option.Description })),
            $"For this rule only: {string.Join(", ", read.Select(option => $"`{option.KeyFor(rule)}`"))}.",
        ]);
    }

    /// <summary>The rows of the release file for the rules that no release has shipped yet; empty if there are none.</summary>
    /// <param name="rules">All rules.</param>
    /// <param name="shipped">The text of <c>AnalyzerReleases.Shipped.md</c>.</param>
    public static string OfUnshippedRules(IEnumerable<Rule> rules, string shipped)
    {
        Rule[] unshipped = Unshipped(rules, shipped);
        return unshipped.Length == 0 ? "" : string.Join('\n', [
            "### New Rules",
            "",
            "Rule ID | Category | Severity | Notes",
            "--------|----------|----------|-------",
            .. unshipped.Select(rule => $"{rule.Id} | {rule.Descriptor.Category} | {ReleasedSeverityOf(rule)} | {rule.Name}"),
        ]);
    }

    /// <summary>The rules of the next release, by category: a part of the changelog.</summary>
    public static string OfNewRules(IEnumerable<Rule> rules, string shipped, string pages) => string.Join('\n', Unshipped(rules, shipped)
        .GroupBy(rule => rule.Descriptor.Category)
        .Select(category => $"  - {category.Key}: {Links(category, pages)}."));

    private static Rule[] Unshipped(IEnumerable<Rule> rules, string shipped) =>
        [.. rules.Where(rule => !Regex.IsMatch(shipped, $@"^{rule.Id}\s*\|", RegexOptions.Multiline))];

    /// <summary>A severity by the word that users set it with.</summary>
    public static string EditorConfigSeverityOf(DiagnosticSeverity severity) =>
        severity == DiagnosticSeverity.Info ? "suggestion" : severity.ToString().ToLowerInvariant();

    private static string Links(IEnumerable<Rule> rules, string pages) => string.Join(", ", rules.Select(rule => $"[{rule.Id}]({pages}{rule.Id}.md)"));

    /// <summary>The severity of a rule in the words of the release file, which knows only that of the descriptor.</summary>
    public static string ReleasedSeverityOf(Rule rule) => rule.Descriptor.IsEnabledByDefault ? rule.Descriptor.DefaultSeverity.ToString() : "Disabled";

    /// <summary>The severity of a rule while nobody has said where the files live.</summary>
    public static string SeverityOf(Rule rule) =>
        rule.IsOnlyForWindows ? "Off" : rule.Severity == DiagnosticSeverity.Info ? "Suggestion" : rule.Severity.ToString();

    private static IEnumerable<string[]> StorageOf(Rule rule) =>
        rule.IsAboutRoundTrips
            ? [["[Severity by storage](../configuration.md#where-the-files-live)", "`Share`: Warning, `Local`: Suggestion"]]
        : rule.IsOnlyForWindows ? [["Severity in projects that target Windows", "Suggestion"]]
        : [];

    /// <summary>The forms of a rule's fixes, for a table of rules.</summary>
    private static string FixesOf(Rule rule) => JoinFixes(rule, ", ", fix => fix.Form + (fix.IsOneByOne ? " (one by one)" : ""));

    /// <summary>The forms of a rule's fixes with their titles, for its page. Titles have commas.</summary>
    private static string TitlesOf(Rule rule) =>
        JoinFixes(rule, "; ", fix => $"{fix.Form}{(fix.IsOneByOne ? ", [one by one](../faq.md)" : "")}: **{fix.Title}**");

    private static string JoinFixes(Rule rule, string separator, Func<(string Form, string Title, bool IsOneByOne), string> describe)
    {
        var fixes = new List<string>();
        Add(RuleFixes.Runtime, "StreamTuning library", rule.RuntimeFix);
        Add(RuleFixes.Setting, "a setting", rule.SettingFix);
        Add(RuleFixes.Plain, "plain .NET code", rule.PlainFix);
        Add(RuleFixes.Reviewed, "StreamTuning library", rule.ReviewedFix);
        return fixes.Count == 0 ? "none" : string.Join(separator, fixes);

        void Add(RuleFixes form, string words, string? title)
        {
            if (title is not null)
            {
                fixes.Add(describe((words, title, !rule.FixAllForms.HasFlag(form))));
            }
        }
    }

    private static string Table(string[] columns, IEnumerable<string[]> rows) =>
        string.Join('\n', [Row(columns), $"|{string.Concat(columns.Select(_ => "---|"))}", .. rows.Select(Row)]);

    private static string Row(string[] cells) => "| " + string.Join(" | ", cells) + " |";
}
