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
    [InlineData(0, 0, false)]
    [InlineData(2, 2, false)]
    [InlineData(1000, 19, true)]
    public void A_folder_that_seems_not_to_be_empty_is_deleted_some_moments_later(int failures, int waits, bool fails)
    {
        // rclone says so of a directory on SMB whose files were deleted just before.
        int waited = 0;
        Exception? error = Record.Exception(() => OwnFolder.Delete(
            () =>
            {
                if (failures-- > 0)
                {
                    throw new IOException("Directory not empty");
                }
            },
            () => waited++));

        Assert.Equal((waits, fails), (waited, error is IOException));
    }
}
