namespace PhotoDrop;

/// <summary>Photos that have been uploaded, in a folder of this machine.</summary>
public sealed class Uploads(string folder)
{
    public string Folder { get; } = Directory.CreateDirectory(folder).FullName;

    /// <summary>The logo, which is sent with every page; null before it's uploaded.</summary>
    public byte[]? Logo { get; set; }

    /// <summary>The names of all, in order.</summary>
    public IEnumerable<string> Names() => Directory.EnumerateFiles(Folder).Select(Path.GetFileName).Where(PhotoName.IsPhoto).Order(StringComparer.Ordinal)!;

    /// <summary>Where the photo is, or is to be, that a client calls so.</summary>
    /// <exception cref="BadHttpRequestException">It is no name of a photo.</exception>
    public string PathOf(string name) => Path.Combine(Folder, PhotoName.Of(name));
}
