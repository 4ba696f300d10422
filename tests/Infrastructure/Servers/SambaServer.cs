namespace StreamTuning.Infrastructure;

/// <summary>An smbd on loopback with one share, of which all is kept in a folder.</summary>
public sealed class SambaServer : IDisposable
{
    public const string Share = "share";

    private readonly string _configuration;
    private readonly string _log;
    private Server _server;

    /// <param name="folder">Holds configuration and state.</param>
    /// <param name="served">The directory that the share gives access to.</param>
    public SambaServer(MountFolder folder, string served)
    {
        Port = Server.FreePort();
        Password = Guid.NewGuid().ToString("N");
        string state = folder.CreateFolder("samba");
        _log = folder.PathOf("smbd.log");
        _configuration = folder.WriteFile(
            "smb.conf",
            $"""
            [global]
            interfaces = lo
            bind interfaces only = yes
            smb ports = {Port}
            disable netbios = yes
            server min protocol = SMB2
            private dir = {state}
            lock directory = {state}
            state directory = {state}
            cache directory = {state}
            pid directory = {state}
            ncalrpc dir = {state}
            binddns dir = {state}
            passdb backend = tdbsam
            usershare max shares = 0
            load printers = no
            printing = bsd
            disable spoolss = yes
            [{Share}]
            path = {served}
            read only = no

            """);
        Command.RunWithInput($"{Password}\n{Password}\n", "smbpasswd", "-c", _configuration, "-a", "-s", User);
        _server = Start();
    }

    public static string[] Programs => ["smbd", "smbpasswd", "unshare", "setsid"];

    public static string User => "root";

    public string Password { get; }

    public int Port { get; }

    /// <summary>Kills the server with all of its connections, and starts it again on the same port.</summary>
    public void Restart()
    {
        Kill();
        _server = Start();
    }

    public void Kill() => _server.Dispose();

    public void Dispose() => Kill();

    private Server Start() =>
        Server.StartForking(_log, "smbd", "--foreground", "--no-process-group", "--debug-stdout", "--configfile", _configuration).Listening(Port);
}
