using Xunit.Abstractions;

namespace StreamTuning.NetworkShares;

/// <summary>Without its cache rclone can only write a file from its start to its end, and reports a stale length after truncation.</summary>
public abstract class UncachedRcloneTests<TFileSystem>(TFileSystem fileSystem, ITestOutputHelper output)
    : ServerTests<TFileSystem>(fileSystem, output)
    where TFileSystem : Rclone
{
    private const int Rounds = 15;

    [SkippableTheory]
    [InlineData(true, 1)]
    [InlineData(true, 8)]
    [InlineData(false, 1)]
    [InlineData(false, 8)]
    public async Task An_asynchronous_copy_can_overwrite_a_file(bool knowsLength, int oldMebibytes)
    {
        FileSystem.SkipIfMissing();
        byte[] content = CopyWays.Content(5 * 1024 * 1024);
        string name = Guid.NewGuid().ToString("N");
        string directory = Directory.CreateDirectory(Path.Combine(FileSystem.Client, name)).FullName;
        string file = Path.Combine(directory, "file");
        List<string> failures = [];

        for (int round = 0; round < Rounds; round++)
        {
            using IDisposable? noForks = await FileSystem.StopForkingAsync();
            WritePlainly(file, CopyWays.Content(oldMebibytes * 1024 * 1024));
            FileSystem.Settle(name);

            try
            {
                await new CaseSource(content, knowsLength).CopyToFileAsync(file);
                FileSystem.Settle(name);
                Assert.Equal(content, File.ReadAllBytes(Path.Combine(FileSystem.Server, name, "file")));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                failures.Add((e.InnerException ?? e).Message);
            }
        }

        Assert.True(failures.Count == 0, $"{failures.Count} of {Rounds} copies failed: {failures.FirstOrDefault()}");
    }

    /// <summary>Writes the file before the copy; again if rclone refuses that, as it does plain code at times.</summary>
    private static void WritePlainly(string file, byte[] content)
    {
        const int MostAttempts = 3;
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                File.WriteAllBytes(file, content);
                return;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException && attempt < MostAttempts)
            {
            }
        }
    }
}

/// <summary>With its cache rclone uploads a file after it was closed.</summary>
public abstract class CachedRcloneTests<TFileSystem>(TFileSystem fileSystem, ITestOutputHelper output)
    : FileSystemTests<TFileSystem>(fileSystem, output)
    where TFileSystem : Rclone
{
    [SkippableFact]
    public void Plain_code_does_not_learn_that_the_server_is_full()
    {
        FileSystem.SkipIfMissing();
        string name = Guid.NewGuid().ToString("N");
        FileSystem.Fill(left: 1024 * 1024);

        try
        {
            // cp reads what close returns.
            string source = FileSystem.Folder.PathOf(name);
            File.WriteAllBytes(source, CopyWays.Content(3 * 1024 * 1024));
            Assert.True(Command.TryRun("cp", source, Path.Combine(FileSystem.Client, name)));
        }
        finally
        {
            FileSystem.Free();
        }
    }
}

public class RcloneSftpUncachedTests(RcloneSftpUncached fileSystem, ITestOutputHelper output)
    : UncachedRcloneTests<RcloneSftpUncached>(fileSystem, output);

public class RcloneSmbUncachedTests(RcloneSmbUncached fileSystem, ITestOutputHelper output)
    : UncachedRcloneTests<RcloneSmbUncached>(fileSystem, output);

public class RcloneWebDavUncachedTests(RcloneWebDavUncached fileSystem, ITestOutputHelper output)
    : UncachedRcloneTests<RcloneWebDavUncached>(fileSystem, output);

public class RcloneSftpCachedTests(RcloneSftpCached fileSystem, ITestOutputHelper output)
    : CachedRcloneTests<RcloneSftpCached>(fileSystem, output);

public class RcloneSmbCachedTests(RcloneSmbCached fileSystem, ITestOutputHelper output)
    : CachedRcloneTests<RcloneSmbCached>(fileSystem, output);

public class RcloneWebDavCachedTests(RcloneWebDavCached fileSystem, ITestOutputHelper output)
    : CachedRcloneTests<RcloneWebDavCached>(fileSystem, output);
