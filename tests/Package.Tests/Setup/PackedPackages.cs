using System.Reflection;

namespace StreamTuning.PackageTests.Setup;

/// <summary>Packs the repository once, into a feed of its own, with a version that no cache has seen.</summary>
public sealed class PackedPackages : IAsyncLifetime
{
    private readonly string _root = Path.Combine(Path.GetTempPath(), "StreamTuning.Package.Tests", Guid.NewGuid().ToString("N")[..12]);

    /// <summary>The version of the packages, unique to this run.</summary>
    public string Version => "0.0.1-t" + Path.GetFileName(_root);

    /// <summary>The folder that holds the packages. Scratch projects restore from it besides the sources of the machine.</summary>
    public string Feed => Path.Combine(_root, "feed");

    /// <summary>What packing wrote to the console.</summary>
    public string PackOutput { get; private set; } = "";

    public static string RepositoryRoot => Metadata("RepositoryRoot");

    /// <summary>A package of this run.</summary>
    public string PathOf(string file) => Path.Combine(Feed, file);

    /// <summary>Runs a test in a folder of its own outside the repository, which stays for inspection when the test fails.</summary>
    internal async Task InScratchAsync(Func<ScratchFolder, Task> test, [System.Runtime.CompilerServices.CallerMemberName] string name = "")
    {
        string folder = Path.Combine(_root, "cases", name);
        Directory.CreateDirectory(folder);
        await test(new ScratchFolder(folder, Version, new DotNet(Path.Combine(_root, "packages"))));
        Directory.Delete(folder, recursive: true);
    }

    public async Task InitializeAsync()
    {
        Directory.CreateDirectory(Feed);
        Directory.CreateDirectory(Path.Combine(_root, "cases"));

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

        // Built apart from the repository's own output, which may be in use by the tests that run beside these.
        PackOutput = await new DotNet().RunAsync(
            RepositoryRoot,
            "pack",
            "-c",
            "Release",
            "-o",
            Feed,
            "-p:Version=" + Version,
            "-p:ArtifactsPath=" + Path.Combine(_root, "artifacts"));
    }

    public Task DisposeAsync()
    {
        // What is left over belongs to a test that failed.
        if (!Directory.EnumerateFileSystemEntries(Path.Combine(_root, "cases")).Any())
        {
            Directory.Delete(_root, recursive: true);
        }

        return Task.CompletedTask;
    }

    private static string Metadata(string key) =>
        typeof(PackedPackages).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_root, name), text);
}

/// <summary>The tests that use the packed packages; they run one after the other.</summary>
[CollectionDefinition(Name)]
public sealed class PackageCollection : ICollectionFixture<PackedPackages>
{
    public const string Name = "packages";
}
