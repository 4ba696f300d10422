using System.Reflection;

namespace StreamTuning.Tour;

/// <summary>The folders that the tour reads and writes.</summary>
/// <param name="Repository">The root of the repository.</param>
/// <param name="UserPackages">The user's cache of packages.</param>
internal sealed record TourFolders(string Repository, string UserPackages)
{
    /// <summary>Everything that the tour writes.</summary>
    public string Root => Path.Combine(Repository, "artifacts", "tour");

    /// <summary>What the packages are built in. It stays, so that the next tour builds only what has changed.</summary>
    public string PackageBuild => Path.Combine(Root, "build");

    /// <summary>The packages.</summary>
    public string Feed => Path.Combine(Root, "packages");

    /// <summary>Where NuGet unpacks them: the version is the same in each tour, so they must not get into the user's cache.</summary>
    public string Cache => Path.Combine(Root, "cache");

    /// <summary>The copy of the sample.</summary>
    public string Sample => Path.Combine(Root, "PhotoDrop");

    /// <summary>What the sample is built in.</summary>
    public string SampleBuild => Path.Combine(Root, "sample");

    /// <summary>The sample as it has been built before it is fixed.</summary>
    public string Before => Path.Combine(Root, "before");

    /// <summary>The command that applies fixes. It stays for the code of the reader.</summary>
    public string Tool => Path.Combine(Root, "tool");

    /// <summary>The program of the command.</summary>
    public string ToolProgram => Path.Combine(Tool, "StreamTuning.Tool.dll");

    /// <summary>Finds the repository that this program has been built in.</summary>
    /// <exception cref="TourException">It is no longer there.</exception>
    public static TourFolders Find()
    {
        string repository = Read("RepositoryRoot");
        return File.Exists(Path.Combine(repository, "StreamTuning.slnx"))
            ? new TourFolders(repository, Read("PackageCache"))
            : throw new TourException($"The repository is no longer at {repository}. Build the tour again: dotnet run --project tools/Tour");

        static string Read(string key) =>
            typeof(TourFolders).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(data => data.Key == key).Value!;
    }

    /// <summary>Deletes what an earlier tour has left, but for what its packages were built in.</summary>
    public void Clean()
    {
        Directory.CreateDirectory(Root);
        foreach (string folder in Directory.EnumerateDirectories(Root).Where(folder => folder != PackageBuild))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Copies a folder without what is built in it.</summary>
    public static void Copy(string source, string target)
    {
        Directory.CreateDirectory(target);
        foreach (string file in Directory.EnumerateFiles(source))
        {
            File.Copy(file, Path.Combine(target, Path.GetFileName(file)));
        }

        foreach (string folder in Directory.EnumerateDirectories(source).Where(folder => Path.GetFileName(folder) is not ("bin" or "obj")))
        {
            Copy(folder, Path.Combine(target, Path.GetFileName(folder)));
        }
    }

    /// <summary>A path as a reader can type it in the current folder.</summary>
    public static string FromHere(string path) => Path.GetRelativePath(Environment.CurrentDirectory, path).Replace('\\', '/');
}
