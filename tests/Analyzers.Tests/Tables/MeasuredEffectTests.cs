using System.Globalization;
using System.Text.RegularExpressions;
using StreamTuning.Benchmarks;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>What a page says was measured can be measured again, by the command that it gives.</summary>
public sealed partial class MeasuredEffectTests
{
    private const string Section = "Measured effect";

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Page_gives_a_command_that_exists(string id)
    {
        string[] commands = RulePage.Of(RuleIds.Find(id)).Commands(Section);
        Assert.NotEmpty(commands);
        Assert.All(commands, command =>
        {
            if (Benchmark().Match(command) is { Success: true, Groups: var benchmark })
            {
                BenchmarkGroups program = Assert.Single(BenchmarkGroups.All, program => program.Project == benchmark[1].Value);
                Assert.Single(Repository.Files(program.Project, "*.csproj"));
                Assert.All(benchmark[2].Value.Split(' '), group => Assert.True(program.IsKnown(group), group));
            }
            else if (Test().Match(command) is { Success: true, Groups: var test })
            {
                Assert.Single(Repository.Files(test[1].Value, "*.csproj"));
                string name = test[2].Value;
                Assert.Contains($"class {name}", Repository.Read(Assert.Single(Repository.Files(test[1].Value, name + ".cs"))));
            }
            else
            {
                Assert.Fail($"'{command}' runs neither a benchmark nor a test.");
            }
        });
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Figures_are_written_by_the_program_that_the_page_names(string id)
    {
        RulePage page = RulePage.Of(RuleIds.Find(id));
        BenchmarkGroups? program = BenchmarkGroups.All.SingleOrDefault(program => MeasuredBy(program).Contains(id));
        Assert.DoesNotContain("\n| ", Prose.WithoutGenerated(page.Section(Section)));
        string[] measuring = [.. page.Commands(Section).Where(command => Benchmark().IsMatch(command))];
        if (program is null)
        {
            Assert.Empty(measuring);
            return;
        }

        Assert.Equal([$"dotnet run -c Release --project {program.Project} -- {id} --output docs/benchmarks"], measuring);
        Assert.True(program.IsKnown(id), $"'{program.Project} -- {id}' is refused.");
        string[] parts = page.Section(Section).Split(["<!-- begin results -->", "<!-- end results -->"], StringSplitOptions.None);
        Assert.Equal(3, parts.Length);
        Assert.Contains("\n| ", parts[1]);
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    public void Figures_in_the_text_are_measured(string id)
    {
        Rule rule = RuleIds.Find(id);
        string page = RulePage.Of(rule).Text;
        string[] measured =
            [.. Prose.GeneratedIn(page).Where(part => !part.Contains(rule.Effect, StringComparison.Ordinal)).SelectMany(FiguresIn)];
        Assert.All(
            FiguresIn(Prose.WithoutGenerated(page) + rule.Effect),
            rounded => Assert.Contains(measured, figure => IsRounded(figure, rounded)));

        // A percentage is of the time of the first way, which is 1.00x.
        static IEnumerable<string> FiguresIn(string text) =>
            Figure().Matches(text).Select(match => match.Groups[1].Value)
                .Concat(Percentage().Matches(text).Select(match => "0." + match.Groups[1].Value.PadLeft(2, '0')));

        static bool IsRounded(string figure, string rounded) =>
            decimal.Round(Parse(figure), DecimalsOf(rounded), MidpointRounding.AwayFromZero) == Parse(rounded);

        static int DecimalsOf(string figure) => figure.Split('.') is [_, var decimals] ? decimals.Length : 0;

        static decimal Parse(string figure) => decimal.Parse(figure, CultureInfo.InvariantCulture);
    }

    [Fact]
    public void Programs_measure_no_rule_that_does_not_exist_and_none_twice() =>
        Assert.All(BenchmarkGroups.All.SelectMany(MeasuredBy).GroupBy(id => id), id => Assert.Single(id, RuleIds.Find(id.Key).Id));

    /// <summary>The rules whose effect a program measures, by its cases.</summary>
    private static IEnumerable<string> MeasuredBy(BenchmarkGroups program) =>
        Case().Matches(Repository.Read(program.Project + "/Rules/RuleCases.cs")).Select(match => match.Groups[1].Value).Distinct();

    [GeneratedRegex("\"(STRM[0-9]{4})\"")]
    private static partial Regex Case();

    [GeneratedRegex(@"^dotnet run -c Release --project (benchmarks/\w+) -- ([^-].*?) --output docs/benchmarks$")]
    private static partial Regex Benchmark();

    [GeneratedRegex(@"\b(\d+(?:\.\d+)?)x\b")]
    private static partial Regex Figure();

    [GeneratedRegex(@"\b(\d{1,2})%")]
    private static partial Regex Percentage();

    [GeneratedRegex(@"^dotnet test (tests/[\w.]+) --filter FullyQualifiedName~(\w+)$")]
    private static partial Regex Test();
}
