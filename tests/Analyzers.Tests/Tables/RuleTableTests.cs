using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>What holds for every row of the table of rules.</summary>
public sealed class RuleTableTests
{
    private const int LongestMessage = 110;
    private const int LongestFixTitle = 60;

    private static readonly string[] Verbs =
    [
        "Buffer", "Check", "Copy", "Correct", "Disable", "Increase", "Limit", "Open", "Read", "Remove", "Send", "Set",
        "Stream", "Upload", "Use",
    ];

    private static readonly string[] FixVerbs = ["Add", "Await", "Call", "Increase", "Remove", "Send", "Set", "Upload", "Use"];

    [Fact]
    public void Ids_are_unique_and_in_order() =>
        Assert.Equal(Rules.All.Select(rule => rule.Id).Distinct().Order(StringComparer.Ordinal), Rules.All.Select(rule => rule.Id));

    [Fact]
    public void Names_are_unique() => Assert.Equal(Rules.All.Length, Rules.All.Select(rule => rule.Name).Distinct().Count());

    [Fact]
    public void All_lists_every_rule_of_the_table() =>
        Assert.Equal(
            typeof(Rules).GetFields().Where(field => field.FieldType == typeof(Rule)).Select(field => ((Rule)field.GetValue(null)!).Id).Order(StringComparer.Ordinal),
            Rules.All.Select(rule => rule.Id));

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Id_is_STRM_and_four_digits(string id) => Assert.Matches("^STRM[0-4][0-9]{3}$", id);

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Field_of_the_table_bears_the_name(string id)
    {
        Rule rule = RuleIds.Find(id);
        Assert.Same(rule, typeof(Rules).GetField(rule.Name)?.GetValue(null));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Title_message_and_description_are_complete(string id)
    {
        DiagnosticDescriptor descriptor = RuleIds.Find(id).Descriptor;
        string title = descriptor.Title.ToString();
        string message = descriptor.MessageFormat.ToString();
        Assert.False(string.IsNullOrWhiteSpace(title) || title.EndsWith('.'), $"Title '{title}'");
        Assert.False(string.IsNullOrWhiteSpace(message) || message.EndsWith('.'), $"Message '{message}'");
        Assert.EndsWith(".", descriptor.Description.ToString());
        Assert.DoesNotContain('|', title);
        Assert.True(char.IsUpper(title[0]), $"Title '{title}' begins with a capital");
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Title_is_an_imperative(string id) => Assert.Contains(RuleIds.Find(id).Descriptor.Title.ToString().Split(' ')[0], Verbs);

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Message_is_short(string id) =>
        Assert.InRange(RuleIds.Find(id).Descriptor.MessageFormat.ToString().Length, 5, LongestMessage);

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Titles_of_fixes_are_short_imperatives_that_differ(string id)
    {
        string[] titles = [.. FixesOf(RuleIds.Find(id)).Select(fix => fix.Title)];
        Assert.Equal(titles.Distinct(), titles);
        Assert.All(titles, title =>
        {
            Assert.InRange(title.Length, 5, LongestFixTitle);
            Assert.Contains(title.Split(' ')[0], FixVerbs);
            Assert.False(title.EndsWith('.'), $"Title '{title}'");
        });
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Exactly_the_fixes_that_are_taken_one_by_one_ask_for_a_review(string id) =>
        Assert.All(
            FixesOf(RuleIds.Find(id)), fix => Assert.Equal(fix.IsOneByOne, fix.Title.Contains("(review: ", StringComparison.Ordinal)));

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Effect_is_a_short_sentence_of_plain_text(string id)
    {
        string effect = RuleIds.Find(id).Effect;
        Assert.InRange(effect.Length, 20, 110);
        Assert.Matches(@"^([A-Z]|[0-9]).*[^.\s]$", effect);
        Assert.DoesNotMatch(@"[`*_|<>\[\]\n]", effect);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Category_and_severity_are_ours(string id)
    {
        Rule rule = RuleIds.Find(id);
        Assert.Equal("StreamTuning." + rule.Area, rule.Descriptor.Category);
        Assert.Contains(rule.Severity, new[] { DiagnosticSeverity.Warning, DiagnosticSeverity.Info });
        // The compiler runs no rule for which nothing but suggestions is expected.
        Assert.Equal(rule.IsAboutRoundTrips ? DiagnosticSeverity.Warning : rule.Severity, rule.Descriptor.DefaultSeverity);
        Assert.Equal(!rule.IsOnlyForWindows, rule.Descriptor.IsEnabledByDefault);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Version_that_the_rule_came_with_is_that_of_its_release(string id)
    {
        // The heading above its row among the releases; without one, the version that is being made.
        string shipped = Repository.Read(GeneratedFiles.Shipped);
        int row = shipped.IndexOf($"\n{id} |", StringComparison.Ordinal);
        Match version = row < 0
            ? Regex.Match(Repository.Read("Directory.Build.props"), @"<VersionPrefix>(\d+\.\d+)\.")
            : Regex.Matches(shipped[..row], @"^## Release (\d+\.\d+)", RegexOptions.Multiline)[^1];
        Assert.Equal(version.Groups[1].Value, RuleIds.Find(id).Since);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Help_link_leads_to_the_page(string id)
    {
        Rule rule = RuleIds.Find(id);
        Assert.Equal(Rule.HelpLinkBase + id + ".md", rule.Descriptor.HelpLinkUri);
        Assert.EndsWith("/" + rule.Page, rule.Descriptor.HelpLinkUri);
        Assert.True(Repository.Exists(rule.Page), rule.Page + " is missing");
    }

    [Fact]
    public void Links_in_packages_lead_to_the_tag_of_the_version()
    {
        string version = (string)XDocument.Parse(Repository.Read("Directory.Build.props")).Descendants("VersionPrefix").Single();
        Assert.Equal(Rule.Documentation, $"{Rule.Repository}/blob/v{version}/docs/");

        string[] sources = [.. new[] { "*.cs", "*.targets", "*.props" }.SelectMany(pattern => Repository.Files("src", pattern))];
        IEnumerable<(string Path, string Tag)> links =
            from path in sources.Concat(Repository.Files("build/readme", "*.md"))
            from Match link in Regex.Matches(Repository.Read(path), Regex.Escape(Rule.Repository) + "/(?:blob|tree)/([^/]+)/")
            select (path, link.Groups[1].Value);
        Assert.NotEmpty(links);
        Assert.All(links, link => Assert.True(link.Tag == "v" + version, $"{link.Path} leads to '{link.Tag}'."));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Exactly_one_analyzer_supports_the_rule(string id) =>
        Assert.Single(OwnRules.Analyzers, analyzer => analyzer.SupportedDiagnostics.Contains(RuleIds.Find(id).Descriptor));

    [Fact]
    public void Analyzers_support_no_rule_outside_of_the_table() =>
        Assert.Equal(
            Rules.All.Select(rule => rule.Id),
            OwnRules.Analyzers.SelectMany(analyzer => analyzer.SupportedDiagnostics).Select(descriptor => descriptor.Id).Order(StringComparer.Ordinal));

    private static IEnumerable<(string Title, bool IsOneByOne)> FixesOf(Rule rule) =>
        from fix in new (RuleFixes Form, string? Title)[]
        {
            (RuleFixes.Runtime, rule.RuntimeFix), (RuleFixes.Setting, rule.SettingFix), (RuleFixes.Plain, rule.PlainFix),
            (RuleFixes.Reviewed, rule.ReviewedFix),
        }
        where fix.Title is not null
        select (fix.Title!, (rule.FixAllForms & fix.Form) == 0);
}
