using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The packed analyzers and fixes in the command line of Roslynator.</summary>
[Collection(PackageCollection.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class RoslynatorTests(PackedPackages packed)
{
    [Fact]
    public Task It_reports_and_fixes_what_a_build_does() => packed.InScratchAsync(async scratch =>
    {
        scratch
            .AddProject("App.csproj", "net10.0", ["StreamTuning"])
            .Add("PhotoStore.cs", Sources.PhotoStore);
        string roslynator = await scratch.InstallToolAsync("roslynator.dotnet.cli", "1.0.1", "Roslynator.dll");
        await scratch.DotNetAsync("restore", "App.csproj");

        // It ends with 1 where it reports something.
        (int exitCode, string output) = await scratch.TryDotNetAsync(roslynator, "analyze", "App.csproj", "--severity-level", "info");

        Assert.True(exitCode is 0 or 1, output);
        Assert.Equal(Reported.Expected("PhotoStore.cs", Sources.PhotoStore), Reported.Parse(output));
        Assert.DoesNotContain("AD0001", output, StringComparison.Ordinal);

        // Of several fixes it has to be told which.
        (exitCode, output) = await scratch.TryDotNetAsync(
            roslynator,
            "fix",
            "App.csproj",
            "--supported-diagnostics",
            "STRM1001",
            "STRM1003",
            "--diagnostic-fix-map",
            "STRM1001=STRM1001.Runtime",
            "STRM1003=STRM1003.Runtime");

        Assert.True(exitCode is 0 or 1, output);
        // Which FormatTests compile and run.
        Assert.Equal(FormatTests.WithRuntime(Sources.PhotoStore), scratch["PhotoStore.cs"]);
    });
}
