namespace StreamTuning.NetworkShares;

/// <summary>sshfs over an sshd on loopback.</summary>
public sealed class Sshfs() : TestFileSystem("sshfs", SshfsMount.Programs)
{
    private SshfsMount _mount = null!;
    private SshServer _server = null!;

    public override bool CanKillServer => true;

    public override void KillServer() => _server.Kill();

    public override void RestartServer()
    {
        _server.Restart();
        _mount.Remount();
    }

    private protected override void Mount()
    {
        Server = MountServerDisk();
        _server = Use(new SshServer(Folder));
        _mount = Use(new SshfsMount(Folder, _server, Server));
        Client = _mount.Root;
    }
}
