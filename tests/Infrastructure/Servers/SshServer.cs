namespace StreamTuning.Infrastructure;

/// <summary>An sshd on loopback, with keys of its own, that serves files to whoever has the key.</summary>
public sealed class SshServer : IDisposable
{
    private readonly string _configuration;
    private readonly string _log;
    private Server _server;

    /// <param name="folder">Holds keys and configuration.</param>
    public SshServer(MountFolder folder)
    {
        Port = Server.FreePort();
        KeyFile = folder.PathOf("ssh-user");
        string hostKey = folder.PathOf("ssh-host");
        foreach (string key in (string[])[KeyFile, hostKey])
        {
            Command.Run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key);
        }

        _log = folder.PathOf("sshd.log");
        _configuration = folder.WriteFile(
            "sshd_config",
            $"""
            Port {Port}
            ListenAddress 127.0.0.1
            HostKey {hostKey}
            AuthorizedKeysFile {KeyFile}.pub
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin prohibit-password
            PidFile none
            Subsystem sftp internal-sftp

            """);

        // Built into Debian's sshd; its package leaves the folder to the system's start.
        Directory.CreateDirectory("/run/sshd");
        _server = Start();
    }

    public static string[] Programs => ["sshd", "ssh-keygen", "ssh", "unshare", "setsid"];

    public int Port { get; }

    /// <summary>The private key of the one who may log in, as root.</summary>
    public string KeyFile { get; }

    /// <summary>Kills the server with all of its connections, and starts it again on the same port.</summary>
    public void Restart()
    {
        Kill();
        _server = Start();
    }

    public void Kill() => _server.Dispose();

    public void Dispose() => Kill();

    // sshd starts itself again for each connection and must be told its full path.
    private Server Start() => Server.StartForking(_log, Host.Find("sshd")!, "-D", "-e", "-f", _configuration).Listening(Port);
}
