namespace StreamTuning.Infrastructure;

/// <summary>A remote directory, mounted by rclone.</summary>
public sealed class RcloneMount : IDisposable
{
    private readonly Func<Server> _start;
    private Server _client;

    private RcloneMount(string root, Func<Server> start)
    {
        Root = root;
        _start = start;
        _client = start();
    }

    public static string[] Programs => ["rclone", "fusermount3", "umount", "setsid"];

    /// <summary>The mount point.</summary>
    public string Root { get; }

    /// <summary>Mounts a directory of an sshd.</summary>
    /// <param name="folder">Holds mount point, configuration and cache.</param>
    /// <param name="server">Is asked for the directory.</param>
    /// <param name="directory">The directory on the server.</param>
    /// <param name="caches">Whether files are written to a local cache first, and uploaded when they are closed.</param>
    /// <param name="port">The port of a proxy to ask instead.</param>
    public static RcloneMount OfSftp(MountFolder folder, SshServer server, string directory, bool caches, int? port = null) =>
        Mount(
            folder,
            ":" + directory,
            caches,
            $"type = sftp\nhost = 127.0.0.1\nport = {port ?? server.Port}\nuser = root\nkey_file = {server.KeyFile}\nshell_type = none");

    /// <summary>Mounts the share of an smbd.</summary>
    /// <inheritdoc cref="OfSftp"/>
    public static RcloneMount OfSmb(MountFolder folder, SambaServer server, string directory, bool caches, int? port = null)
    {
        string password = Command.Run("rclone", "obscure", server.Password).Trim();
        return Mount(
            folder,
            $":{SambaServer.Share}/{directory}",
            caches,
            $"type = smb\nhost = 127.0.0.1\nport = {port ?? server.Port}\nuser = {SambaServer.User}\npass = {password}\nidle_timeout = 5s");
    }

    /// <summary>Mounts a WebDAV server.</summary>
    /// <inheritdoc cref="OfSftp"/>
    public static RcloneMount OfWebDav(MountFolder folder, WebDavServer server, bool caches, int? port = null) =>
        Mount(folder, ":", caches, $"type = webdav\nurl = http://127.0.0.1:{port ?? server.Port}\nvendor = other");

    /// <summary>Mounts it again if rclone has ended: some of its clients crash when they lose their server.</summary>
    public void RemountIfLost()
    {
        if (!Directory.Exists(Root))
        {
            Dispose();
            _client = _start();
        }
    }

    public void Dispose()
    {
        Command.TryRun("umount", "-l", Root);
        _client.Dispose();
    }

    private static RcloneMount Mount(MountFolder folder, string remote, bool caches, string configuration)
    {
        const string Name = "remote";
        string root = folder.CreateFolder("rclone");
        string file = folder.WriteFile("rclone.conf", $"[{Name}]\n{configuration}\n");
        string[] cache = caches ? ["--vfs-cache-mode", "writes", "--cache-dir", folder.CreateFolder("cache")] : ["--vfs-cache-mode", "off"];
        return new RcloneMount(root, () =>
        {
            // One attempt, so that a lost server is an error soon.
            var client = Server.Start(
                folder.PathOf("rclone.log"),
                [
                    "rclone", "--config", file, "--retries", "1", "--low-level-retries", "1", "--timeout", "10s", "--contimeout", "2s",
                    "mount", Name + remote, root, "--allow-other", "--dir-cache-time", "1s", .. cache,
                ]);
            client.WaitUntil(() => MountFolder.IsMounted(root));
            return client;
        });
    }
}
