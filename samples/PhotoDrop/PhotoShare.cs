using StreamTuning.SimulatedShare;

namespace PhotoDrop;

/// <summary>The network share that holds what the gallery shows.</summary>
internal sealed class PhotoShare
{
    private readonly SlowShare _share = new(SlowShareProfile.AzureFiles.Faster(10));

    public PhotoShare(string folder) => Folder = Directory.CreateDirectory(folder).FullName;

    public string Folder { get; }

    /// <summary>Creates a file of the share, or empties it; the caller disposes it.</summary>
    public FileStream Create(string name) => _share.Create(Path.Combine(Folder, name));
}
