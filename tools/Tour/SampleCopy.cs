using System.Xml.Linq;

namespace StreamTuning.Tour;

/// <summary>A copy of the sample that takes the packages as any project would.</summary>
internal sealed class SampleCopy(Dotnet dotnet, TourFolders folders)
{
    private const string Name = "PhotoDrop";

    // What the sample runs on.
    private static readonly string[] _services = ["SimulatedShare", "BlobService"];

    /// <summary>The program as the last build made it.</summary>
    public string Program => Path.Combine(Binaries, Name + ".dll");

    private string Binaries => Path.Combine(folders.SampleBuild, "bin", Name, "release");

    private string Log => Path.Combine(folders.SampleBuild, Name + ".sarif");

    /// <summary>Copies the sample, and the services that it runs on, and adds the packages to the sample.</summary>
    public async Task CreateAsync()
    {
        TourFolders.Copy(Path.Combine(folders.Repository, "samples", Name), folders.Sample);
        // Its page is about what is wrong with it.
        File.Delete(Path.Combine(folders.Sample, "README.md"));
        foreach (string service in _services)
        {
            TourFolders.Copy(Path.Combine(folders.Repository, "tests", "Servers", service), Path.Combine(folders.Root, service));
        }

        // These end the search for settings above.
        new XElement(
            "Project",
            new XElement(
                "PropertyGroup",
                new XElement("UseArtifactsOutput", "true"),
                new XElement("ArtifactsPath", folders.SampleBuild),
                new XElement("ErrorLog", Path.Combine(folders.SampleBuild, "$(MSBuildProjectName).sarif,version=2.1")),
                new XElement("NuGetAudit", "false"),
                // The emulator is the one that the repository has installed.
                new XElement("AzuriteDirectory", Path.Combine(folders.Repository, "artifacts", "azurite"))))
            .Save(Path.Combine(folders.Root, "Directory.Build.props"));
        new XElement("Project").Save(Path.Combine(folders.Root, "Directory.Build.targets"));
        new XElement("Project").Save(Path.Combine(folders.Root, "Directory.Packages.props"));
        await File.WriteAllTextAsync(Path.Combine(folders.Root, ".editorconfig"), "root = true\n");
        WriteNuGetConfig();
        await AddPackagesAsync();
    }

    /// <summary>Builds the sample.</summary>
    /// <returns>The findings.</returns>
    public async Task<IReadOnlyList<Finding>> BuildAsync()
    {
        Directory.CreateDirectory(folders.SampleBuild);
        File.Delete(Log);
        await dotnet.RunAsync(folders.Sample, folders.Cache, "build", "-c", "Release", "-nologo", "-v", "q");
        return Finding.Read(Log, folders.Sample);
    }

    /// <summary>Applies the fixes.</summary>
    public Task FixAsync() =>
        dotnet.RunAsync(folders.Sample, folders.Cache, folders.ToolProgram, "scan", "--fix", "--no-restore", "--fail-on", "never", "--configuration", "Release");

    /// <summary>The sources by file name.</summary>
    public IReadOnlyDictionary<string, string> ReadSources() =>
        Directory.EnumerateFiles(folders.Sample, "*.cs").Order(StringComparer.Ordinal).ToDictionary(path => Path.GetFileName(path), File.ReadAllText);

    /// <summary>Keeps the program as it has been built so far.</summary>
    /// <returns>The path of the program.</returns>
    public string KeepBinaries()
    {
        TourFolders.Copy(Binaries, folders.Before);
        return Path.Combine(folders.Before, Name + ".dll");
    }

    /// <summary>Does as <c>dotnet add package</c> does, which takes seconds for each.</summary>
    private async Task AddPackagesAsync()
    {
        string path = Path.Combine(folders.Sample, Name + ".csproj");
        XElement project = XElement.Parse(
            (await File.ReadAllTextAsync(path)).Replace("../../tests/Servers/", "../", StringComparison.Ordinal));
        project.Add(new XElement("ItemGroup", Packages.ForSample.Select(id =>
            new XElement("PackageReference", new XAttribute("Include", id), new XAttribute("Version", Packages.Version)))));
        project.Save(path);
    }

    /// <summary>Adds our packages to the sources of this machine. What the user's cache holds is not loaded again.</summary>
    private void WriteNuGetConfig()
    {
        var config = new XElement(
            "configuration",
            new XElement("config", Add("globalPackagesFolder", folders.Cache)),
            new XElement("packageSources", Add("StreamTuning-tour", folders.Feed)));
        if (Directory.Exists(folders.UserPackages))
        {
            config.Add(new XElement("fallbackPackageFolders", Add("user", folders.UserPackages)));
        }

        config.Save(Path.Combine(folders.Root, "nuget.config"));

        static XElement Add(string key, string value) => new("add", new XAttribute("key", key), new XAttribute("value", value));
    }
}
