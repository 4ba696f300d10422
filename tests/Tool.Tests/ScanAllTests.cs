using StreamTuning.Tool.Loading;
using StreamTuning.Tool.Scanning;
using StreamTuning.Tool.Tests.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests;

/// <summary>All repositories below a folder in one report.</summary>
public sealed class ScanAllTests
{
    [Fact]
    public void Solutions_and_repositories_without_one_are_found_once()
    {
        using var folder = new ScratchFolder();
        folder
            .Add("a/All.slnx", "<Solution />")
            .Add("a/All.sln", "")
            .Add("a/Part.slnf", "{}")
            .Add("a/below/Other.slnx", "<Solution />")
            .Add("b/src/B.sln", "")
            .Add("c/.git/HEAD", "")
            .AddProject("c/src/C.csproj")
            .AddProject("no-repository/D.csproj")
            .Add("e/.git/HEAD", "")
            .Add("e/readme.md", "")
            .Add("node_modules/f/F.slnx", "<Solution />");

        Assert.Equal(["a/All.slnx", "b/src/B.sln", "c"], ScanTarget.FindAll(folder.Root).Select(path => Files.Relative(folder.Root, path)));
        Assert.Throws<ToolException>(() => ScanTarget.FindAll(folder.PathOf("e")));
        Assert.Throws<ToolException>(() => ScanTarget.FindAll(folder.PathOf("missing")));
    }

    [Fact]
    public async Task One_report_has_a_row_for_each_and_those_that_cannot_be_scanned()
    {
        using var folder = new ScratchFolder();
        folder
            .AddProject("few/App/App.csproj").Add("few/App/Copy.cs", Sources.OneCopy("Copy"))
            .Add("few/All.slnx", "<Solution><Project Path=\"App/App.csproj\" /></Solution>")
            .AddProject("many/App.csproj").Add("many/A.cs", Sources.OneCopy("A")).Add("many/B.cs", Sources.OneCopy("B")).Add("many/.git/HEAD", "ref: refs/heads/main\n")
            .Add("broken/All.slnx", "<Solution");

        ToolRun json = await ToolRun.RunAsync(folder.Root, "scan", "--all", "--format", "json");

        Assert.Equal(3, json.ExitCode);
        Assert.Equal(["many", "few/All.slnx", "broken/All.slnx"], json.Report.Repositories!.Select(one => one.Path));
        Assert.Equal([2, 1, null], json.Report.Repositories!.Select(one => one.Findings));
        Assert.Contains("cannot be read", json.Report.Repositories![^1].Failure);
        Assert.Equal(["few/App/Copy.cs", "many/A.cs", "many/B.cs"], json.Report.Findings.Select(finding => finding.File).Order());
        Assert.Equal(["few/App/App.csproj", "many/App.csproj"], json.Report.Projects.Select(project => project.Path).Order());
    }

    [Fact]
    public void A_row_says_if_not_all_could_be_scanned()
    {
        var all = new RepositoryResult("/all/a", SampleResult.Create(1) with { Projects = [], Failures = [] }, null);
        var some = new RepositoryResult("/all/b", SampleResult.Create(1), null);

        Assert.Equal(["a", "b (incomplete)"], new[] { all, some }.Select(one => one.Row("/all")[0]));
    }

    [Theory]
    [InlineData("missing --all", "is not a folder")]
    [InlineData(". --all --baseline missing.json", "missing.json' cannot be read")]
    public async Task What_is_wrong_is_said_before_storage_is_measured(string arguments, string said)
    {
        using var folder = new ScratchFolder();
        folder.Add("All.slnx", "<Solution />");

        ToolRun run = await ToolRun.RunAsync(folder.Root, ["scan", .. arguments.Split(' '), "--measure", ".", "--time", "5s"]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(said, run.Error);
        Assert.DoesNotContain("Measuring", run.Error);
    }

    [Fact]
    public async Task It_fixes_nothing()
    {
        using var folder = new ScratchFolder();

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--all", "--fix");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("one repository at a time", run.Error);
    }

    [Fact]
    public async Task A_project_of_two_solutions_counts_once()
    {
        using var folder = new ScratchFolder();
        folder
            .AddProject("App/App.csproj").Add("App/Copy.cs", Sources.OneCopy("Copy"))
            .AddProject("Other/Other.csproj").Add("Other/Copy.cs", Sources.OneCopy("Copy"))
            .Add("A.slnx", "<Solution><Project Path=\"App/App.csproj\" /></Solution>")
            .Add("B.slnx", "<Solution><Project Path=\"App/App.csproj\" /><Project Path=\"Other/Other.csproj\" /></Solution>")
            .Add("C.slnx", "<Solution><Project Path=\"Other/Other.csproj\" /></Solution>");

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--all", "--format", "json");

        Assert.Equal(["App/Copy.cs", "Other/Copy.cs"], run.Report.Findings.Select(finding => finding.File).Order());
        Assert.Equal(["App/App.csproj", "Other/Other.csproj"], run.Report.Projects.Select(project => project.Path).Order());
        Assert.Equal([("A.slnx", 1), ("B.slnx", 1)], run.Report.Repositories!.Select(one => (one.Path, one.Findings!.Value)).Order());
        Assert.Contains("C.slnx: its projects are excluded, or were scanned with another solution.", run.Error);
        Assert.Contains("2 projects scanned.", run.Error);
    }
}
