namespace StreamTuning;

/// <summary>
/// Tells disks of this machine from network shares, on Linux only: on Windows the answer would be about the drive letter, and a share can be mounted
/// below a local one (Azure App Service does).
/// </summary>
internal static class LocalDisk
{
    private enum Kind
    {
        Unknown,
        Memory,
        Disk,
    }

    /// <summary>Whether an existing file or directory is on a local disk or in memory. Unknown counts as no.</summary>
    public static bool Holds(string path) => KindOf(path) is not Kind.Unknown;

    /// <summary>Whether space that is reserved before writing is worth its request: on local disks, but not in memory.</summary>
    public static bool IsWorthPreallocating(string path) => KindOf(path) is Kind.Disk;

    // The numbers of statfs(2) and linux/magic.h.
    private static Kind KindOf(string path) => LinuxFile.FileSystemOf(path) switch
    {
        0x0102_1994 or 0x8584_58F6 => Kind.Memory, // tmpfs, ramfs
        0xEF53 => Kind.Disk, // ext2, ext3, ext4
        0x5846_5342 => Kind.Disk, // xfs
        0x9123_683E => Kind.Disk, // btrfs
        0xF2F5_2010 => Kind.Disk, // f2fs
        0x2FC1_2FC1 => Kind.Disk, // zfs
        0xCA45_1A4E => Kind.Disk, // bcachefs
        0x794C_7630 => Kind.Disk, // overlayfs
        _ => Kind.Unknown,
    };
}
