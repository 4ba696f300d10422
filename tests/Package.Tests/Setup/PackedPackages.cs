using System.Reflection;

namespace StreamTuning.PackageTests.Setup;

/// <summary>Packs the repository once, into a feed of its own, with a version that no cache has seen. Collections that run at the same time share it.</summary>
public sealed class PackedPackages : IAsyncLifetime
{
    private static readonly object Lock = new();
    private static Task<Packing>? _packing;
    private static int _users;

    private Packing? _packed;

    /// <summary>The version of the packages, unique to this run.</summary>
    public string Version => Packed.Version;

    /// <summary>The folder that holds the packages. Scratch projects restore from it besides the sources of the machine.</summary>
    public string Feed => Packed.Feed;

    /// <summary>What packing wrote to the console.</summary>
    public string PackOutput => Packed.Output;

    public static string RepositoryRoot => Metadata("RepositoryRoot");

    private Packing Packed => _packed ?? throw new InvalidOperationException("Nothing has been packed.");

    /// <summary>A package of this run.</summary>
    public string PathOf(string file) => Path.Combine(Feed, file);

    /// <summary>Runs a test in a folder of its own outside the repository, which stays for inspection when the test fails.</summary>
    internal async Task InScratchAsync(Func<ScratchFolder, Task> test, [System.Runtime.CompilerServices.CallerMemberName] string name = "")
    {
        string folder = Path.Combine(Packed.Cases, name);
        Directory.CreateDirectory(folder);
        await test(new ScratchFolder(folder, Version, new DotNet(Path.Combine(Packed.Root, "packages"))));
        Directory.Delete(folder, recursive: true);
    }

    public async Task InitializeAsync()
    {
        Task<Packing> packing;
        lock (Lock)
        {
            _users++;
            packing = _packing ??= Packing.RunAsync();
        }

        _packed = await packing;
    }

    public Task DisposeAsync()
    {
        lock (Lock)
        {
            if (--_users > 0)
            {
                return Task.CompletedTask;
            }

            _packing = null;
        }

        _packed?.Delete();
        return Task.CompletedTask;
    }

    private static string Metadata(string key) =>
        typeof(PackedPackages).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;

    /// <summary>The folder of all that one run makes.</summary>
    private sealed class Packing
    {
        private Packing(string root) => Root = root;

        public string Root { get; }

        public string Version => "0.0.1-t" + Path.GetFileName(Root);

        public string Feed => Path.Combine(Root, "feed");

        public string Cases => Path.Combine(Root, "cases");

        public string Output { get; private set; } = "";

        public static async Task<Packing> RunAsync()
        {
            var packing = new Packing(Path.Combine(Path.GetTempPath(), "StreamTuning.Package.Tests", Guid.NewGuid().ToString("N")[..12]));
            await packing.PackAsync();
            return packing;
        }

        public void Delete()
        {
            // What is left over belongs to a test that failed.
            if (!Directory.EnumerateFileSystemEntries(Cases).Any())
            {
                Directory.Delete(Root, recursive: true);
            }
        }

        private async Task PackAsync()
        {
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

            // Built apart from the repository's own output, which may be in use by the tests that run beside these.
            Output = await new DotNet().RunAsync(
                RepositoryRoot,
                "pack",
                "-c",
                "Release",
                "-o",
                Feed,
                "-p:Version=" + Version,
                "-p:ArtifactsPath=" + Path.Combine(Root, "artifacts"));
        }

        private void Write(string name, string text) => File.WriteAllText(Path.Combine(Root, name), text);
    }
}

/// <summary>The tests that use the packed packages; they run one after the other, and beside those of the sample.</summary>
[CollectionDefinition(Name)]
public sealed class PackageCollection : ICollectionFixture<PackedPackages>
{
    public const string Name = "packages";
}

/// <summary>The tests of the sample, which take as long as all others with the packed packages together.</summary>
[CollectionDefinition(Name)]
public sealed class SampleCollection : ICollectionFixture<PackedPackages>
{
    public const string Name = "sample";
}
