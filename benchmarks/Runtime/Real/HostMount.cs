using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

/// <summary>A file system that is mounted on this machine until it is disposed.</summary>
internal sealed class HostMount : IDisposable
{
    private const long DiskBytes = 1024L * 1024 * 1024;

    private readonly Stack<IDisposable> _parts = new();
    private readonly MountFolder _folder;
    private readonly int _delay;

    /// <param name="key">That of a <see cref="RealMount"/>.</param>
    /// <param name="delay">The milliseconds that bytes take in each direction.</param>
    public HostMount(string key, int delay)
    {
        _delay = delay;
        _folder = Use(new MountFolder());
        try
        {
            Directory = Mount(key);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>A directory on the file system.</summary>
    public string Directory { get; }

    /// <summary>Why a file system cannot be mounted here, or <see langword="null"/> if it can.</summary>
    public static string? WhyNot(string key) => Host.WhyNot(key switch
    {
        "sshfs" => SshfsMount.Programs,
        "rclone-sftp" or "rclone-sftp-cached" => [.. RcloneMount.Programs, .. SshServer.Programs],
        "rclone-smb" => [.. RcloneMount.Programs, .. SambaServer.Programs],
        "rclone-webdav" => [.. RcloneMount.Programs, .. WebDavServer.Programs],
        "moosefs" => MooseFs.Programs,
        _ => [SmallDisk.ProgramOf(key), "mount", "umount", "setsid"],
    });

    public void Dispose()
    {
        while (_parts.TryPop(out IDisposable? part))
        {
            part.Dispose();
        }
    }

    private string Mount(string key)
    {
        switch (key)
        {
            case "sshfs":
                var ssh = Use(new SshServer(_folder));
                return Use(new SshfsMount(_folder, ssh, ServedDirectory(), Delayed(ssh.Port))).Root;
            case "rclone-sftp" or "rclone-sftp-cached":
                var sftp = Use(new SshServer(_folder));
                bool caches = key == "rclone-sftp-cached";
                return Use(RcloneMount.OfSftp(_folder, sftp, ServedDirectory(), caches, Delayed(sftp.Port))).Root;
            case "rclone-smb":
                // rclone's client cannot mount the root of a share.
                string served = ServedDirectory();
                var samba = Use(new SambaServer(_folder, Path.GetDirectoryName(served)!));
                return Use(RcloneMount.OfSmb(_folder, samba, Path.GetFileName(served), caches: false, Delayed(samba.Port))).Root;
            case "rclone-webdav":
                var webDav = Use(new WebDavServer(_folder, ServedDirectory()));
                return Use(RcloneMount.OfWebDav(_folder, webDav, caches: false, Delayed(webDav.Port))).Root;
            case "moosefs":
                return Use(new MooseFs(_folder, 8 * DiskBytes, _delay == 0 ? null : StartProxies)).Root;
            default:
                return SmallDisk.Mount(_folder, "disk", key, DiskBytes).Root;
        }
    }

    private int Delayed(int serverPort)
    {
        if (_delay == 0)
        {
            return serverPort;
        }

        Use(DelayedServer.Start(_folder, serverPort, _delay, out int port));
        return port;
    }

    private IEnumerable<Server> StartProxies(string[] servers, string[] clients) => DelayedServer.StartBetween(
        _folder, servers, clients, [.. MooseFs.Ports.Select(port => $"{MooseFs.Address}:{port}")], _delay);

    private string ServedDirectory() =>
        System.IO.Directory.CreateDirectory(Path.Combine(SmallDisk.Mount(_folder, "disk", "tmpfs", DiskBytes).Root, "served")).FullName;

    private T Use<T>(T part)
        where T : IDisposable
    {
        _parts.Push(part);
        return part;
    }
}
