using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests;

/// <summary>Files and projects that a scan leaves out.</summary>
public sealed class ExcludeTests
{
    [Fact]
    public async Task Code_of_others_and_what_is_named_is_neither_reported_nor_fixed()
    {
        using var folder = new ScratchFolder();
        folder
            .AddProject("App/App.csproj", content: "<ItemGroup><ProjectReference Include=\"../third_party/Lib/Lib.csproj\" /></ItemGroup>")
            .Add("App/Copy.cs", Sources.OneCopy("Copy"))
            .Add("App/vendor/Copied.cs", Sources.OneCopy("Copied"))
            .Add("App/Old/Code.cs", Sources.OneCopy("Code"))
            .Add("App/Made.designer.cs", Sources.OneCopy("Made"))
            .AddProject("third_party/Lib/Lib.csproj").Add("third_party/Lib/Theirs.cs", Sources.OneCopy("Theirs"))
            .Add("All.slnx", "<Solution><Project Path=\"App/App.csproj\" /><Project Path=\"third_party/Lib/Lib.csproj\" /></Solution>");

        ToolRun run = await ToolRun.RunAsync(
            folder.Root, "scan", "--exclude", "App/Old", "--exclude", "**/*.designer.cs", "--fix", "--dry-run", "--output", "report.json");

        JsonReport report = ToolRun.Read(folder["report.json"]);
        Assert.Equal(["App/Copy.cs"], report.Findings.Select(finding => finding.File));
        Assert.Equal(["--- a/App/Copy.cs"], run.Output.Split('\n').Where(line => line.StartsWith("--- ", StringComparison.Ordinal)));
        Assert.Equal(
            ["App/App.csproj scanned", "third_party/Lib/Lib.csproj skipped"], report.Projects.Select(project => $"{project.Path} {project.State}"));
        Assert.Contains("1 project scanned.", run.Error);
    }

    [Fact]
    public async Task A_folder_that_is_left_out_by_default_is_scanned_if_it_is_named()
    {
        using var folder = new ScratchFolder();
        folder
            .Add(".git/HEAD", "ref: refs/heads/main\n")
            .AddProject("vendor/Lib/Lib.csproj").Add("vendor/Lib/Copy.cs", Sources.OneCopy("Copy"));

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "vendor/Lib", "--format", "json");

        Assert.Equal("vendor/Lib/Copy.cs", Assert.Single(run.Report.Findings).File);
    }

    [Theory]
    [InlineData(".")]
    [InlineData("Vendor")]
    public async Task A_folder_whose_name_differs_in_case_from_those_left_out_by_default_is_scanned(string path)
    {
        using var folder = new ScratchFolder();
        folder
            .Add(".git/HEAD", "ref: refs/heads/main\n")
            .AddProject("Vendor/Lib/Lib.csproj").Add("Vendor/Lib/Copy.cs", Sources.OneCopy("Copy"));

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", path, "--format", "json");

        Assert.True(run.ExitCode == ExitCode.Findings, run.Error);
        Assert.Equal("Vendor/Lib/Copy.cs", Assert.Single(run.Report.Findings).File);
    }

    [Theory]
    [InlineData("vendor/Lib/Lib.csproj")]
    [InlineData("node_modules/Lib/Lib.csproj")]
    [InlineData("App/App.csproj", "--exclude", "App/")]
    public async Task It_says_so_if_nothing_is_left(string project, params string[] arguments)
    {
        using var folder = new ScratchFolder();
        folder.AddProject(project).Add("All.slnx", $"<Solution><Project Path=\"{project}\" /></Solution>");

        ToolRun run = await ToolRun.RunAsync(folder.Root, ["scan", .. arguments]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("all of its C# projects are excluded", run.Error);
    }
}
