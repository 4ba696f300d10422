using System.Reflection;

namespace StreamTuning.PackageTests.Setup;

/// <summary>A folder outside the repository with a feed of packages, and the scratch folders of the tests that install them.</summary>
internal sealed class Packing : IDisposable
{
    private readonly CompilerServer? _compiler;

    /// <param name="compiler">What compiles the repository and the scratch folders; null for a compiler of its own for each project.</param>
    public Packing(CompilerServer? compiler = null)
    {
        _compiler = compiler;
        Directory.CreateDirectory(Feed);
        Directory.CreateDirectory(Cases);

        // Nothing above the scratch folder may have a say.
        foreach (string shield in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" })
        {
            Write(shield, "<Project />");
        }

        Write(".editorconfig", "root = true");
        string machine = Metadata("PackageRoot");
        string fallback = Directory.Exists(machine) ? $"""<fallbackPackageFolders><add key="machine" value="{machine}" /></fallbackPackageFolders>""" : "";
        Write("nuget.config", $"""
            <configuration>
              <packageSources>
                <add key="local" value="./feed" />
              </packageSources>
              {fallback}
            </configuration>
            """);
    }

    public static string RepositoryRoot => Metadata("RepositoryRoot");

    /// <summary>The configuration that the repository has been built in.</summary>
    public static string Configuration => Metadata("Configuration");

    public string Root { get; } = Directory.CreateTempSubdirectory("StreamTuning.Package.Tests-").FullName;

    /// <summary>The version of the packages, which no cache has seen.</summary>
    public string Version { get; } = "0.0.1-t" + Guid.NewGuid().ToString("N")[..12];

    /// <summary>The folder that holds the packages. Scratch projects restore from it besides the sources of the machine.</summary>
    public string Feed => Path.Combine(Root, "feed");

    /// <summary>What packing wrote to the console.</summary>
    public string Output { get; private set; } = "";

    private string Cases => Path.Combine(Root, "cases");

    public async Task PackAsync(string project, params string[] arguments) =>
        Output = await new DotNet(compiler: _compiler).RunAsync(RepositoryRoot, ["pack", project, "-o", Feed, .. arguments]);

    /// <summary>Runs a test in a folder of its own, which stays for inspection when the test fails.</summary>
    public async Task InScratchAsync(Func<ScratchFolder, Task> test, string name)
    {
        string folder = Path.Combine(Cases, name);
        Directory.CreateDirectory(folder);
        await test(new ScratchFolder(folder, Version, new DotNet(Path.Combine(Root, "packages"), _compiler)));
        Directory.Delete(folder, recursive: true);
    }

    public void Dispose()
    {
        // What is left over belongs to a test that failed.
        if (!Directory.EnumerateFileSystemEntries(Cases).Any())
        {
            Directory.Delete(Root, recursive: true);
        }
    }

    private static string Metadata(string key) =>
        typeof(Packing).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(Root, name), text);
}
