namespace StreamTuning.NetworkShares;

/// <summary>What holds on every file system that is mounted.</summary>
[Trait(Suite.Name, Suite.Slow)]
public abstract class FileSystemTests<TFileSystem>(TFileSystem fileSystem) : IClassFixture<TFileSystem>
    where TFileSystem : TestFileSystem
{
    private protected TFileSystem FileSystem => fileSystem;

    [SkippableFact]
    public void Files_reach_the_server()
    {
        fileSystem.SkipIfMissing();

        AssertWritable("file");
    }

    private protected void AssertWritable(string name)
    {
        string text = Guid.NewGuid().ToString();
        File.WriteAllText(Path.Combine(fileSystem.Client, name), text);
        string server = Path.Combine(fileSystem.Server, name);
        Wait.Until(() => File.Exists(server) && File.ReadAllText(server) == text, () => $"'{name}' is not on the server.");
    }
}

/// <summary>What holds on file systems whose server can be killed.</summary>
public abstract class ServerTests<TFileSystem>(TFileSystem fileSystem) : FileSystemTests<TFileSystem>(fileSystem)
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

public class Ext4Tests(Ext4 fileSystem) : FileSystemTests<Ext4>(fileSystem);

public class XfsTests(Xfs fileSystem) : FileSystemTests<Xfs>(fileSystem);

public class BtrfsTests(Btrfs fileSystem) : FileSystemTests<Btrfs>(fileSystem);

public class TmpfsTests(Tmpfs fileSystem) : FileSystemTests<Tmpfs>(fileSystem);

public class SshfsTests(Sshfs fileSystem) : ServerTests<Sshfs>(fileSystem);

public class MooseTests(Moose fileSystem) : FileSystemTests<Moose>(fileSystem);

public class RcloneSftpUncachedTests(RcloneSftpUncached fileSystem) : ServerTests<RcloneSftpUncached>(fileSystem);

public class RcloneSftpCachedTests(RcloneSftpCached fileSystem) : ServerTests<RcloneSftpCached>(fileSystem);

public class RcloneSmbUncachedTests(RcloneSmbUncached fileSystem) : ServerTests<RcloneSmbUncached>(fileSystem);

public class RcloneSmbCachedTests(RcloneSmbCached fileSystem) : ServerTests<RcloneSmbCached>(fileSystem);

public class RcloneWebDavUncachedTests(RcloneWebDavUncached fileSystem) : ServerTests<RcloneWebDavUncached>(fileSystem);

public class RcloneWebDavCachedTests(RcloneWebDavCached fileSystem) : ServerTests<RcloneWebDavCached>(fileSystem);
