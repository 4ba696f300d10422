namespace StreamTuning.NetworkShares;

/// <summary>An rclone mount of a server on loopback.</summary>
public abstract class Rclone(string name, bool caches, string[] programs) : TestFileSystem(name, [.. RcloneMount.Programs, .. programs])
{
    public override bool IsWrittenThrough => !caches;

    public override bool CanKillServer => true;

    private protected bool Caches => caches;
}

public abstract class RcloneSftp(string name, bool caches) : Rclone(name, caches, SshServer.Programs)
{
    private SshServer _server = null!;

    public override void KillServer() => _server.Kill();

    public override void RestartServer() => _server.Restart();

    private protected override void Mount()
    {
        Server = MountServerDisk();
        _server = Use(new SshServer(Folder));
        Client = Use(RcloneMount.OfSftp(Folder, _server, Server, Caches)).Root;
    }
}

public abstract class RcloneSmb(string name, bool caches) : Rclone(name, caches, SambaServer.Programs)
{
    private SambaServer _server = null!;

    public override void KillServer() => _server.Kill();

    public override void RestartServer() => _server.Restart();

    private protected override void Mount()
    {
        // rclone's client cannot mount the root of a share.
        Server = MountServerDisk();
        _server = Use(new SambaServer(Folder, Path.GetDirectoryName(Server)!));
        Client = Use(RcloneMount.OfSmb(Folder, _server, Path.GetFileName(Server), Caches)).Root;
    }
}

public abstract class RcloneWebDav(string name, bool caches) : Rclone(name, caches, WebDavServer.Programs)
{
    private WebDavServer _server = null!;

    public override void KillServer() => _server.Kill();

    public override void RestartServer() => _server.Restart();

    private protected override void Mount()
    {
        Server = MountServerDisk();
        _server = Use(new WebDavServer(Folder, Server));
        Client = Use(RcloneMount.OfWebDav(Folder, _server, Caches)).Root;
    }
}

public sealed class RcloneSftpUncached() : RcloneSftp("rclone sftp", caches: false);

public sealed class RcloneSftpCached() : RcloneSftp("rclone sftp, cached writes", caches: true);

public sealed class RcloneSmbUncached() : RcloneSmb("rclone smb", caches: false);

public sealed class RcloneSmbCached() : RcloneSmb("rclone smb, cached writes", caches: true);

public sealed class RcloneWebDavUncached() : RcloneWebDav("rclone webdav", caches: false);

public sealed class RcloneWebDavCached() : RcloneWebDav("rclone webdav, cached writes", caches: true);
