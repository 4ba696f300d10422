namespace StreamTuning.Measuring;

public sealed class OwnFolderTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("own-folder-").FullName;

    [Fact]
    public void It_is_deleted_with_everything_in_it()
    {
        string path;
        using (OwnFolder folder = OwnFolder.Create(_directory))
        {
            path = folder.Path;
            File.WriteAllText(Path.Combine(path, "file"), "text");
            Assert.True(OwnFolder.IsLeftIn(_directory));
        }

        Assert.False(Directory.Exists(path));
        Assert.False(OwnFolder.IsLeftIn(_directory));
    }

    [Fact]
    public void That_of_a_process_that_has_ended_is_deleted_and_nothing_else()
    {
        string own;
        using (OwnFolder folder = OwnFolder.Create(_directory))
        {
            own = Path.GetFileName(folder.Path);
        }

        // .streamtuning-measure-MACHINE-BOOT-PROCESS-START-RANDOM: another start of this process is one that has ended.
        string[] parts = own.Split('-');
        parts[5] = "1";
        string ended = Path.Combine(_directory, string.Join('-', parts));
        string others = Path.Combine(_directory, ".streamtuning-measure-of-somebody-else");
        Directory.CreateDirectory(Path.Combine(ended, "below"));
        Directory.CreateDirectory(others);
        string link = Path.Combine(_directory, string.Join('-', [.. parts[..^1], "link"]));
        Directory.CreateSymbolicLink(link, others);

        OwnFolder.Create(_directory).Dispose();

        Assert.Equal([others, link], Directory.GetFileSystemEntries(_directory).OrderByDescending(path => path.Length).Reverse());
    }

    [SkippableFact]
    public void A_leftover_that_cannot_be_deleted_stops_no_measurement()
    {
        Skip.If(Environment.IsPrivilegedProcess, "Whoever may do everything deletes it.");
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        string own;
        using (OwnFolder folder = OwnFolder.Create(_directory))
        {
            own = Path.GetFileName(folder.Path);
        }

        string[] parts = own.Split('-');
        parts[5] = "1";
        string ended = Directory.CreateDirectory(Path.Combine(_directory, string.Join('-', parts))).FullName;
        File.WriteAllText(Path.Combine(ended, "file"), "text");
        File.SetUnixFileMode(ended, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        OwnFolder.Create(_directory).Dispose();

        Assert.True(Directory.Exists(ended));
        File.SetUnixFileMode(ended, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(2, 2, true)]
    [InlineData(1000, 20, false)]
    public void A_folder_that_seems_not_to_be_empty_is_deleted_some_moments_later(int failures, int waits, bool isDeleted)
    {
        // rclone says so of a directory on SMB whose files were deleted just before.
        int waited = 0;
        bool deleted = OwnFolder.TryDelete(
            () =>
            {
                if (failures-- > 0)
                {
                    throw new IOException("Directory not empty");
                }
            },
            () => waited * TimeSpan.FromMilliseconds(250),
            () => waited++);

        Assert.Equal((waits, isDeleted), (waited, deleted));
    }

    [Fact]
    public void Windows_denies_access_to_a_folder_until_its_deletion_is_complete()
    {
        int tries = 0;
        Assert.True(OwnFolder.TryDelete(
            () => _ = ++tries < 3 ? throw new UnauthorizedAccessException() : tries, () => TimeSpan.Zero, () => { }));
        Assert.Equal(3, tries);
    }

    [Fact]
    public void A_share_that_has_vanished_is_not_asked_for_longer_than_some_seconds()
    {
        // Each request waits until the client gives up.
        int tries = 0;
        Assert.False(OwnFolder.TryDelete(
            () =>
            {
                tries++;
                throw new IOException("Host is down");
            },
            () => tries * TimeSpan.FromSeconds(3),
            () => { }));
        Assert.Equal(2, tries);
    }
}
