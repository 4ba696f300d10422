using Xunit.Abstractions;

namespace StreamTuning.NetworkShares;

/// <summary>What holds on every file system that is mounted.</summary>
public abstract class FileSystemTests<TFileSystem>(TFileSystem fileSystem, ITestOutputHelper output) : IClassFixture<TFileSystem>
    where TFileSystem : TestFileSystem
{
    private protected TFileSystem FileSystem => fileSystem;

    private protected string Staging => fileSystem.Folder.CreateFolder("staging");

    [SkippableFact]
    public void Plain_code_can_do_there_what_the_table_says()
    {
        fileSystem.SkipIfMissing();

        // On a busy machine an upload may have ended or failed by then, and shows an ability that the table rightly lacks.
        const Abilities InTime = Abilities.FsyncTells | Abilities.DeleteEmpty;
        Abilities found = Probe.AbilitiesOf(fileSystem) & (fileSystem.Abilities | ~InTime);

        Assert.Equal(fileSystem.Abilities, found);
    }

    [SkippableFact]
    public async Task Copies_keep_their_promises()
    {
        fileSystem.SkipIfMissing();
        CopyFailure[] failures =
        [
            .. from failure in Enum.GetValues<CopyFailure>()
               where failure switch
               {
                   CopyFailure.DiskFull => fileSystem.CanFill,
                   CopyFailure.Quota => fileSystem.CanLimit,
                   CopyFailure.ServerKilled => fileSystem.CanKillServer,
                   _ => true,
               }
               select failure,
        ];
        CopyTarget[] targets = CopyTable.Targets(fileSystem.Abilities.HasFlag(Abilities.Links));
        List<string> broken = [];

        foreach (CopyCase copy in IsFull ? CopyTable.Product(failures, targets) : CopyTable.Pairs(failures, targets))
        {
            IReadOnlyList<string> promises = await RunAsync(copy);
            fileSystem.Cases++;
            if (promises.Count > 0)
            {
                broken.Add($"{copy}: {string.Join("; ", promises)}".ReplaceLineEndings(" "));
            }
        }

        Assert.True(broken.Count == 0, $"{broken.Count} of {fileSystem.Cases} cases:\n{string.Join('\n', broken)}");
    }

    /// <summary>Runs a case; again if not the copy but the code around it fails, as it does on rclone for a while after its server was killed.</summary>
    private async Task<IReadOnlyList<string>> RunAsync(CopyCase copy)
    {
        const int MostAttempts = 3;
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return await CopyCheck.RunAsync(fileSystem, fileSystem.Abilities, Staging, copy);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                if (attempt == MostAttempts)
                {
                    return [$"plain code of the test fails: {e.Message}"];
                }
            }
        }
    }

    [SkippableFact]
    public void No_killed_copy_leaves_a_file_that_looks_whole()
    {
        fileSystem.SkipIfMissing();

        (int killed, IReadOnlyList<string> broken) =
            KillCheck.Run(fileSystem, fileSystem.Abilities, Staging, Seed.Next(output), kills: 60);

        fileSystem.Cases += killed;
        Assert.True(broken.Count == 0, $"{broken.Count} of {killed} killed copies:\n{string.Join('\n', broken.Take(10))}");
    }

    // The full product takes an hour.
    private static bool IsFull => Environment.GetEnvironmentVariable("STREAMTUNING_ALL_CASES") is { Length: > 0 };

    private protected void AssertWritable(string name)
    {
        string text = Guid.NewGuid().ToString();
        File.WriteAllText(Path.Combine(fileSystem.Client, name), text);
        string server = Path.Combine(fileSystem.Server, name);
        Wait.Until(() => File.Exists(server) && File.ReadAllText(server) == text, () => $"'{name}' is not on the server.");
    }
}

/// <summary>What holds on file systems whose server can be killed.</summary>
public abstract class ServerTests<TFileSystem>(TFileSystem fileSystem, ITestOutputHelper output) : FileSystemTests<TFileSystem>(fileSystem, output)
    where TFileSystem : TestFileSystem
{
    [SkippableFact]
    public void The_server_can_be_killed_and_started_again()
    {
        FileSystem.SkipIfMissing();

        FileSystem.KillServer();
        Assert.ThrowsAny<IOException>(() => File.WriteAllText(Path.Combine(FileSystem.Client, Guid.NewGuid().ToString(), "lost"), "text"));
        FileSystem.RestartServer();

        AssertWritable("file of the second server");
    }
}
