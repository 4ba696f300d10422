namespace StreamTuning.Infrastructure;

/// <summary>A WebDAV server on loopback.</summary>
public sealed class WebDavServer : IDisposable
{
    private readonly string _log;
    private readonly string _served;
    private Server _server;

    /// <param name="folder">Holds the log.</param>
    /// <param name="served">The directory that it gives access to.</param>
    public WebDavServer(MountFolder folder, string served)
    {
        Port = Server.FreePort();
        _log = folder.PathOf("webdav.log");
        _served = served;
        _server = Start();
    }

    public static string[] Programs => ["rclone", "setsid"];

    public int Port { get; }

    /// <summary>Kills the server, and starts it again on the same port.</summary>
    public void Restart()
    {
        Kill();
        _server = Start();
    }

    public void Kill() => _server.Dispose();

    public void Dispose() => Kill();

    private Server Start() =>
        Server.Start(_log, "rclone", "--config", "/dev/null", "serve", "webdav", _served, "--addr", $"127.0.0.1:{Port}", "--dir-cache-time", "0s")
            .Listening(Port);
}
