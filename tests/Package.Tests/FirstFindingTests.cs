using StreamTuning.PackageTests.Setup;

namespace StreamTuning.PackageTests;

/// <summary>The one check of packages in the fast run: packs the analyzers as they are built, and installs them in a new project.</summary>
public sealed class FirstFindingTests
{
    [Fact]
    public async Task A_project_that_installs_the_analyzers_gets_its_findings()
    {
        using var packing = new Packing();
        await packing.PackAsync(
            "src/CodeFixes",
            "--no-build",
            "-c",
            Packing.Configuration,
            "-p:PackageVersion=" + packing.Version,
            // Beside the package, and not into the repository.
            "-p:NuspecOutputPath=" + packing.Root);
        await packing.InScratchAsync(
            async scratch =>
            {
                scratch.AddProject("App.csproj", "net10.0", ["StreamTuning.Analyzers"]).Add("PhotoStore.cs", Sources.PhotoStore);

                // No source but the feed: a network is not needed.
                string output = await scratch.DotNetAsync("build", "App.csproj", "-p:RestoreSources=" + packing.Feed);

                Assert.Equal(Reported.Expected("PhotoStore.cs", Sources.PhotoStore), Reported.Parse(output));
            },
            nameof(FirstFindingTests));
    }
}
