using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The packed tool, installed as its users do, over a project that has not installed the analyzers.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class ToolTests(PackedPackages packed)
{
    [Fact]
    public Task It_reports_and_fixes_what_the_packages_do() => packed.InScratchAsync(async scratch =>
    {
        scratch.AddProject("App.csproj", "net10.0", []).Add("PhotoStore.cs", Sources.PhotoStore);
        string tool = await scratch.InstallToolAsync("StreamTuning.Tool", packed.Version, "StreamTuning.Tool.dll");
        Assert.NotEmpty(Directory.EnumerateFiles(Path.Combine(scratch.Path, "tools"), "streamtuning*"));

        (int exitCode, string output) = await scratch.TryDotNetAsync(tool, "scan", "App.csproj", "--output", "found.sarif");

        Assert.True(exitCode == 1, output);
        Assert.Equal(Reported.Expected("PhotoStore.cs", Sources.PhotoStore), Reported.ReadErrorLog(Path.Combine(scratch.Path, "found.sarif")));

        (exitCode, output) = await scratch.TryDotNetAsync(tool, "scan", "App.csproj", "--no-restore", "--fix", "--output", "left.sarif");

        // Which FormatTests compile and run.
        Assert.True(exitCode == 0, output);
        Assert.Equal(FormatTests.WithoutRuntime(Sources.PhotoStore), FormatTests.WithoutSeparators(scratch["PhotoStore.cs"]));
        Assert.Empty(Reported.ReadErrorLog(Path.Combine(scratch.Path, "left.sarif")));
    });
}
