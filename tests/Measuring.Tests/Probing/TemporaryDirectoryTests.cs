namespace StreamTuning.Measuring;

/// <summary>The temporary directory is only looked at: a measurement touches no file but those in its own folder.</summary>
public sealed class TemporaryDirectoryTests
{
    [Fact]
    public void Looking_at_a_directory_changes_nothing_in_it()
    {
        string directory = Directory.CreateTempSubdirectory("measuring-").FullName;
        DateTime before = new(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        Directory.SetLastWriteTimeUtc(directory, before);

        TemporaryDirectory found = TemporaryDirectory.Of(directory)!;

        Assert.Equal(before, Directory.GetLastWriteTimeUtc(directory));
        Assert.Equal(directory, found.Path);
        Assert.InRange(found.FreeBytes, 1, long.MaxValue);
        Directory.Delete(directory);
    }

    [Fact]
    public void A_directory_that_is_missing_is_not_recommended() =>
        Assert.Null(TemporaryDirectory.Of(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())));

    [SkippableFact]
    public void A_directory_that_cannot_be_written_is_not_recommended()
    {
        Skip.If(Environment.IsPrivilegedProcess, "Whoever may do everything writes to it.");
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        string directory = Directory.CreateTempSubdirectory("measuring-").FullName;
        File.SetUnixFileMode(directory, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        Assert.Null(TemporaryDirectory.Of(directory));
        Directory.Delete(directory);
    }

    [SkippableFact]
    public void A_file_system_that_is_only_for_reading_is_not_recommended()
    {
        string? mounted = OperatingSystem.IsLinux() ? FindReadOnly() : null;
        Skip.If(mounted is null, "No file system is mounted only for reading.");

        Assert.Null(TemporaryDirectory.Of(mounted));
    }

    [Theory]
    [InlineData("/proc", false, false)]
    [InlineData("/dev/shm", true, true)]
    public void It_is_local_only_if_the_system_says_so(string directory, bool isLocal, bool isMemory)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        TemporaryDirectory? found = TemporaryDirectory.Of(directory);

        // Nobody but root may write to the first.
        Assert.Equal((isLocal, isMemory), (found is { IsLocal: true }, found is { IsMemory: true }));
    }

    private static string? FindReadOnly() => File.ReadLines("/proc/mounts")
        .Select(line => line.Split(' '))
        .Where(fields => fields[3].Split(',').Contains("ro") && !fields[1].StartsWith(Path.GetTempPath(), StringComparison.Ordinal)) // Other tests mount disks there.
        .Select(fields => fields[1])
        .FirstOrDefault(Directory.Exists);
}
