using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The action for GitHub, step by step, with the packed tool.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class ActionTests(PackedPackages packed)
{
    [Fact]
    public Task It_installs_the_tool_scans_uploads_and_writes_the_summary() => packed.InScratchAsync(async scratch =>
    {
        scratch.AddProject("App/App.csproj", "net10.0", []).Add("App/PhotoStore.cs", Sources.PhotoStore);
        var failing = new ActionRun(scratch, new Dictionary<string, string> { ["path"] = "App", ["version"] = packed.Version });

        await failing.RunAsync();

        Assert.True(
            failing.Steps is [("Install the tool", 0), ("Scan", 1), ("Write the summary of the job", 0), ("Upload the findings", 0)],
            $"{string.Join(", ", failing.Steps)}\n{failing.Output}");
        Assert.Equal("streamtuning", failing.Uploaded["category"]);
        Assert.Equal(Reported.Expected("PhotoStore.cs", Sources.PhotoStore), Reported.ReadErrorLog(failing.Uploaded["sarif_file"]));
        Assert.StartsWith("# Before\n## StreamTuning scan\n", failing.Summary);

        // A second step of the same job, with another part of the code.
        var second = new ActionRun(scratch, new Dictionary<string, string>
        {
            ["path"] = "App", ["version"] = packed.Version, ["fail-on"] = "never", ["category"] = "second", ["arguments"] = "--exclude **/PhotoStore.cs",
        });

        await second.RunAsync();

        Assert.True(second.Steps is [_, ("Scan", 0), _, ("Upload the findings", 0)], $"{string.Join(", ", second.Steps)}\n{second.Output}");
        Assert.Equal("second", second.Uploaded["category"]);
        Assert.Empty(Reported.ReadErrorLog(second.Uploaded["sarif_file"]));
        Assert.Equal(Reported.Expected("PhotoStore.cs", Sources.PhotoStore), Reported.ReadErrorLog(failing.Uploaded["sarif_file"]));

        // Another, for nothing but the summary.
        var passing = new ActionRun(scratch, new Dictionary<string, string>
        {
            ["path"] = "App", ["version"] = packed.Version, ["fail-on"] = "never", ["upload"] = "false", ["arguments"] = "--no-restore --exclude **/PhotoStore.cs",
        });

        await passing.RunAsync();

        Assert.True(
            passing.Steps is [("Install the tool", 0), ("Scan", 0), ("Write the summary of the job", 0)],
            $"{string.Join(", ", passing.Steps)}\n{passing.Output}");
        Assert.Contains("No findings. 1 project scanned", passing.Summary);

        // Nothing to scan: no report of before is taken for one of this step.
        var nothing = new ActionRun(scratch, new Dictionary<string, string> { ["path"] = "missing", ["version"] = packed.Version });

        await nothing.RunAsync();

        Assert.True(nothing.Steps is [("Install the tool", 0), ("Scan", 2)], $"{string.Join(", ", nothing.Steps)}\n{nothing.Output}");
    });
}
