using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>
/// The folder in a directory of all, where somebody may have been first: whatever is there, nothing is created behind it, and a file is still made, which
/// only its user may open.
/// </summary>
public sealed class FolderTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private const int OwnerOnly = 0b111_000_000;
    private const uint Stranger = 12345;

    private readonly Scratch _root = new();
    private readonly Scratch _other = new();

    private string Folder => _root.PathOf(TestSpace.FolderName);

    public void Dispose()
    {
        _root.Dispose();
        _other.Dispose();
    }

    [SkippableFact]
    public void It_is_for_its_user_alone_and_used_again()
    {
        for (int i = 0; i < 2; i++)
        {
            MakeAll(new TestSpace(_root.Root), expectedFolder: Folder);
            Assert.Equal(OwnerOnly, TestSpace.ModeOf(Folder));
            Assert.Equal([TestSpace.FolderName], _root.Names);
        }
    }

    [SkippableFact]
    public void A_link_to_a_directory_is_not_followed()
    {
        SkipOutsideLinux();
        Directory.CreateSymbolicLink(Folder, _other.Root);
        MakeAll(new TestSpace(_root.Root), expectedFolder: null);
        Assert.Empty(_other.Names);
        Assert.Equal(_other.Root, new FileInfo(Folder).LinkTarget);
    }

    [SkippableFact]
    public void A_link_to_an_own_folder_is_not_followed()
    {
        SkipOutsideLinux();
        // The user's own, even with the right mode; but somewhere else.
        Assert.Equal(0, UnixFile.CreateDirectory(_other.PathOf("own"), OwnerOnly));
        Directory.CreateSymbolicLink(Folder, _other.PathOf("own"));
        MakeAll(new TestSpace(_root.Root), expectedFolder: null);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_other.PathOf("own")));
    }

    [SkippableFact]
    public void A_link_to_nothing_is_not_followed()
    {
        SkipOutsideLinux();
        Directory.CreateSymbolicLink(Folder, _other.PathOf("nothing"));
        MakeAll(new TestSpace(_root.Root), expectedFolder: null);
        Assert.Empty(_other.Names);
    }

    [SkippableFact]
    public void A_file_is_left_alone()
    {
        File.WriteAllText(Folder, "theirs");
        MakeAll(new TestSpace(_root.Root), expectedFolder: null);
        Assert.Equal("theirs", File.ReadAllText(Folder));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_directory_of_somebody_else_is_left_alone()
    {
        Directory.CreateDirectory(Folder);
        await ChangeOwnerAsync(Folder, Stranger);
        int mode = TestSpace.ModeOf(Folder);
        MakeAll(new TestSpace(_root.Root), expectedFolder: null);
        Assert.Empty(Directory.EnumerateFileSystemEntries(Folder));
        Assert.Equal((Stranger, mode), (LinuxFile.OwnerOf(Folder)!.Value.Owner, TestSpace.ModeOf(Folder)));
    }

    [SkippableFact]
    public void One_that_is_open_to_all_is_closed()
    {
        SkipOutsideLinux();
        Assert.Equal(0, UnixFile.CreateDirectory(Folder, OwnerOnly));
        Assert.Equal(0, UnixFile.ChangeMode(Folder, 0b111_111_111));
        MakeAll(new TestSpace(_root.Root), expectedFolder: Folder);
        Assert.Equal(OwnerOnly, TestSpace.ModeOf(Folder));
    }

    [SkippableTheory]
    [InlineData(0b111_111_111)]
    [InlineData(0b1_111_111_111)] // With the sticky bit, as /tmp: a cleaner may delete the folder, and somebody else plant another.
    public void What_is_put_in_its_place_later_is_noticed(int mode)
    {
        SkipOutsideLinux();
        Assert.Equal(0, UnixFile.ChangeMode(_root.Root, mode));
        var space = new TestSpace(_root.Root);
        MakeAll(space, expectedFolder: Folder);
        Directory.Delete(Folder, recursive: true);
        Directory.CreateSymbolicLink(Folder, _other.Root);
        MakeAll(space, expectedFolder: null);
        Assert.Empty(_other.Names);
        Directory.Delete(Folder);
        File.WriteAllText(Folder, "theirs");
        MakeAll(space, expectedFolder: null);
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_disk_of_somebody_else_can_be_used()
    {
        using var disk = MemoryDisk.Mount($"size=200m,uid={Stranger},mode=0777");
        MakeAll(new TestSpace(disk.Root), Path.Combine(disk.Root, TestSpace.FolderName));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void A_share_without_owners_can_be_used()
    {
        ShareMount share = mounted.Clean();
        share.KeepsOwners = false;
        for (int i = 0; i < 2; i++)
        {
            MakeAll(new TestSpace(share.Directory), share.PathOf(TestSpace.FolderName), isForUserAlone: false);
            Assert.Equal([share.PathOf(TestSpace.FolderName)], Directory.EnumerateFileSystemEntries(share.Directory));
        }
    }

    [SkippableFact]
    public void Many_that_begin_at_once_find_one_folder()
    {
        SkipOutsideLinux();
        for (int i = 0; i < 20; i++)
        {
            using var root = new Scratch();
            Directory.CreateSymbolicLink(root.PathOf(TestSpace.FolderName), _other.Root);
            var space = new TestSpace(root.Root);
            string[] folders = [.. Enumerable.Range(0, 8).AsParallel().WithDegreeOfParallelism(8).Select(_ => Path.GetDirectoryName(space.Space.CreateEmptyFile())!)];
            Assert.Single(folders.Distinct());
        }
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task What_is_put_aside_is_swept_when_its_process_has_ended()
    {
        SkipOutsideLinux();
        Directory.CreateSymbolicLink(Folder, _other.Root);
        string left = await ChildProcess.LeaveFileAsync(_root.Root);
        Assert.StartsWith(Folder + "-", left, StringComparison.Ordinal);
        string theirs = Folder + "-" + Path.GetFileName(Path.GetDirectoryName(left))![(TestSpace.FolderName.Length + 1)..] + "2";
        Directory.CreateDirectory(theirs);
        await ChangeOwnerAsync(theirs, Stranger);
        Assert.Equal(1, new TestSpace(_root.Root).Space.Sweep());
        Assert.False(File.Exists(left));
        Assert.False(Directory.Exists(Path.GetDirectoryName(left)));
        Assert.True(Directory.Exists(theirs));
        Assert.Empty(_other.Names);
    }

    /// <summary>Makes a file, a directory and the like, of which only the user may read anything.</summary>
    private void MakeAll(TestSpace space, string? expectedFolder, bool isForUserAlone = true)
    {
        SkipOutsideLinux();
        using TempFile file = space.Space.CreateFile();
        using TempDirectory directory = space.Space.CreateDirectory();
        string empty = space.Space.CreateEmptyFile();
        string named = space.Space.GetPath("directory/name");
        foreach (string path in new[] { file.Path, directory.Path, empty })
        {
            string folder = Path.GetDirectoryName(path)!;
            if (expectedFolder is not null)
            {
                Assert.Equal(expectedFolder, folder);
            }
            else
            {
                Assert.StartsWith(Folder + "-", folder, StringComparison.Ordinal);
            }

            Assert.StartsWith(folder + "/", named, StringComparison.Ordinal);
            if (isForUserAlone)
            {
                Assert.Equal(OwnerOnly, TestSpace.ModeOf(folder));
                Assert.Equal(Directory.Exists(path) ? OwnerOnly : 0b110_000_000, TestSpace.ModeOf(path));
            }
        }

        Assert.Matches("[0-9A-F]{32}", Path.GetFileName(file.Path));
        file.Stream.Write(Random(10));
        file.Stream.Flush();
        File.WriteAllText(named, "text");
        File.Delete(named);
        File.Delete(empty);
    }

    private static void SkipOutsideLinux() => Skip.IfNot(OperatingSystem.IsLinux(), "Folders are planted on Linux only.");

    private static async Task ChangeOwnerAsync(string path, uint user)
    {
        Skip.IfNot(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root can give a directory to somebody else.");
        using var process = System.Diagnostics.Process.Start("chown", [user.ToString(System.Globalization.CultureInfo.InvariantCulture), path]);
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
    }
}
