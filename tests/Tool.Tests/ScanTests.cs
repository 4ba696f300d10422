using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests;

/// <summary>What a scan finds, and what it says of projects that it cannot scan as it should.</summary>
[Collection(ScannedCollection.Name)]
public sealed class ScanTests(ScannedSolution scanned)
{
    private JsonReport Report => scanned.Report;

    [Fact]
    public void A_place_is_found_once_for_all_frameworks()
    {
        JsonFinding finding = Assert.Single(Report.Findings, finding => finding.File == "Lib/Store.cs");

        Assert.Equal("STRM1001", finding.Rule);
        Assert.Equal("warning", finding.Severity);
        Assert.Equal((8, 9, 8, 27), (finding.StartLine, finding.StartColumn, finding.EndLine, finding.EndColumn));
        Assert.Equal("        photo.CopyTo(file);", finding.Line);
        Assert.Equal(["net10.0", "net8.0"], finding.Frameworks);
        Assert.Equal(["Lib/Lib.csproj"], finding.Projects);
    }

    [Fact]
    public void A_file_of_two_projects_is_one_place_and_counts_for_the_framework_that_compiles_it()
    {
        JsonFinding finding = Assert.Single(Report.Findings, finding => finding.File == "Lib/Newer.cs");

        Assert.Equal(["net10.0"], finding.Frameworks);
        Assert.Equal(["App/App.csproj", "Lib/Lib.csproj"], finding.Projects);
    }

    [Fact]
    public void A_project_that_nothing_has_built_is_there_for_those_that_refer_to_it_with_its_generated_code()
    {
        JsonProject app = Project("App/App.csproj");

        Assert.Empty(app.Messages);
        Assert.Equal(("scanned", 0), (app.State, app.CompileErrors));
        Assert.Equal(["net10.0", "net8.0"], Project("Lib/Lib.csproj").Frameworks);
        Assert.Equal(("scanned", "netstandard2.0"), (Project("Old/Old.csproj").State, Assert.Single(Project("Old/Old.csproj").Frameworks)));
        Assert.Contains(Report.Findings, finding => finding.File == "Old/Copy.cs");
    }

    [Theory]
    [InlineData("Error.cs", "STRM1001 error")]
    // The project makes errors of all warnings, which says nothing about one of them.
    [InlineData("Warning.cs", "STRM1001 warning")]
    [InlineData("Length.cs", "STRM1003 warning")]
    [InlineData("Set.cs", "STRM0001 warning")]
    [InlineData("Silent.cs")]
    [InlineData("Pragma.cs")]
    [InlineData("Attribute.cs")]
    [InlineData("Generated.g.cs")]
    public void Severities_options_and_suppressions_count(string file, params string[] expected)
    {
        Assert.Equal(expected, Report.Findings.Where(finding => finding.File == "Settings/" + file).Select(finding => $"{finding.Rule} {finding.Severity}"));
        Assert.Equal(2, Report.Summary.Suppressed);
    }

    [Fact]
    public void The_worst_places_come_first()
    {
        Assert.Equal("Settings/Error.cs", Report.Findings[0].File);
        string[] severities = [.. Report.Findings.Select(finding => finding.Severity)];
        Assert.Equal(severities.OrderBy(severity => Array.IndexOf(["error", "warning", "suggestion"], severity)), severities);
    }

    [Fact]
    public void What_does_not_compile_is_scanned_with_a_warning()
    {
        Assert.Equal(("incomplete", 1), (Project("Broken/Broken.csproj").State, Project("Broken/Broken.csproj").CompileErrors));
        Assert.Contains(Report.Findings, finding => finding.File == "Broken/Copy.cs");
        Assert.Contains("warning: Broken/Broken.csproj has 1 compile error, so findings may be missing.", scanned.Run.Error);
    }

    [Theory]
    [InlineData("Bad/Bad.csproj", "NU1101")]
    [InlineData("Malformed/Malformed.csproj", "cannot be read")]
    [InlineData("Missing/Missing.csproj", "does not exist")]
    public void A_project_that_cannot_be_loaded_is_named_with_the_error_and_the_way_out_and_the_others_are_scanned(string project, string message)
    {
        Assert.Equal("failed", Project(project).State);
        Assert.Contains(message, Project(project).Messages[0]);
        Assert.Contains($"error: {project} could not be loaded", scanned.Run.Error);
        Assert.Contains($"dotnet restore \"{scanned.Folder.PathOf(project)}\"", scanned.Run.Error);
        Assert.False(Report.Succeeded);
        Assert.Equal(ExitCode.Failure, scanned.Run.ExitCode);
    }

    [Fact]
    public void Projects_of_other_languages_are_skipped_with_a_note()
    {
        Assert.Equal("skipped", Project("Other/Other.fsproj").State);
        Assert.Contains("Other/Other.fsproj skipped: Only C# projects are scanned.", scanned.Run.Error);
    }

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_project_alone_is_scanned_with_what_it_refers_to_for_one_framework_and_some_rules()
    {
        ToolRun run = await ToolRun.RunAsync(
            scanned.Folder.Root, "scan", "App/App.csproj", "--no-restore", "--framework", "net10.0", "--rules", "Copying", "--exclude-rules", "STRM1002,PresetLengthOfFile", "--format", "json");

        JsonProject app = Assert.Single(run.Report.Projects);
        Assert.Equal(("App/App.csproj", "scanned"), ("App/" + Path.GetFileName(app.Path), app.State));
        Assert.Equal("Newer.cs", Path.GetFileName(Assert.Single(run.Report.Findings).File));
        Assert.Equal(ExitCode.Findings, run.ExitCode);
    }

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_baseline_takes_out_what_is_known_also_where_it_has_moved()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("P/P.csproj").Add("P/Copy.cs", Sources.OneCopy("Copy"));

        ToolRun before = await ToolRun.RunAsync(folder.Root, "scan", "P", "--output", "before.json", "--verbosity", "quiet");
        folder.Add("P/Copy.cs", "\n\n" + Sources.OneCopy("Copy").Replace("        photo.CopyTo", "      photo.CopyTo")).Add("P/More.cs", Sources.OneCopy("More"));
        ToolRun after = await ToolRun.RunAsync(folder.Root, "scan", "P/P.csproj", "--no-restore", "--baseline", "before.json", "--fail-on", "error", "--format", "json");

        Assert.Equal((ExitCode.Findings, "", ""), (before.ExitCode, before.Output, before.Error));
        Assert.Equal("More.cs", Assert.Single(after.Report.Findings).File);
        Assert.Equal(1, after.Report.Summary.Known);
        Assert.Equal(ExitCode.Clean, after.ExitCode);
    }

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task Nothing_is_found_for_a_framework_that_no_project_has()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("A/A.csproj").AddProject("B/B.csproj").Add("bin/C/C.csproj", "<Project />");

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--framework", "net9.0", "--format", "json");

        Assert.Equal(["A/A.csproj skipped", "B/B.csproj skipped"], run.Report.Projects.Select(project => $"{project.Path} {project.State}"));
        Assert.Equal(ExitCode.Clean, run.ExitCode);
    }

    private JsonProject Project(string path) => Assert.Single(Report.Projects, project => project.Path == path);

    [Fact]
    public async Task A_project_with_findings_counts_as_scanned_even_if_it_could_not_be_restored()
    {
        using var folder = new ScratchFolder();
        folder
            .AddProject("P.csproj", content: "<ItemGroup><PackageReference Include=\"No.Such.Package\" Version=\"1.0.0\" /></ItemGroup>")
            .Add("nuget.config", "<configuration><packageSources><clear /><add key=\"none\" value=\".\" /></packageSources></configuration>\n")
            .Add("Copy.cs", Sources.OneCopy("Copy"));

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan");

        Assert.Equal(ExitCode.Failure, run.ExitCode);
        Assert.Contains("1 finding in 1 file: 1 warning; --fix may fix 1. 1 project scanned, and 1 could not be loaded completely.", run.Error);
    }

    [Theory]
    [InlineData("P.csproj")]
    [InlineData("All.slnx")]
    public async Task A_missing_SDK_that_global_json_asks_for_is_named(string path)
    {
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", Sources.OneCopy("Copy")).Add("All.slnx", "<Solution><Project Path=\"P.csproj\" /></Solution>")
            .Add("global.json", """{ "sdk": { "version": "9.9.999", "rollForward": "disable" } }""");

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", path);

        Assert.Equal(ExitCode.Failure, run.ExitCode);
        Assert.Contains(
            $"error: '{folder.PathOf("global.json")}' asks for the .NET SDK 9.9.999, which isn't installed. Install it, or change the file. Installed: ",
            run.Error);
        Assert.DoesNotContain("could not be loaded", run.Error);
    }

    [Fact]
    public async Task Several_reports_are_written_by_one_scan()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", Sources.OneCopy("Copy"));

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--output", "found.sarif", "--output", "found.md", "-o", "-");

        Assert.Equal(ExitCode.Findings, run.ExitCode);
        Assert.Contains("\"ruleId\": \"STRM1001\"", folder["found.sarif"]);
        Assert.StartsWith("## StreamTuning scan", folder["found.md"]);
        Assert.Contains("Copy.cs(8,9): warning STRM1001", run.Output);
    }

    [Fact]
    public async Task Each_project_is_told_with_its_number_if_details_are_asked_for()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("A/A.csproj").AddProject("B/B.csproj").Add("A/A.cs", "").Add("B/B.cs", "");

        ToolRun detailed = await ToolRun.RunAsync(folder.Root, "scan", "--verbosity", "detailed");
        ToolRun normal = await ToolRun.RunAsync(folder.Root, "scan", "--no-restore");

        Assert.Contains("project 2 of 2: B", detailed.Error);
        Assert.DoesNotContain("project 2 of 2", normal.Error);
    }
}
