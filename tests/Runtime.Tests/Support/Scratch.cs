namespace StreamTuning;

/// <summary>A directory of its own for a test.</summary>
internal sealed class Scratch : IDisposable
{
    private const string Memory = "/dev/shm";

    public Scratch() => Root = Directory.CreateTempSubdirectory("streamtuning-").FullName;

    private Scratch(string root) => Root = root;

    public string Root { get; }

    /// <summary>A directory on another volume than all others; skips the test if there is none that anybody may write to.</summary>
    public static Scratch OnOtherVolume()
    {
        Skip.IfNot(OperatingSystem.IsLinux() && Directory.Exists(Memory), "Only Linux has a second volume for everybody.");
        return new(Directory.CreateDirectory(Path.Combine(Memory, "streamtuning-" + Guid.NewGuid().ToString("N"))).FullName);
    }

    public IEnumerable<string> Names => Directory.EnumerateFileSystemEntries(Root).Select(entry => Path.GetFileName(entry)!).Order();

    public string PathOf(string name) => Path.Combine(Root, name);

    public string WithFile(string name, byte[] content)
    {
        File.WriteAllBytes(PathOf(name), content);
        return PathOf(name);
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
