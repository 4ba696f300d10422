using System.Text;
using StreamTuning.Tool.Reports;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Fixing;

/// <summary>What --fix writes, and what it leaves as it is.</summary>
public sealed class FixTests
{
    private const string Before = "photo.CopyTo(file);";
    private const string After = "photo.CopyTo(file, 1048576);";

    [Fact]
    public async Task Fixes_are_shown_first_then_written_in_the_encoding_and_with_the_line_ends_of_each_file_and_the_rest_is_reported()
    {
        string copy = Sources.OneCopy("Copy");
        string windows = Sources.OneCopy("Windows").Replace("\n", "\r\n");
        string old = "#if NET10_0_OR_GREATER\n" + Sources.OneCopy("Newer") + "#else\n" + Sources.OneCopy("Older") + "#endif\n";
        string length = Sources.OneLength("Length");
        byte[] latin = Encoding.Latin1.GetBytes(Sources.OneCopy("Latin").Replace("internal", "// \u00e4\ninternal"));
        byte[] wide = [.. Encoding.Unicode.GetPreamble(), .. Encoding.Unicode.GetBytes(Sources.OneCopy("Wide"))];
        using var folder = new ScratchFolder();
        folder
            .AddProject("Lib/Lib.csproj", "net10.0;net8.0")
            .Add("Lib/Copy.cs", copy)
            .Add("Lib/Windows.cs", (byte[])[.. Encoding.UTF8.GetPreamble(), .. Encoding.UTF8.GetBytes(windows)])
            .Add("Lib/Wide.cs", wide)
            .Add("Lib/Latin.cs", latin)
            .Add("Lib/Parts.cs", old)
            .Add("Lib/Length.cs", length)
            .Add("Lib/Generated.g.cs", Sources.OneCopy("Generated"));
        string[] sources = ["Lib/Copy.cs", "Lib/Windows.cs", "Lib/Wide.cs", "Lib/Latin.cs", "Lib/Parts.cs", "Lib/Length.cs", "Lib/Generated.g.cs"];
        byte[][] untouched = [.. sources.Select(file => File.ReadAllBytes(folder.PathOf(file)))];

        ToolRun dry = await ToolRun.RunAsync(folder.Root, "scan", "Lib", "--fix", "--dry-run");

        Assert.Contains("--- a/Copy.cs\n+++ b/Copy.cs\n@@ -5,6 +5,6 @@", dry.Output);
        Assert.Contains($"-        {Before}\n+        {After}\n", dry.Output);
        Assert.Contains($"-        {Before}\r\n+        {After}\r\n", dry.Output);
        Assert.Contains("Would be fixed: 6 findings in 5 files (STRM1001 6)", dry.Error);
        Assert.Contains("Would be left: 1 finding in 1 file (STRM1003 1)", dry.Error);
        Assert.Contains("7 findings in 6 files: 7 warnings; --fix would fix 6 and leave 1. 1 project scanned.", dry.Error);
        Assert.Equal(ExitCode.Findings, dry.ExitCode);
        Assert.Equal(untouched, sources.Select(file => File.ReadAllBytes(folder.PathOf(file))));

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "Lib", "--fix", "--no-restore", "--format", "json");

        Assert.Equal(copy.Replace(Before, After), folder["Lib/Copy.cs"]);
        Assert.Equal((byte[])[.. Encoding.UTF8.GetPreamble(), .. Encoding.UTF8.GetBytes(windows.Replace(Before, After))], File.ReadAllBytes(folder.PathOf("Lib/Windows.cs")));
        Assert.Equal((byte[])[.. Encoding.Unicode.GetPreamble(), .. Encoding.Unicode.GetBytes(Sources.OneCopy("Wide").Replace(Before, After))], File.ReadAllBytes(folder.PathOf("Lib/Wide.cs")));
        Assert.Equal(Encoding.Latin1.GetBytes(Encoding.Latin1.GetString(latin).Replace(Before, After)), File.ReadAllBytes(folder.PathOf("Lib/Latin.cs")));
        // Each part is compiled for one framework.
        Assert.Equal(old.Replace(Before, After), folder["Lib/Parts.cs"]);
        Assert.Equal(length, folder["Lib/Length.cs"]);
        Assert.Equal(Sources.OneCopy("Generated"), folder["Lib/Generated.g.cs"]);
        Assert.Equal(["STRM1003 Length.cs"], run.Report.Findings.Select(finding => $"{finding.Rule} {finding.File}"));
        Assert.Equal(6, Assert.Single(run.Report.Fixed!).Count);
        Assert.Equal(ExitCode.Findings, run.ExitCode);
        Assert.Empty(Directory.EnumerateFiles(folder.PathOf("Lib"), "*.tmp", SearchOption.AllDirectories));
    }

    [Fact]
    public async Task A_dry_run_reports_what_is_on_the_disk_and_what_would_be_fixed_and_left()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", Sources.OneCopy("Copy")).Add("Length.cs", Sources.OneLength("Length"));

        ToolRun dry = await ToolRun.RunAsync(folder.Root, "scan", "--fix", "--dry-run", "--exclude-rules", "STRM1003", "--output", "dry.json");

        JsonReport report = ToolRun.Read(folder["dry.json"]);
        Assert.Equal(ExitCode.Findings, dry.ExitCode);
        Assert.DoesNotContain("No findings", dry.Error);
        Assert.Equal(["STRM1001 Copy.cs"], report.Findings.Select(finding => $"{finding.Rule} {finding.File}"));
        Assert.Equal(("STRM1001", 1), (Assert.Single(report.Fixed!).Rule, report.Fixed![0].Count));
        Assert.Empty(report.Left!);
        Assert.True(report.DryRun);

        ToolRun never = await ToolRun.RunAsync(folder.Root, "scan", "--no-restore", "--fix", "--dry-run", "--fail-on", "never", "--output", "dry.json");

        Assert.Equal(ExitCode.Clean, never.ExitCode);
        Assert.Equal("STRM1003", Assert.Single(ToolRun.Read(folder["dry.json"]).Left!).Rule);
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_keeps_its_findings_and_is_not_counted_as_fixed()
    {
        // The byte order mark is that of UTF-8, and the comment is not in it.
        byte[] mixed = [.. Encoding.UTF8.GetPreamble(), .. Encoding.Latin1.GetBytes(Sources.OneCopy("Mixed").Replace("internal", "// \u00e4\ninternal"))];
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", Sources.OneCopy("Copy")).Add("Mixed.cs", mixed);

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--fix", "--format", "json");

        Assert.Equal(ExitCode.Failure, run.ExitCode);
        Assert.Contains("Mixed.cs' was not fixed", Assert.Single(run.Report.Failures));
        Assert.Equal(mixed, File.ReadAllBytes(folder.PathOf("Mixed.cs")));
        Assert.Equal(["STRM1001 Mixed.cs 9"], run.Report.Findings.Select(finding => $"{finding.Rule} {finding.File} {finding.StartLine}"));
        Assert.Equal(["Copy.cs"], Assert.Single(run.Report.Fixed!).Files);
        Assert.Contains("Fixed: 1 finding in 1 file (STRM1001 1)", run.Error);
    }

    [Fact]
    public async Task A_dry_run_with_a_baseline_counts_the_new_findings_only()
    {
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Known.cs", Sources.OneCopy("Known"));
        await ToolRun.RunAsync(folder.Root, "scan", "--output", "baseline.json");
        folder.Add("New.cs", Sources.OneCopy("New"));

        ToolRun dry = await ToolRun.RunAsync(folder.Root, "scan", "--no-restore", "--fix", "--dry-run", "--baseline", "baseline.json");

        Assert.Contains("Would be fixed: 1 finding in 1 file (STRM1001 1)", dry.Error);
        Assert.Contains("1 finding in 1 file: 1 warning; --fix would fix 1 and leave 0. 1 project scanned (1 known from the baseline).", dry.Error);
        // It is fixed all the same.
        Assert.Contains("+++ b/Known.cs", dry.Output);
    }

    [Theory]
    [InlineData("STRM1001", ExitCode.Findings)]
    [InlineData("STRM1003", ExitCode.Clean)]
    public async Task Verify_no_changes_fails_if_a_fix_would_change_a_file_and_writes_nothing(string rule, int expected)
    {
        string copy = Sources.OneCopy("Copy");
        using var folder = new ScratchFolder();
        folder.AddProject("P.csproj").Add("Copy.cs", copy).Add("Length.cs", Sources.OneLength("Length"));

        ToolRun run = await ToolRun.RunAsync(folder.Root, "scan", "--rules", rule, "--fail-on", "never", "--verify-no-changes");

        Assert.Equal(expected, run.ExitCode);
        Assert.Equal(expected == ExitCode.Findings, run.Error.Contains("error: --fix would change 1 file: Copy.cs", StringComparison.Ordinal));
        Assert.Contains($"warning {rule}", run.Output);
        Assert.DoesNotContain("+++ b/", run.Output);
        Assert.Equal(copy, folder["Copy.cs"]);
    }
}
