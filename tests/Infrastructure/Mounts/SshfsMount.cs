namespace StreamTuning.Infrastructure;

/// <summary>A directory of an <see cref="SshServer"/>, mounted by sshfs.</summary>
public sealed class SshfsMount : IDisposable
{
    private readonly string _log;
    private readonly int _port;
    private readonly string _remote;
    private readonly SshServer _server;
    private Server _client;

    /// <param name="folder">Holds the mount point.</param>
    /// <param name="server">Is asked for the directory.</param>
    /// <param name="directory">The directory on the server.</param>
    /// <param name="port">The port of a proxy to ask instead.</param>
    public SshfsMount(MountFolder folder, SshServer server, string directory, int? port = null)
    {
        _server = server;
        _port = port ?? server.Port;
        _remote = "root@127.0.0.1:" + directory;
        _log = folder.PathOf("sshfs.log");
        Root = folder.CreateFolder("sshfs");
        _client = Start();
    }

    public static string[] Programs => [.. SshServer.Programs, "sshfs", "umount"];

    /// <summary>The mount point.</summary>
    public string Root { get; }

    /// <summary>Mounts it again: sshfs ends when the server does.</summary>
    public void Remount()
    {
        Dispose();
        _client = Start();
    }

    public void Dispose()
    {
        Command.TryRun("umount", "-l", Root);
        _client.Dispose();
    }

    private Server Start()
    {
        string options = $"IdentityFile={_server.KeyFile},StrictHostKeyChecking=no,UserKnownHostsFile=/dev/null,allow_other";
        var client = Server.Start(
            _log, "sshfs", "-f", "-p", _port.ToString(System.Globalization.CultureInfo.InvariantCulture), "-o", options, _remote, Root);
        client.WaitUntil(() => MountFolder.IsMounted(Root));
        return client;
    }
}
