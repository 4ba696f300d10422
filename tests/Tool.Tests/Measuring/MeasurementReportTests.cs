using System.Text.RegularExpressions;
using Spectre.Console;
using StreamTuning.Measuring;
using StreamTuning.Tool.Measuring;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Measuring;

/// <summary>Every form of a result: complete, and with the names of directories escaped.</summary>
public sealed class MeasurementReportTests
{
    private static readonly StorageMeasurement _share = Measured.Share.WithTimes();

    [Fact]
    public void The_terminal_shows_the_verdict_the_plots_and_the_lines_to_paste()
    {
        string text = Written(MeasurementTable.Write);

        Assert.Contains("16 MiB: 4.3 s by CopyToAsync, 390 ms possible", text);
        Assert.Contains("95 % interval 10.4 to 11.5 times as fast", text);
        Assert.Contains("128 requests where 17 are enough", text);
        Assert.Contains("10 GiB of the 100 GiB of the drive: a quota", text);
        Assert.Contains("Milliseconds for 16 MiB", text);
        Assert.Contains("<StreamTuningStorage>Share</StreamTuningStorage>", text);
        Assert.Contains("stream_tuning.copy_buffer_size = 1048576", text);
        Assert.Contains("The rate falls after 2.", text);
        Assert.Contains("2.5 s*", text);
        Assert.Contains("A note with <b>.", text);
    }

    [Theory]
    [InlineData("It is not certain whether there is something to gain here.", false)]
    [InlineData("Nothing to gain here.", false)]
    [InlineData("16 MiB: 4.3 s by CopyToAsync, 390 ms possible.", true)]
    public void No_verdict_is_green(string verdict, bool hasGain)
    {
        using var terminal = new StringWriter();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = ColorSystemSupport.Standard,
            Out = new AnsiConsoleOutput(terminal),
        });

        MeasurementTable.WriteVerdict(new Advice(hasGain, verdict, "Because.", []), console);

        // Escape sequences 32 and 92 are green, 33 and 93 yellow.
        Assert.DoesNotMatch(@"\u001b\[[\d;]*(?:32|92)m", terminal.ToString());
        Assert.Equal(hasGain, Regex.IsMatch(terminal.ToString(), @"\u001b\[[\d;]*(?:33|93)m"));
    }

    [Fact]
    public void The_page_has_the_plot_and_loads_nothing()
    {
        string page = MeasurementHtml.Create(_share);

        Assert.Contains("What /mnt/&lt;share&gt; costs", page);
        Assert.Contains("<polyline points=", page);
        Assert.Contains("default-src 'none'", page);
        Assert.DoesNotContain("A note with <b>", page);
        Assert.DoesNotContain("src=\"", page);
    }

    [Fact]
    public void Markdown_has_the_tables() =>
        Assert.Contains("| CopyToAsync | 128 | 4.3 s |", MeasurementMarkdown.Create(_share));

    [Fact]
    public async Task Two_results_are_compared()
    {
        using var folder = new ScratchFolder();
        folder.Add("a.json", _share.ToJson()).Add("b.json", Measured.Disk.WithTimes().ToJson());

        ToolRun run = await ToolRun.RunAsync(folder.Root, "measure", "--compare", "a.json", "b.json");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("CopyToAsync, 16 MiB", run.Output);
        Assert.Contains("/srv", run.Output);
    }

    [Theory]
    [InlineData("measure", "Name a directory of the storage")]
    [InlineData("measure missing", "is not a directory that can be read")]
    [InlineData("measure . --time 1s", "--time: '1s' is not a time of 5 s or more")]
    [InlineData("measure . --max-bytes lots", "--max-bytes: 'lots' is not a size")]
    [InlineData("measure . --max-bytes 64MiB", "--max-bytes: a directory needs 100 MiB or more")]
    [InlineData("measure . --typical-size 9223372036854775807", "--typical-size: '9223372036854775807' is more than 1024 GiB")]
    [InlineData("scan --typical-size 2000GiB", "--typical-size: '2000GiB' is more than 1024 GiB")]
    [InlineData("measure . --output x.csv", "is neither .html, .json nor .md")]
    [InlineData("measure --compare a.json b.json", "cannot be read")]
    [InlineData("scan --measure . --measured a.json", "give one of them")]
    [InlineData("scan --measured a.json", "--measured:")]
    public async Task What_is_wrong_is_said(string arguments, string said)
    {
        using var folder = new ScratchFolder();
        folder.AddProject("App.csproj").Add("a.json", "{}");

        ToolRun run = await ToolRun.RunAsync(folder.Root, arguments.Split(' '));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(said, run.Error);
    }

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_directory_is_measured_and_left_as_it_was()
    {
        using var folder = new ScratchFolder();
        string[] before = Directory.GetFileSystemEntries(folder.Root);

        ToolRun run = await ToolRun.RunAsync(folder.Root, "measure", ".", "--time", "5s", "--output", "share.json");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("5 s at most", run.Error);
        Assert.Equal(before.Append(folder.PathOf("share.json")).Order(), Directory.GetFileSystemEntries(folder.Root).Order());
    }

    private static string Written(Action<StorageMeasurement, IAnsiConsole> write)
    {
        using var terminal = new StringWriter();
        write(_share, ToolConsole.Ansi(terminal, isTerminal: false));
        return terminal.ToString();
    }
}
