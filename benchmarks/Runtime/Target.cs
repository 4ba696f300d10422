using StreamTuning.SimulatedShare;

namespace StreamTuning.Benchmarks;

/// <summary>Where a benchmark writes: a directory of this machine, or a simulated share. Its files are gone when it is disposed.</summary>
internal sealed class Target : IDisposable
{
    private readonly string _directory;
    private readonly SlowShare? _share;

    private Target(string name, string directory, double scale, ShareMount? mount, SlowShare? share) =>
        (Name, _directory, Scale, Mount, _share) = (name, directory, scale, mount, share);

    /// <summary>What it is, for the head of a table.</summary>
    public string Name { get; }

    /// <summary>By what times are to be multiplied to be those of the real thing.</summary>
    public double Scale { get; }

    /// <summary>The mounted share, if it is one: what counts requests.</summary>
    public ShareMount? Mount { get; }

    /// <summary>Whether it costs the same when files are opened by their path; else they must come from <see cref="Create"/>.</summary>
    public bool HasPaths => _share is null;

    /// <summary>A directory of its own below an existing one.</summary>
    public static Target Local(string parent)
    {
        string directory = OwnDirectory(parent);
        return new Target(directory, directory, scale: 1, mount: null, share: null);
    }

    /// <summary>A share that is so many times as fast as its profile: mounted where that is possible, else inside the process.</summary>
    public static Target Share(SlowShareProfile profile, double faster)
    {
        if (ShareMount.TryStart(profile.Faster(faster), directory: null, out ShareMount? mount, out string? reason))
        {
            return new Target($"Simulated share, mounted, {faster:0.#} times as fast as the real one", mount.Directory, faster, mount, share: null);
        }

        return new Target(
            $"Simulated share inside the process ({reason}), {faster:0.#} times as fast as the real one",
            OwnDirectory(Path.GetTempPath()),
            faster,
            mount: null,
            new SlowShare(profile.Faster(faster)));
    }

    public string PathOf(string name) => Path.Combine(_directory, name);

    /// <summary>Creates a file, or empties it.</summary>
    public FileStream Create(string name) => _share is null ? File.Create(PathOf(name)) : _share.Create(PathOf(name));

    public void Dispose()
    {
        if (Mount is null)
        {
            Directory.Delete(_directory, recursive: true);
        }
        else
        {
            Mount.Dispose();
        }
    }

    private static string OwnDirectory(string parent) =>
        Directory.CreateDirectory(Path.Combine(parent, $"streamtuning-benchmarks-{Environment.ProcessId}")).FullName;
}
