using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.CoexistenceTests;

public sealed partial class CoexistenceTests
{
    // Subjects that no finding of ours has.
    private const string Style = "style, names, texts, awaits, disposal";

    [Fact]
    public void Every_package_has_rules_that_run() =>
        Assert.All(Peer.All, peer => Assert.True(peer.Rules.Count() > 10 || peer.Package == "AsyncFixer", $"{peer.Package} has {peer.Rules.Count()} rules."));

    [Fact]
    public async Task Fixed_code_is_reported_by_no_other_rule_that_was_silent_before()
    {
        Findings findings = await Findings.GetAsync();
        string[] unexpected =
        [
            .. from variant in findings.Variants
               where variant.Form is not null
               from added in findings.Added(variant)
               where Accepted.AfterFix(variant, added.Id) is null
               select $"{variant.Rule.Id} {variant.Form}: {added.Id} in {added.Member}",
        ];
        Assert.Empty(unexpected);
    }

    [Fact]
    public async Task A_line_that_another_rule_reports_too_is_reported_for_something_else()
    {
        Findings findings = await Findings.GetAsync();
        Assert.Empty(Rules.All.SelectMany(rule => findings.OnLinesOf(rule).Where(id => !Accepted.AboutSomethingElse.ContainsKey(id)).Select(id => $"{rule.Id}: {id}")));
    }

    [Fact]
    public async Task Nothing_is_accepted_that_does_not_occur()
    {
        Findings findings = await Findings.GetAsync();
        var beside = Rules.All.SelectMany(findings.OnLinesOf).ToHashSet();
        string[] unused =
        [
            .. Accepted.AboutSomethingElse.Keys.Where(id => !beside.Contains(id)),
            .. Accepted.AfterFixes
                .Where(accepted => !findings.Variants.Any(variant => variant.Form is not null && accepted.Covers(variant) && findings.Added(variant).Any(added => added.Id == accepted.Id)))
                .Select(accepted => $"{accepted.Id} in {accepted.Where}"),
        ];
        Assert.True(unused.Length == 0, string.Join(", ", unused));
    }

    [Fact]
    public void The_page_lists_what_is_accepted()
    {
        const string Page = "docs/comparison.md";
        const string Begin = "<!-- begin generated packages -->\n";
        const string End = "<!-- end generated packages -->";
        string page = Repository.Read(Page);
        string expected = page[..(page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length)] + Tables() + page[page.IndexOf(End, StringComparison.Ordinal)..];
        if (Environment.GetEnvironmentVariable("STREAMTUNING_WRITE_PAGES") == "1")
        {
            File.WriteAllText(Repository.Full(Page), page = expected);
        }

        Assert.True(page == expected, $"{Page} isn't up to date. Run this test with STREAMTUNING_WRITE_PAGES=1 to write it.");
    }

    private static string Tables()
    {
        var text = new StringBuilder("\n## Packages\n\n| Package | Version | Rules that were on |\n| --- | --- | ---: |\n");
        foreach (Peer peer in Peer.All)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {peer.Package} | {peer.Version} | {peer.Rules.Count()} |\n");
        }

        text.Append("\n## Findings on the same lines\n\n| Their subject | Their rules |\n| --- | --- |\n");
        foreach (var subject in Accepted.AboutSomethingElse
            .GroupBy(accepted => accepted.Value.Contains("; ", StringComparison.Ordinal) ? accepted.Value : Style, accepted => accepted.Key)
            .OrderBy(subject => subject.Key == Style)
            .ThenBy(subject => subject.Key, StringComparer.Ordinal))
        {
            text.Append(CultureInfo.InvariantCulture, $"| {subject.Key} | {List(subject)} |\n");
        }

        text.Append("\n## New findings after a fix\n\n| Reason | Their rules | Our fixes |\n| --- | --- | --- |\n");
        foreach (var reason in Accepted.AfterFixes.GroupBy(accepted => accepted.Reason))
        {
            string fixes = List(reason.SelectMany(accepted => Rule().Matches(accepted.Where).Select(match => match.Value)).Distinct());
            text.Append(CultureInfo.InvariantCulture, $"| {reason.Key} | {List(reason.Select(accepted => accepted.Id).Distinct())} | {fixes} |\n");
        }

        return text.Append('\n').ToString();

        static string List(IEnumerable<string> ids) => string.Join(", ", ids.Order(StringComparer.Ordinal));
    }

    [GeneratedRegex(@"STRM\d{4}")]
    private static partial Regex Rule();
}
