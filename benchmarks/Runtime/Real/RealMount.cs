namespace StreamTuning.Benchmarks;

/// <summary>A real file system to copy onto.</summary>
/// <param name="Key">Its name on the command line and in the file of results.</param>
/// <param name="Kind">The place of the mount.</param>
internal sealed record RealMount(string Key, RealMountKind Kind)
{
    public static IReadOnlyList<RealMount> All { get; } =
    [
        new("cifs", RealMountKind.Guest),
        new("cifs-none", RealMountKind.Guest),
        new("nfs", RealMountKind.Guest),
        new("nfs-sync", RealMountKind.Guest),
        new("sshfs", RealMountKind.Server),
        new("rclone-sftp", RealMountKind.Server),
        new("rclone-smb", RealMountKind.Server),
        new("rclone-webdav", RealMountKind.Server),
        new("rclone-sftp-cached", RealMountKind.Server),
        new("moosefs", RealMountKind.Server),
        new("ext4", RealMountKind.Disk),
        new("xfs", RealMountKind.Disk),
        new("btrfs", RealMountKind.Disk),
        new("tmpfs", RealMountKind.Disk),
    ];

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
