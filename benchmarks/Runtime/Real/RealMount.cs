namespace StreamTuning.Benchmarks;

/// <summary>A real file system to copy onto.</summary>
/// <param name="Key">Its name on the command line and in the file of results.</param>
/// <param name="Title">As it stands above the table.</param>
/// <param name="Kind">Where it is mounted.</param>
internal sealed record RealMount(string Key, string Title, RealMountKind Kind)
{
    public static IReadOnlyList<RealMount> All { get; } =
    [
        new("cifs", "CIFS, kernel client, default options", RealMountKind.Guest),
        new("cifs-none", "CIFS, kernel client, `cache=none`", RealMountKind.Guest),
        new("nfs", "NFS 4.2, kernel client, default options", RealMountKind.Guest),
        new("nfs-sync", "NFS 4.2, kernel client, `sync`", RealMountKind.Guest),
        new("sshfs", "sshfs", RealMountKind.Server),
        new("rclone-sftp", "rclone, SFTP, no cache", RealMountKind.Server),
        new("rclone-smb", "rclone, SMB, no cache", RealMountKind.Server),
        new("rclone-webdav", "rclone, WebDAV, no cache", RealMountKind.Server),
        new("rclone-sftp-cached", "rclone, SFTP, `--vfs-cache-mode writes`", RealMountKind.Server),
        new("moosefs", "MooseFS", RealMountKind.Server),
        new("ext4", "ext4", RealMountKind.Disk),
        new("xfs", "xfs", RealMountKind.Disk),
        new("btrfs", "btrfs", RealMountKind.Disk),
        new("tmpfs", "tmpfs", RealMountKind.Disk),
    ];

    public static RealMount? Find(string key) => All.FirstOrDefault(mount => mount.Key == key);

    public static int Order(string key) => All.TakeWhile(mount => mount.Key != key).Count();
}

/// <summary>Where a file system is mounted, which decides how it is given a delay.</summary>
internal enum RealMountKind
{
    /// <summary>In the guest, by the client of its kernel; the guest delays packets.</summary>
    Guest,

    /// <summary>On this machine, by a program that talks to a server on loopback; a proxy delays the bytes.</summary>
    Server,

    /// <summary>On this machine, without a network.</summary>
    Disk,
}
