using StreamTuning.SimulatedShare;

namespace PhotoDrop;

/// <summary>The network share that holds what the gallery shows. It is simulated: mounted where that is possible, else inside the process.</summary>
public sealed class PhotoShare : IDisposable
{
    private readonly ShareMount? _mount;
    private readonly SlowShare _share;

    public PhotoShare(string folder)
    {
        SlowShareProfile profile = SlowShareProfile.AzureFiles.Faster(10);
        Kind = ShareMount.TryStart(profile, folder, out _mount, out string? reason) ? "mounted" : $"inside the process. {reason}";
        _share = new SlowShare(profile);
        Folder = Directory.CreateDirectory(folder).FullName;
    }

    /// <summary>Where it is, and if it is not mounted, why.</summary>
    public string Kind { get; }

    public string Folder { get; }

    /// <summary>Creates a file of the share, or empties it; the caller disposes it.</summary>
    public FileStream Create(string name)
    {
        string path = Path.Combine(Folder, name);
        return _mount is null ? _share.Create(path) : File.Create(path);
    }

    public void Dispose() => _mount?.Dispose();
}
