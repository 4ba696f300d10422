using Microsoft.Win32.SafeHandles;
using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;
using static StreamTuning.UnixRights;

namespace StreamTuning.Copying;

/// <summary>Files of Linux that have no name until they are complete, and directories whose paths are too long for one more name.</summary>
public sealed class UnnamedFileTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private const int MostPathBytes = 4095;
    private static readonly byte[] _content = Random(100);

    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_is_seen_when_it_gets_its_name(bool async)
    {
        using (FileStream file = Create(_scratch.Root))
        {
            if (async)
            {
                await RandomAccess.WriteAsync(file.SafeFileHandle, _content, 0);
            }
            else
            {
                file.Write(_content);
            }

            Assert.Empty(_scratch.Names);
            UnnamedFile.Link(file.SafeFileHandle, _scratch.PathOf("file"));
        }

        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
        Assert.Equal(["file"], _scratch.Names);
    }

    [SkippableFact]
    public void One_that_gets_no_name_leaves_nothing()
    {
        Create(_scratch.Root).Dispose();
        Assert.Empty(_scratch.Names);
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void It_has_the_rights_that_any_new_file_has(bool list) => AssertRights(group: false, list);

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait(Suite.Name, Suite.Slow)]
    public void It_has_the_group_that_any_new_file_has(bool list) => AssertRights(group: true, list);

    private void AssertRights(bool group, bool list)
    {
        if (group)
        {
            Give(_scratch.Root, 0, Stranger, 0b010_111_111_101);
        }

        if (list)
        {
            AccessList.SetForNewFiles(_scratch.Root, owner: 7, user: 6, group: 4, mask: 7, others: 0);
        }

        using (FileStream file = Create(_scratch.Root))
        {
            UnnamedFile.Link(file.SafeFileHandle, _scratch.PathOf("file"));
        }

        string other = _scratch.WithFile("other", []);
        string path = _scratch.PathOf("file");
        Assert.Equal((Of(other), AccessList.Of(other)), (Of(path), AccessList.Of(path)));
        Assert.Equal((group, list), (Of(path).Contains(Stranger.ToString(), StringComparison.Ordinal), AccessList.Of(path) is not null));
    }

    [SkippableFact]
    public void A_name_that_is_taken_stays()
    {
        string path = _scratch.WithFile("file", [1]);
        string link = _scratch.PathOf("link");
        File.CreateSymbolicLink(link, _scratch.PathOf("missing"));
        using FileStream file = Create(_scratch.Root);
        foreach (string taken in new[] { path, link, _scratch.Root })
        {
            IOException failure = Assert.Throws<IOException>(() => UnnamedFile.Link(file.SafeFileHandle, taken));
            Assert.Equal(UnixFile.Exists, failure.HResult);
            Assert.Contains(taken, failure.Message, StringComparison.Ordinal);
        }

        Assert.Throws<DirectoryNotFoundException>(() => UnnamedFile.Link(file.SafeFileHandle, _scratch.PathOf("no/file")));
        Assert.Equal([1], File.ReadAllBytes(path));
        Assert.Equal(["file", "link"], _scratch.Names);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_directory_that_is_missing_or_on_a_share_gives_none()
    {
        Assert.Null(UnnamedFile.TryCreate(_scratch.PathOf("missing")));
        Assert.Null(UnnamedFile.TryCreate(_scratch.WithFile("file", [])));
        Assert.Null(UnnamedFile.TryCreate(mounted.Clean().Directory));
    }

    [SkippableTheory]
    [InlineData(255)]
    [InlineData(100)]
    [InlineData(1)]
    public void A_name_beside_one_whose_path_is_as_long_as_can_be_has_a_short_path(int nameLength)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The paths of Linux are meant.");
        string directory = MakeDirectory(MostPathBytes - 1 - nameLength);
        string path = Path.Combine(directory, new string('n', nameLength));
        File.WriteAllBytes(path, _content); // As .NET can.
        Assert.Null(DirectoryHandle.OpenIfTooLong(directory, new string('h', nameLength)));
        Assert.Null(DirectoryHandle.OpenIfTooLong(_scratch.Root, "hidden"));
        string name = "." + new string('h', Math.Min(nameLength, 254));
        using DirectoryHandle? handle = DirectoryHandle.OpenIfTooLong(directory, nameLength == 255 ? "/" + name : name);
        Assert.NotNull(handle);
        File.WriteAllBytes(handle.PathOf(name), [1]);
        Assert.NotNull(FileRights.Of(handle.PathOf(name)));
        IOException failure = Assert.Throws<IOException>(() => FinalName.Give(handle.PathOf(name), handle.PathOf(Path.GetFileName(path)), replaces: false, path));
        Assert.Contains(path, failure.Message, StringComparison.Ordinal);
        FinalName.Give(handle.PathOf(name), handle.PathOf(Path.GetFileName(path)), replaces: true);
        Assert.Equal([1], File.ReadAllBytes(path));
        Assert.Equal([path], Directory.EnumerateFileSystemEntries(directory));
        File.Delete(path);
    }

    /// <summary>Makes directories in each other until their path has a length.</summary>
    private string MakeDirectory(int length)
    {
        string path = _scratch.Root;
        while (path.Length < length)
        {
            int rest = length - path.Length - 1;
            path = Path.Combine(path, new string('d', rest is > 200 and < 402 ? rest / 2 : Math.Min(rest, 200)));
        }

        return Directory.CreateDirectory(path).FullName;
    }

    private static FileStream Create(string directory)
    {
        SafeFileHandle? file = UnnamedFile.TryCreate(directory);
        Skip.If(file is null, "There are no files without a name here.");
        return new FileStream(file, FileAccess.Write, bufferSize: 0);
    }
}
