using System.Globalization;
using System.Text;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Tests.Tables;

namespace StreamTuning.CoexistenceTests;

public sealed class CoexistenceTests
{
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
        Assert.Empty(unused);
    }

    [Fact]
    public async Task The_page_says_what_was_found()
    {
        const string Page = "docs/comparison.md";
        const string Begin = "<!-- begin generated -->\n";
        const string End = "<!-- end generated -->";
        string page = Repository.Read(Page);
        string expected = page[..(page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length)] + Tables(await Findings.GetAsync()) + page[page.IndexOf(End, StringComparison.Ordinal)..];
        if (Environment.GetEnvironmentVariable("STREAMTUNING_WRITE_PAGES") == "1")
        {
            File.WriteAllText(Repository.Full(Page), page = expected);
        }

        Assert.True(page == expected, $"{Page} is not what was found. Run this test with STREAMTUNING_WRITE_PAGES=1 to write it.");
    }

    private static string Tables(Findings findings)
    {
        var text = new StringBuilder("\n## Packages\n\n| Package | Version | Rules that were on |\n| --- | --- | ---: |\n");
        foreach (Peer peer in Peer.All)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {peer.Package} | {peer.Version} | {peer.Rules.Count()} |\n");
        }

        text.Append("\n## Lines that others report too\n\n| Our rule | Lines it reports | Others on some of these lines |\n| --- | ---: | --- |\n");
        foreach (Rule rule in Rules.All)
        {
            text.Append(CultureInfo.InvariantCulture, $"| [{rule.Id}](rules/{rule.Id}.md) | {findings.SourceOf(rule).Lines.Count} | {List(findings.OnLinesOf(rule))} |\n");
        }

        text.Append("\nWhat these are about:\n\n| Their rule | Why it is another thing |\n| --- | --- |\n");
        foreach ((string id, string reason) in Accepted.AboutSomethingElse.OrderBy(accepted => accepted.Key, StringComparer.Ordinal))
        {
            text.Append(CultureInfo.InvariantCulture, $"| {id} | {reason} |\n");
        }

        text.Append("\n## What a fix brings\n\n| Our rule | Fix | Reported newly, in fixed code |\n| --- | --- | --- |\n");
        foreach (Variant variant in findings.Variants.Where(variant => variant.Form is not null))
        {
            text.Append(CultureInfo.InvariantCulture, $"| [{variant.Rule.Id}](rules/{variant.Rule.Id}.md) | {Accepted.NameOf(variant.Form!.Value)} | {List(findings.Added(variant).Select(added => added.Id).Distinct().Order(StringComparer.Ordinal))} |\n");
        }

        text.Append("\nWhy these are accepted:\n\n| Their rule | Where | Reason |\n| --- | --- | --- |\n");
        foreach (AcceptedAfterFix accepted in Accepted.AfterFixes)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {accepted.Id} | {accepted.Where} | {accepted.Reason} |\n");
        }

        return text.Append('\n').ToString();

        static string List(IEnumerable<string> ids) => string.Join(", ", ids) is { Length: > 0 } list ? list : "none";
    }
}
