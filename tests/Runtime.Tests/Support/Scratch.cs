namespace StreamTuning;

/// <summary>A directory of its own for a test.</summary>
internal sealed class Scratch : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("streamtuning-").FullName;

    public IEnumerable<string> Names => Directory.EnumerateFileSystemEntries(Root).Select(entry => Path.GetFileName(entry)!).Order();

    public string PathOf(string name) => Path.Combine(Root, name);

    public string WithFile(string name, byte[] content)
    {
        File.WriteAllBytes(PathOf(name), content);
        return PathOf(name);
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
