namespace StreamTuning.NetworkShares;

/// <summary>An rclone mount of a server on loopback.</summary>
public abstract class Rclone(string name, bool caches, string[] programs) : TestFileSystem(name, [.. RcloneMount.Programs, .. programs])
{
    private RcloneMount _mount = null!;

    public override Abilities Abilities =>
        caches ? Abilities.All & ~(Abilities.Modes | Abilities.Owners | Abilities.Links | Abilities.FsyncTells) : Abilities.Truncate;

    public override bool IsWrittenThrough => !caches;

    // On a busy machine, that nothing changes for a moment does not mean that all uploads have begun.
    public override TimeSpan Lag => caches ? TimeSpan.Zero : TimeSpan.FromSeconds(20);

    // A cached file is uploaded after it was closed, and nobody learns that this has failed.
    public override bool CanFill => !caches;

    public override bool CanKillServer => !caches;

    private protected bool Caches => caches;

    public override async Task<IDisposable?> StopForkingAsync() => caches ? null : await Forking.StopAsync();

    // An upload may end after closing the file has returned, and starts only then if the file is empty.
    public override void Settle(string name)
    {
        if (caches)
        {
            return;
        }

        string before = "";
        int same = 0;
        Wait.Until(
            () =>
            {
                string now = Describe(new DirectoryInfo(Path.Combine(Server, name)));
                same = now == before ? same + 1 : 0;
                before = now;
                return same == 8;
            },
            () => $"The files of '{name}' change all the time.");
    }

    public override void RestartServer()
    {
        RestartOnlyServer();
        _mount.RemountIfLost();

        // rclone finds out one by one that its old connections are lost.
        int inSequence = 0;
        Wait.Until(() => (inSequence = TryWrite() ? inSequence + 1 : 0) == 5, () => $"'{Client}' cannot be written again.");
    }

    private protected abstract void RestartOnlyServer();

    private protected void UseMount(RcloneMount mount)
    {
        _mount = Use(mount);
        Client = mount.Root;
    }

    private static string Describe(DirectoryInfo directory) =>
        string.Join('\n', directory.EnumerateFiles().Select(file => $"{file.Name} {file.Length} {file.LastWriteTimeUtc.Ticks}"));

    private bool TryWrite()
    {
        string file = Path.Combine(Client, "again");
        try
        {
            File.WriteAllText(file, "text");
            File.Delete(file);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _mount.RemountIfLost();
            return false;
        }
    }
}

public abstract class RcloneSftp(string name, bool caches) : Rclone(name, caches, SshServer.Programs)
{
    private SshServer _server = null!;

    public override void KillServer() => _server.Kill();

    private protected override void RestartOnlyServer() => _server.Restart();

    private protected override void Mount()
    {
        Server = MountServerDisk();
        _server = Use(new SshServer(Folder));
        UseMount(RcloneMount.OfSftp(Folder, _server, Server, Caches));
    }
}

public abstract class RcloneSmb(string name, bool caches) : Rclone(name, caches, SambaServer.Programs)
{
    private SambaServer _server = null!;

    public override void KillServer() => _server.Kill();

    private protected override void RestartOnlyServer() => _server.Restart();

    private protected override void Mount()
    {
        // rclone's client cannot mount the root of a share.
        Server = MountServerDisk();
        _server = Use(new SambaServer(Folder, Path.GetDirectoryName(Server)!));
        UseMount(RcloneMount.OfSmb(Folder, _server, Path.GetFileName(Server), Caches));
    }
}

public abstract class RcloneWebDav(string name, bool caches) : Rclone(name, caches, WebDavServer.Programs)
{
    private WebDavServer _server = null!;

    public override void KillServer() => _server.Kill();

    private protected override void RestartOnlyServer() => _server.Restart();

    private protected override void Mount()
    {
        Server = MountServerDisk();
        _server = Use(new WebDavServer(Folder, Server));
        UseMount(RcloneMount.OfWebDav(Folder, _server, Caches));
    }
}

public sealed class RcloneSftpUncached() : RcloneSftp("rclone sftp", caches: false);

public sealed class RcloneSftpCached() : RcloneSftp("rclone sftp, cached writes", caches: true);

public sealed class RcloneSmbUncached() : RcloneSmb("rclone smb", caches: false);

public sealed class RcloneSmbCached() : RcloneSmb("rclone smb, cached writes", caches: true);

public sealed class RcloneWebDavUncached() : RcloneWebDav("rclone webdav", caches: false);

public sealed class RcloneWebDavCached() : RcloneWebDav("rclone webdav, cached writes", caches: true);
