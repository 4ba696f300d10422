using System.Globalization;
using System.Xml.Linq;

namespace StreamTuning.Tour;

/// <summary>The packages of this run.</summary>
/// <param name="Version">Their version, which no other run has.</param>
/// <param name="Feed">The folder that holds them.</param>
internal sealed record Packages(string Version, string Feed)
{
    private static readonly string[] _expected = ["StreamTuning", "StreamTuning.Analyzers", .. ForSample];

    /// <summary>Those that the sample takes: they bring the others along.</summary>
    public static IReadOnlyList<string> ForSample => ["StreamTuning.AspNetCore", "StreamTuning.AzureBlobs"];

    /// <summary>Packs every package of the repository; what is built on the way goes to the scratch folder.</summary>
    public static async Task<Packages> PackAsync(Dotnet dotnet, string repository, Scratch scratch)
    {
        string time = DateTime.UtcNow.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture);
        var packages = new Packages($"0.0.0-tour.{time}.{Environment.ProcessId}", scratch["feed"]);
        string solution = scratch["src.slnx"];
        new XElement(
            "Solution",
            Directory.EnumerateFiles(Path.Combine(repository, "src"), "*.csproj", SearchOption.AllDirectories)
                .Select(project => new XElement("Project", new XAttribute("Path", project.Replace('\\', '/')))))
            .Save(solution);
        await dotnet.RunAsync(
            repository,
            packages: null,
            "pack",
            solution,
            "-c",
            "Release",
            "-nologo",
            "-v",
            "q",
            $"-p:Version={packages.Version}",
            $"-p:ArtifactsPath={scratch["artifacts"]}",
            $"-p:PackageOutputPath={packages.Feed}");

        foreach (string id in _expected)
        {
            if (!File.Exists(Path.Combine(packages.Feed, $"{id}.{packages.Version}.nupkg")))
            {
                throw new TourException($"dotnet pack made no package {id}.");
            }
        }

        return packages;
    }
}
