namespace StreamTuning.NetworkShares;

/// <summary>A file system that is mounted for the tests of one class.</summary>
public abstract class TestFileSystem : CopyPlace, IDisposable
{
    protected const long DiskBytes = 96 * 1024 * 1024;

    private readonly Stack<IDisposable> _parts = new();

    /// <param name="name">Its name in the summary.</param>
    /// <param name="programs">The programs that it needs.</param>
    private protected TestFileSystem(string name, params ReadOnlySpan<string> programs)
    {
        Name = name;
        WhyNot = Host.WhyNot(programs);
        Folder = null!;
        if (WhyNot is not null)
        {
            return;
        }

        Folder = Use(new MountFolder());
        try
        {
            Mount();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public string Name { get; }

    /// <summary>Why it is not mounted here.</summary>
    public string? WhyNot { get; }

    /// <summary>What plain .NET code can do on it, as <see cref="Probe"/> finds out.</summary>
    public virtual Abilities Abilities => Abilities.All;

    /// <summary>How many cases have been run on it.</summary>
    public int Cases { get; set; }

    /// <summary>Holds everything; gone when the file system is disposed.</summary>
    public MountFolder Folder { get; }

    /// <summary>Skips the test on a machine that cannot mount the file system.</summary>
    public void SkipIfMissing() => Skip.If(WhyNot is not null, WhyNot);

    public void Dispose()
    {
        GC.SuppressFinalize(this);
        Summary.Add(Name, Cases);
        Cases = 0;
        while (_parts.TryPop(out IDisposable? part))
        {
            part.Dispose();
        }
    }

    private protected abstract void Mount();

    /// <summary>Disposes a part with the file system, the last one first.</summary>
    private protected T Use<T>(T part)
        where T : IDisposable
    {
        _parts.Push(part);
        return part;
    }

    /// <summary>A directory on a disk in memory, for a server to serve.</summary>
    private protected string MountServerDisk()
    {
        string root = SmallDisk.Mount(Folder, "disk", "tmpfs", DiskBytes).Root;
        return Directory.CreateDirectory(Path.Combine(root, "served")).FullName;
    }
}
