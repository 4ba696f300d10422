namespace StreamTuning.PackageTests.Setup;

/// <summary>Packs the repository once, into a feed of its own, with a version that no cache has seen. Collections that run at the same time share it.</summary>
public sealed class PackedPackages : IAsyncLifetime
{
    private static readonly object Lock = new();
    private static Task<Packing>? _packing;
    private static CompilerServer? _compiler;
    private static int _users;

    private Packing? _packed;

    /// <summary>The version of the packages, unique to this run.</summary>
    public string Version => Packed.Version;

    /// <summary>The folder that holds the packages. Scratch projects restore from it besides the sources of the machine.</summary>
    public string Feed => Packed.Feed;

    /// <summary>What packing wrote to the console.</summary>
    public string PackOutput => Packed.Output;

    public static string RepositoryRoot => Packing.RepositoryRoot;

    private Packing Packed => _packed ?? throw new InvalidOperationException("Nothing has been packed.");

    /// <summary>A package of this run.</summary>
    public string PathOf(string file) => Path.Combine(Feed, file);

    /// <summary>Runs a test in a folder of its own outside the repository, which stays for inspection when the test fails.</summary>
    internal Task InScratchAsync(Func<ScratchFolder, Task> test, [System.Runtime.CompilerServices.CallerMemberName] string name = "") => Packed.InScratchAsync(test, name);

    public async Task InitializeAsync()
    {
        Task<Packing> packing;
        lock (Lock)
        {
            _users++;
            packing = _packing ??= PackAsync(_compiler = new CompilerServer());
        }

        _packed = await packing;
    }

    public async Task DisposeAsync()
    {
        CompilerServer? compiler;
        lock (Lock)
        {
            if (--_users > 0)
            {
                return;
            }

            (compiler, _compiler, _packing) = (_compiler, null, null);
        }

        await compiler!.DisposeAsync();
        _packed?.Dispose();
    }

    private static async Task<Packing> PackAsync(CompilerServer compiler)
    {
        var packing = new Packing(compiler);
        // The solution has thirty projects, which would all be restored.
        IEnumerable<string> projects = Directory.EnumerateFiles(Path.Combine(RepositoryRoot, "src"), "*.csproj", SearchOption.AllDirectories).Select(project => $"""<Project Path="{project}" />""");
        string solution = Path.Combine(packing.Root, "src.slnx");
        await File.WriteAllTextAsync(solution, $"<Solution>\n{string.Join('\n', projects)}\n</Solution>\n");
        // Built apart from the repository's own output, which may be in use by the tests that run beside these.
        await packing.PackAsync(solution, "-c", "Release", "-p:Version=" + packing.Version, "-p:ArtifactsPath=" + Path.Combine(packing.Root, "artifacts"));
        return packing;
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
