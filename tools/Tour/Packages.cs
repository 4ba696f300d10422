using System.IO.Compression;
using System.Xml.Linq;

namespace StreamTuning.Tour;

/// <summary>The packages that the sample takes, and the command that fixes it: both are built from the same analyzers and fixes.</summary>
internal sealed class Packages(Dotnet dotnet, TourFolders folders)
{
    public const string Version = "0.0.0-tour";

    private const string AnalyzersPackage = "StreamTuning.Analyzers";
    private const string Tool = "StreamTuning.Tool";

    // All that the packages are made of: a project outside the solution would be built in the configuration for debugging.
    private static readonly string[] _projects =
    [
        "Analyzers/StreamTuning.Analyzers",
        "CodeFixes/StreamTuning.CodeFixes",
        "Runtime/StreamTuning",
        "Runtime.AzureBlobs/StreamTuning.AzureBlobs",
        "Runtime.AspNetCore/StreamTuning.AspNetCore",
    ];

    /// <summary>The packages that the sample names.</summary>
    public static IReadOnlyList<string> ForSample => ["StreamTuning.AspNetCore", "StreamTuning.AzureBlobs"];

    // The same for both, so that nothing is built twice. The rules for our own code are for those who change it.
    private string[] Settings =>
        ["-c", "Release", "-nologo", "-v", "q", $"-p:ArtifactsPath={folders.PackageBuild}", "-p:RunAnalyzers=false", "-p:NuGetAudit=false"];

    /// <summary>Packs them, in one call of MSBuild.</summary>
    public async Task PackAsync()
    {
        string solution = Path.Combine(folders.Root, "packages.slnx");
        new XElement(
            "Solution",
            _projects.Select(project => new XElement(
                "Project",
                new XAttribute("Path", $"{folders.Repository.Replace('\\', '/')}src/{project}.csproj"))))
            .Save(solution);
        await dotnet.RunAsync(
            folders.Repository,
            packages: null,
            [
                "pack",
                solution,
                .. Settings,
                $"-p:PackageVersion={Version}",
                $"-p:PackageOutputPath={folders.Feed}",
                "-p:IncludeSymbols=false",
                "-p:EnablePackageValidation=false",
            ]);

        foreach (string id in ForSample.Append(AnalyzersPackage))
        {
            if (!File.Exists(PathOf(id)))
            {
                throw new TourException($"dotnet pack made no package {id}.");
            }
        }
    }

    /// <summary>Builds the command, and makes sure that it applies the packed fixes.</summary>
    public async Task BuildToolAsync()
    {
        await dotnet.RunAsync(folders.Repository, packages: null, ["build", Path.Combine("src", "Tool", Tool + ".csproj"), "-f", "net10.0", .. Settings]);
        TourFolders.Copy(Path.Combine(folders.PackageBuild, "bin", Tool, "release_net10.0"), folders.Tool);
        using ZipArchive package = ZipFile.OpenRead(PathOf(AnalyzersPackage));
        foreach (ZipArchiveEntry packed in package.Entries.Where(entry => entry.FullName.StartsWith("analyzers/", StringComparison.Ordinal)))
        {
            using Stream content = packed.Open();
            byte[] bytes = new byte[packed.Length];
            await content.ReadExactlyAsync(bytes);
            byte[] inTool = await File.ReadAllBytesAsync(Path.Combine(folders.Tool, packed.Name));
            if (!bytes.AsSpan().SequenceEqual(inTool))
            {
                throw new TourException($"{packed.Name} in the package is not the one that streamtuning runs.");
            }
        }
    }

    private string PathOf(string id) => Path.Combine(folders.Feed, $"{id}.{Version}.nupkg");
}
