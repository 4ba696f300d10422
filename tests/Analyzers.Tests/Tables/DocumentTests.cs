using System.Text.RegularExpressions;
using StreamTuning.Docs;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>README, index, release files and the generated regions follow the tables.</summary>
public sealed partial class DocumentTests
{
    public static TheoryData<string> GeneratedPaths => [.. GeneratedFiles.All(Repository.Read).Select(file => file.Path)];

    public static TheoryData<string> DocumentPaths => [.. Repository.Documents()];

    [Theory]
    [MemberData(nameof(GeneratedPaths))]
    public void Generated_files_are_up_to_date(string path)
    {
        string? text = Repository.Exists(path) ? Repository.Read(path) : null;
        string expected = GeneratedFiles.All(Repository.Read).Single(file => file.Path == path).Update(text);
        Assert.True(expected == text, path + " is out of date. Run: dotnet run --project tools/Docs");
    }

    [Fact]
    public void There_is_no_file_among_the_generated_that_nothing_generates() =>
        Assert.Empty(GeneratedFiles.LeftOver(GeneratedFiles.All(Repository.Read), folder => Repository.Files(folder, "*")));

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Readme_and_index_have_a_row_for_the_rule(string id)
    {
        Rule rule = RuleIds.Find(id);
        Assert.Single(Repository.Read("README.md").Split('\n'), line => line.StartsWith($"| [{id}]({rule.Page}) | {rule.Descriptor.Title} | {rule.Area} |", StringComparison.Ordinal));
        Assert.Single(Repository.Read("docs/rules/README.md").Split('\n'), line => line.StartsWith($"| [{id}]({id}.md) | {rule.Descriptor.Title} | {rule.Area} |", StringComparison.Ordinal));
    }

    [Fact]
    public void There_is_no_page_without_a_rule() =>
        Assert.Equal(Rules.All.Select(rule => rule.Page), Repository.Files("docs/rules", "STRM*.md"));

    [Fact]
    public void Release_files_have_a_row_for_each_rule_and_no_other()
    {
        var released = new SortedDictionary<string, string>(StringComparer.Ordinal);
        string heading = "";
        foreach (string line in (Repository.Read(GeneratedFiles.Shipped) + "\n" + Repository.Read(GeneratedFiles.Unshipped)).Split('\n'))
        {
            if (line.StartsWith('#'))
            {
                heading = line;
            }
            else if (ReleaseRow().Match(line) is { Success: true, Groups: var cells })
            {
                if (heading == "### Removed Rules")
                {
                    released.Remove(cells[1].Value);
                }
                else
                {
                    released[cells[1].Value] = $"{cells[2].Value} {cells[3].Value}";
                }
            }
        }

        Assert.Equal(Rules.All.ToDictionary(rule => rule.Id, rule => $"{rule.Descriptor.Category} {MarkdownTables.ReleasedSeverityOf(rule)}"), released);
    }

    [Theory]
    [MemberData(nameof(DocumentPaths))]
    public void Documents_name_no_option_that_does_not_exist(string path)
    {
        HashSet<string> keys = [.. Options.All.SelectMany(option => option.Rules.Select(option.KeyFor).Prepend(option.Key))];
        Assert.All(OptionKey().Matches(Repository.Read(path)), match => Assert.Contains(match.Value, keys));
    }

    /// <summary>A gain that stands in a sentence, "173 ms instead of 1.5 s", is one that the benchmarks have measured.</summary>
    [Fact]
    public void Gains_in_sentences_are_those_of_the_home_page()
    {
        string[] figures = HomeFigures.Table(Repository.Read).Split('\n');
        IEnumerable<string> pages = Repository.Documents().Concat(Repository.Files("build/readme", "*.md"));
        Match[] gains = [.. pages.SelectMany(path => Gain().Matches(Repository.Read(path)))];
        string[] ratios = [.. Ratio().Matches(Repository.Read("docs/index.md")).Select(match => match.Groups[1].Value)];

        Assert.NotEmpty(gains);
        Assert.NotEmpty(ratios);
        Assert.All(gains, gain => Assert.Contains(
            figures,
            figure => figure.Contains($"| {gain.Groups[2]} |", StringComparison.Ordinal) && figure.Contains($"| {gain.Groups[1]} |", StringComparison.Ordinal)));
        Assert.All(ratios, ratio => Assert.Contains(figures, figure => figure.EndsWith($"| {ratio} |", StringComparison.Ordinal)));
    }

    [Fact]
    public void Readme_shows_the_picture_of_the_tour_where_there_is_one() =>
        Assert.Equal(Repository.Exists("docs/tour.svg"), Comment().Replace(Repository.Read("README.md"), "").Contains("](docs/tour.svg)", StringComparison.Ordinal));

    [GeneratedRegex(@"(\d[\d.]* m?s) instead of (\d[\d.]* m?s)")]
    private static partial Regex Gain();

    [GeneratedRegex(@"\*\*(\d[\d.]*) times as fast\*\*")]
    private static partial Regex Ratio();

    [GeneratedRegex("<!--.*?-->", RegexOptions.Singleline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"^(STRM\d{4}) \| (\S+) \| (\w+) \|")]
    private static partial Regex ReleaseRow();

    [GeneratedRegex(@"\bstream_tuning\.(STRM\d{4}\.)?[a-z0-9_]+\b")]
    private static partial Regex OptionKey();
}
