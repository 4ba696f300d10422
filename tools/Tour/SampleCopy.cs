using System.Xml.Linq;

namespace StreamTuning.Tour;

/// <summary>A copy of the sample outside the repository, which uses the packed packages as any project would.</summary>
internal sealed class SampleCopy(Dotnet dotnet, string repository, Scratch scratch, Packages packages)
{
    private const string Name = "PhotoDrop";
    // What it runs on.
    private static readonly string[] _services = ["SimulatedShare", "BlobService"];

    private readonly string _root = scratch["code"];
    private readonly string _cache = scratch["packages"];

    private string Project => Path.Combine(_root, "samples", Name);

    /// <summary>Copies the sample, and the services that it runs on, and adds the packages to the sample.</summary>
    public async Task CreateAsync()
    {
        CopySources(Path.Combine("samples", Name));
        foreach (string service in _services)
        {
            CopySources(Path.Combine("benchmarks", service));
        }

        File.Copy(Path.Combine(repository, "global.json"), Path.Combine(_root, "global.json"));
        // Ends the search for settings above. The compiler notes what it finds in a file, and the emulator is the one that the repository has installed.
        new XElement(
            "Project",
            new XElement(
                "PropertyGroup",
                new XElement("ErrorLog", "$(MSBuildThisFileDirectory)$(MSBuildProjectName).sarif,version=2.1"),
                new XElement("AzuriteDirectory", Path.Combine(repository, "artifacts", "azurite"))))
            .Save(Path.Combine(_root, "Directory.Build.props"));
        new XElement("Project").Save(Path.Combine(_root, "Directory.Build.targets"));
        new XElement("Project").Save(Path.Combine(_root, "Directory.Packages.props"));
        await File.WriteAllTextAsync(Path.Combine(_root, ".editorconfig"), "root = true\n");
        await WriteNuGetConfigAsync();
        foreach (string package in Packages.ForSample)
        {
            await dotnet.RunAsync(Project, _cache, "add", "package", package, "--version", packages.Version);
        }
    }

    /// <summary>Builds the sample.</summary>
    /// <returns>What was found.</returns>
    public async Task<IReadOnlyList<Finding>> BuildAsync()
    {
        string log = Path.Combine(_root, Name + ".sarif");
        File.Delete(log);
        await dotnet.RunAsync(Project, _cache, "build", "-c", "Release", "-nologo", "-v", "q");
        return Finding.Read(log, Project);
    }

    /// <summary>Applies the fixes once.</summary>
    public Task FixAsync() => dotnet.RunAsync(Project, _cache, "format", "analyzers", "--severity", "info", "--no-restore");

    /// <summary>The sources by file name.</summary>
    public IReadOnlyDictionary<string, string> ReadSources() =>
        Directory.EnumerateFiles(Project, "*.cs").Order(StringComparer.Ordinal).ToDictionary(path => Path.GetFileName(path), File.ReadAllText);

    /// <summary>Sets aside what has been built.</summary>
    /// <returns>The path of the program.</returns>
    public string KeepBinaries(string name)
    {
        string target = scratch[name];
        CopyFolder(Path.Combine(Project, "bin", "Release", "net10.0"), target, static _ => true);
        return Path.Combine(target, Name + ".dll");
    }

    private void CopySources(string folder) =>
        CopyFolder(Path.Combine(repository, folder), Path.Combine(_root, folder), static name => name is not ("bin" or "obj"));

    private static void CopyFolder(string source, string target, Func<string, bool> includes)
    {
        Directory.CreateDirectory(target);
        foreach (string file in Directory.EnumerateFiles(source))
        {
            File.Copy(file, Path.Combine(target, Path.GetFileName(file)));
        }

        foreach (string folder in Directory.EnumerateDirectories(source).Where(folder => includes(Path.GetFileName(folder))))
        {
            CopyFolder(folder, Path.Combine(target, Path.GetFileName(folder)), includes);
        }
    }

    /// <summary>Adds our packages to the sources of this machine, and what the user's cache holds to a cache of our own.</summary>
    private async Task WriteNuGetConfigAsync()
    {
        string locals = await dotnet.RunAsync(repository, packages: null, "nuget", "locals", "global-packages", "--list");
        string cache = locals[(locals.IndexOf(':') + 1)..].Trim();
        var config = new XElement("configuration", new XElement("packageSources", Add("StreamTuning-tour", packages.Feed)));
        if (Directory.Exists(cache))
        {
            config.Add(new XElement("fallbackPackageFolders", Add("user", cache)));
        }

        config.Save(Path.Combine(_root, "nuget.config"));

        static XElement Add(string key, string value) => new("add", new XAttribute("key", key), new XAttribute("value", value));
    }
}
