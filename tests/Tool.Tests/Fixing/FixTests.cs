using System.Text;
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
}
