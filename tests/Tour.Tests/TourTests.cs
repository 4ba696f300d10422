using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Spectre.Console;

namespace StreamTuning.Tour.Tests;

/// <summary>What a reader of the tour is promised. The results are recorded ones.</summary>
public sealed partial class TourTests
{
    private const int MostLines = 120;

    private static readonly string _repository =
        typeof(TourTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepositoryRoot").Value!;

    private readonly RecordedWork _work = new();
    private readonly StringWriter _output = new();

    [Fact]
    public async Task It_fits_in_120_lines_on_a_screen_of_100_columns()
    {
        await RunAsync(Terminal(100));

        string[] lines = EscapeCode().Replace(_output.ToString(), "").TrimEnd('\n').Split('\n');
        Assert.InRange(lines.Length, 60, MostLines);
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 100));
    }

    [Fact]
    public async Task A_log_of_it_is_as_short_and_has_no_color()
    {
        await RunAsync();

        Assert.InRange(Lines().Length, 60, MostLines);
        Assert.DoesNotContain('\u001b', _output.ToString());
        Assert.All(_output.ToString(), character => Assert.True(char.IsAscii(character)));
    }

    [Fact]
    public async Task It_says_first_how_long_it_takes_and_where_it_writes()
    {
        await RunAsync();

        string begin = string.Join(' ', Lines().TakeWhile(line => line.Length > 0));
        Assert.Contains("about 2 minutes", begin, StringComparison.Ordinal);
        Assert.Contains($"It writes to {Written("")} only.", begin, StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_a_narrow_screen_the_first_and_the_last_lines_are_whole()
    {
        await RunAsync(Terminal(60));

        string[] lines = EscapeCode().Replace(Output(), "").TrimEnd('\n').Split('\n');
        string begin = string.Join(' ', lines.TakeWhile(line => line.Length > 0).Select(line => line.Trim()));
        Assert.EndsWith($"shows the first findings within one. It writes to {Written("")} only.", begin, StringComparison.Ordinal);
        Assert.Equal($"Your code  dotnet {Written("tool/StreamTuning.Tool.dll")} scan path/to/your/code", lines[^1]);
    }

    [Fact]
    public async Task Its_steps_are_numbered_and_say_how_long_each_and_all_took()
    {
        await RunAsync();

        string[] steps = [.. Lines().Where(line => line.StartsWith("Step ", StringComparison.Ordinal))];
        Assert.Equal(7, steps.Length);
        Assert.All(steps, (step, i) => Assert.Matches($@"^Step {i + 1} of 7  \w.* \.\.\. \d+\.\d s, \d+:\d\d in all$", step));
    }

    [Fact]
    public async Task The_first_findings_come_before_all_that_is_not_needed_for_them()
    {
        string? before = null;
        _work.OnStep = step => before ??= step == "build tool" ? _output.ToString() : null;

        await RunAsync();

        Assert.Equal(["pack", "copy", "build", "build tool", "fix", "build", "race"], _work.Calls);
        Assert.Equal(6, FindingLine().Count(before!));
        Assert.Contains("... and 51 more: 31 warnings and 26 suggestions in 4 files", before, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_rule_has_a_line_with_its_title()
    {
        await RunAsync();

        Assert.Equal(
            _work.Found.Select(finding => finding.Rule).Distinct().Order(StringComparer.Ordinal),
            RuleLine().Matches(Output()).Select(line => line.Groups["rule"].Value));
        Assert.Contains("  STRM1001  warning        14  none left      Copy to a file in larger blocks than the default\n", Output(), StringComparison.Ordinal);
        Assert.Contains("  STRM4001  suggestion      2  2 left to you  Stream form files instead of buffering them\n", Output(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_shows_three_changes()
    {
        await RunAsync();

        Assert.Equal(3, Lines().Count(line => line.StartsWith("    - ", StringComparison.Ordinal)));
        Assert.Contains("    - Line20();\n    + Fixed20();\n\n", Output(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_ends_with_four_lines_about_findings_speed_sample_and_next_step()
    {
        await RunAsync();

        Assert.Equal(
            [
                "",
                "Findings   57 found, 51 fixed, 6 left to you: docs/rules has a page for each rule",
                "Speed      4.4 times as fast: 3.8 s instead of 16.7, and 47 MiB of memory instead of 335",
                $"Sample     {Written("PhotoDrop")} has the fixed code; --all shows every finding and change",
                $"Your code  dotnet {Written("tool/StreamTuning.Tool.dll")} scan path/to/your/code",
            ],
            Lines().TakeLast(5));
    }

    [Fact]
    public async Task With_all_it_shows_every_finding_and_every_change()
    {
        await RunAsync(args: "--all");

        Assert.Equal(57 + 6, FindingLine().Count(Output()));
        Assert.Equal(
            _work.Found.DistinctBy(finding => (finding.File, finding.Line)).Count(),
            Lines().Count(line => line.StartsWith("+ ", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task The_picture_has_each_rule_and_each_step()
    {
        string path = Path.GetTempFileName();
        try
        {
            await RunAsync(args: ["--svg", path]);

            IEnumerable<XElement> elements = XDocument.Load(path).Descendants();
            string[] texts = [.. elements.Where(element => element.Name.LocalName == "text").Select(element => element.Value)];
            Assert.Empty(_work.Found.Select(finding => finding.Rule).Except(texts));
            Assert.Contains("streamtuning scan --fix: 51 of 57 fixed, 4.4 times as fast", texts);
            Assert.Contains("120.9 times as fast", texts);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task It_fails_if_nothing_is_found()
    {
        _work.Found.Clear();

        await FailsAsync("The build found nothing of StreamTuning");
    }

    [Fact]
    public async Task It_fails_if_a_finding_is_left_that_has_a_fix()
    {
        _work.Left.Add(_work.Found.First(finding => finding.Rule == "STRM1001"));

        await FailsAsync("STRM1001");
    }

    [Fact]
    public async Task It_fails_if_a_fix_brings_a_warning_of_another_kind()
    {
        _work.Left.Add(new Finding("Import.cs", 1, "CS0219", Finding.Warning, "The variable is never used"));

        await FailsAsync("CS0219");
    }

    [Fact]
    public async Task It_fails_if_nothing_is_changed()
    {
        _work.ChangesNothing = true;

        await FailsAsync("STRM1008 was not found, or not fixed, in Import.cs.");
    }

    [Fact]
    public async Task It_fails_if_the_fixed_sample_is_slower()
    {
        _work.IsSlower = true;

        await FailsAsync("The fixed sample is not faster than it was");
    }

    [Fact]
    public async Task It_fails_if_the_fixed_sample_allocates_no_less()
    {
        _work.TakesMore = true;

        await FailsAsync("The fixed sample allocates no less than it did");
    }

    [Fact]
    public void A_run_is_complete_with_its_last_line_only()
    {
        Assert.Null(Run.TryParse(["step import to share 12.5"]));
        Assert.Null(Run.TryParse(["step import to share 12.5", "total 12.5"]));
        Assert.Equal(3.5, Run.TryParse(["step import to share 12.5", "total 12.5", "allocated 3.5"])!.Allocated);
        Assert.Throws<TourException>(() => Run.TryParse(["something else"]));
    }

    private IAnsiConsole Terminal(int width)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = ColorSystemSupport.Standard,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(_output),
        });
        console.Profile.Width = width;
        return console;
    }

    private async Task FailsAsync(string message) =>
        Assert.Contains(message, (await Assert.ThrowsAsync<TourException>(() => RunAsync())).Message, StringComparison.Ordinal);

    private Task RunAsync(IAnsiConsole? console = null, params string[] args)
    {
        Assert.True(TourOptions.TryParse(args, out TourOptions options, out _));
        return new Tour(_work, new Screen(console ?? Screen.Plain(_output)), new TourFolders(_repository, UserPackages: ""), options).RunAsync();
    }

    /// <summary>A path that the tour writes, as it shows it.</summary>
    private static string Written(string path) => TourFolders.FromHere(Path.Combine(_repository, "artifacts", "tour", path)).TrimEnd('/');

    private string Output() => _output.ToString().ReplaceLineEndings("\n");

    private string[] Lines() => Output().TrimEnd('\n').Split('\n');

    [GeneratedRegex(@"^  \w+\.cs\(\d+\): (warning|suggestion) STRM\d{4}: ", RegexOptions.Multiline)]
    private static partial Regex FindingLine();

    [GeneratedRegex(@"^  (?<rule>STRM\d{4})  ", RegexOptions.Multiline)]
    private static partial Regex RuleLine();

    [GeneratedRegex("\u001b\\[[0-9;]*m")]
    private static partial Regex EscapeCode();
}
