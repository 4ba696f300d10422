using System.Text;
using Microsoft.CodeAnalysis;
using StreamTuning.Tool.CommandLine;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests;

/// <summary>Usage: what is refused and how, what can be asked for, and how the command ends.</summary>
public sealed class CommandLineTests
{
    [Theory]
    [InlineData("--fromat json", "There is no option '--fromat'")]
    [InlineData("--format xml", "'xml' not recognized")]
    [InlineData("--severity info", "'info' not recognized")]
    [InlineData("--rules STRM9999", "'STRM9999' is neither a rule, such as STRM1001, nor an area: Configuration, Copying")]
    [InlineData("--rules STRM1001 --exclude-rules Copying", "No rule is left")]
    [InlineData("--exclude a/../b", "--exclude: 'a/../b' is not a glob")]
    [InlineData("--all --verify-no-changes", "--all reports")]
    [InlineData("--output a.sarif --output b.md --format json", "--format is for one report")]
    [InlineData("--output a.sarif --output a.sarif", "is named twice")]
    [InlineData("one two", "Unrecognized command or argument 'two'")]
    [InlineData("--property Name", "'Name' is not of the form NAME=VALUE")]
    [InlineData("--output report.doc", "is that of no form of report")]
    [InlineData("--output .", "is a folder")]
    [InlineData("--dry-run", "give both")]
    [InlineData("--fix --dry-run --format json", "give the report a file by --output")]
    [InlineData("--baseline missing.json", "missing.json' cannot be read")]
    [InlineData("--baseline Text.txt", "Write it by 'streamtuning scan --format json --output FILE'")]
    [InlineData("missing.csproj", "missing.csproj' does not exist")]
    [InlineData("Text.txt", "is no solution (.slnx, .sln, .slnf) and no C# project (.csproj)")]
    [InlineData("Other.fsproj", "is no solution")]
    [InlineData("Empty", "a folder without a solution and without a C# project")]
    [InlineData("Two", "has several solutions. Name one of them: A.slnx, B.sln.")]
    public async Task Wrong_usage_ends_with_2_and_says_what_to_do(string arguments, string message)
    {
        using var folder = new ScratchFolder();
        folder.Add("Text.txt", "").Add("Other.fsproj", "<Project />").Add("Empty/Code.cs", "").Add("Two/A.slnx", "<Solution />").Add("Two/B.sln", "").Add("Two/P.csproj", "<Project />");

        ToolRun run = await ToolRun.RunAsync(folder.Root, ["scan", .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);

        Assert.Contains(message, run.Error);
        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Equal("", run.Output);
        Assert.StartsWith("error: ", Assert.Single(run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ,")]
    public async Task Rules_that_name_nothing_are_refused_and_nothing_is_fixed(string rules)
    {
        string copy = Sources.OneCopy("Copy");
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", copy);

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--fix", "--rules", rules);

        Assert.Equal((ExitCode.Usage, ""), (run.ExitCode, run.Output));
        Assert.Contains("--rules names no rule", run.Error);
        Assert.Equal(copy, folder["Copy.cs"]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("scna")]
    public async Task Without_a_command_the_one_line_leads_to_the_help(string arguments)
    {
        ToolRun run = await ToolRun.RunAsync(Path.GetTempPath(), arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        Assert.Equal((ExitCode.Usage, ""), (run.ExitCode, run.Output));
        Assert.EndsWith("'streamtuning --help' lists what there is.\n", Assert.Single(run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)) + "\n");
    }

    [Fact]
    public async Task Html_is_not_poured_over_a_terminal()
    {
        using var error = new StringWriter();
        var console = new ToolConsole(TextWriter.Null, error, OutputIsTerminal: true, ErrorIsTerminal: false);

        int exitCode = await CommandLine.ScanCommand.RunAsync(["scan", "--format", "html"], console, Path.GetTempPath(), default);

        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains("give the report a file by --output", error.ToString());
    }

    [Fact]
    public async Task The_page_of_the_command_names_every_option_and_exit_code()
    {
        string page = await File.ReadAllTextAsync(Path.Combine(Repository.Root, "docs", "scan.md"));
        ToolRun run = await ToolRun.RunAsync(Path.GetTempPath(), "scan", "--help");

        string[] options = [.. System.Text.RegularExpressions.Regex.Matches(run.Output, @"(?<=^\s+(?:-\w, )?)--[a-z-]+", System.Text.RegularExpressions.RegexOptions.Multiline).Select(match => match.Value)];
        Assert.True(options.Length > 12, run.Output);
        Assert.All(options, option => Assert.Contains($"`{option}", page));
        foreach (int code in new[] { ExitCode.Clean, ExitCode.Findings, ExitCode.Usage, ExitCode.Failure, ExitCode.Stopped })
        {
            Assert.Contains($"\n| {code} | ", page);
        }
    }

    [Theory]
    [InlineData(DiagnosticSeverity.Error, ExitCode.Clean)]
    [InlineData(DiagnosticSeverity.Warning, ExitCode.Findings)]
    [InlineData(DiagnosticSeverity.Info, ExitCode.Findings)]
    [InlineData(null, ExitCode.Clean)]
    public void Findings_count_from_the_severity_that_is_asked_for(DiagnosticSeverity? failOn, int expected)
    {
        ScanResult result = SampleResult.Create(2) with { Projects = [], Failures = [] };

        Assert.Equal(expected, Scan.ExitCodeOf(result, failOn));
        Assert.Equal(ExitCode.Failure, Scan.ExitCodeOf(result with { Failures = ["The rule STRM1001 failed"] }, failOn));
    }

    [Fact]
    public async Task A_report_that_cannot_be_written_is_named_and_nothing_is_left_beside()
    {
        using var folder = new ScratchFolder();
        folder.Add("file", "");
        string output = Path.Combine(folder.PathOf("file"), "report.json");

        ToolException exception = await Assert.ThrowsAsync<ToolException>(() => Files.WriteAsync(output, Encoding.UTF8.GetBytes("x"), default));

        Assert.Contains(output, exception.Message);
        Assert.Equal(ExitCode.Failure, exception.ExitCode);
    }

    [Fact]
    public async Task A_report_replaces_the_old_one_as_a_whole_and_makes_its_folder()
    {
        using var folder = new ScratchFolder();
        string output = folder.PathOf("reports/report.json");

        await Files.WriteAsync(output, Encoding.UTF8.GetBytes("a long one"), default);
        await Files.WriteAsync(output, Encoding.UTF8.GetBytes("short"), default);

        Assert.Equal("short", File.ReadAllText(output));
        Assert.Single(Directory.EnumerateFiles(Path.GetDirectoryName(output)!));
    }

    [Fact]
    public async Task Stopped_while_it_runs_it_ends_with_130_and_writes_nothing()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", Sources.OneCopy("Copy"));
        using var stop = new CancellationTokenSource();
        using var error = new StoppingWriter("Loading", stop);

        ToolRun run = await ToolRun.RunAsync(folder.Root, error, stop.Token, "scan", "--fix", "--no-restore", "--output", "report.json");

        Assert.Equal(ExitCode.Stopped, run.ExitCode);
        Assert.EndsWith("Stopped.", run.Error.TrimEnd());
        Assert.False(File.Exists(folder.PathOf("report.json")));
        Assert.Equal(Sources.OneCopy("Copy"), folder["Copy.cs"]);
    }

    /// <summary>Asks the command to stop when it says something.</summary>
    private sealed class StoppingWriter(string text, CancellationTokenSource stop) : StringWriter
    {
        public override void WriteLine(string? value)
        {
            base.WriteLine(value);
            if (value?.StartsWith(text, StringComparison.Ordinal) == true)
            {
                stop.Cancel();
            }
        }
    }
}
