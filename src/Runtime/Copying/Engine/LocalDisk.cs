using System.Runtime.InteropServices;
using System.Text;

namespace StreamTuning;

/// <summary>
/// Tells disks of this machine from network shares, on Linux only: on Windows the answer would be about the drive letter, and a share can be mounted
/// below a local one (Azure App Service does). Asks statfs itself, for <see cref="DriveInfo"/> reads the list of all mounts, which takes longer
/// than copying a small file.
/// </summary>
internal static class LocalDisk
{
    // No struct statfs of any architecture is longer.
    private const int StatfsBytes = 512;

    /// <summary>Whether an existing file or directory is on a local disk or in memory. Unknown counts as no.</summary>
    public static bool Holds(string path) => FileSystemOf(path) is not FileSystem.Unknown;

    /// <summary>Whether space that is reserved before writing is worth its request: on local disks, but not in memory.</summary>
    public static bool IsWorthPreallocating(string path) => FileSystemOf(path) is FileSystem.Disk;

    private static FileSystem FileSystemOf(string path)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux) || path.Length == 0 || path[0] != '/')
        {
            return FileSystem.Unknown;
        }

        try
        {
            byte[] name = new byte[Encoding.UTF8.GetMaxByteCount(path.Length) + 1];
            Encoding.UTF8.GetBytes(path, 0, path.Length, name, 0);
            byte[] result = new byte[StatfsBytes];
            return StatFileSystem(name, result) == 0 ? FromMagic(BitConverter.ToUInt32(result, 0)) : FileSystem.Unknown;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return FileSystem.Unknown;
        }
    }

    // The numbers of statfs(2) and linux/magic.h.
    private static FileSystem FromMagic(uint magic) => magic switch
    {
        0x0102_1994 or 0x8584_58F6 => FileSystem.Memory, // tmpfs, ramfs
        0xEF53 => FileSystem.Disk, // ext2, ext3, ext4
        0x5846_5342 => FileSystem.Disk, // xfs
        0x9123_683E => FileSystem.Disk, // btrfs
        0xF2F5_2010 => FileSystem.Disk, // f2fs
        0x2FC1_2FC1 => FileSystem.Disk, // zfs
        0xCA45_1A4E => FileSystem.Disk, // bcachefs
        0x794C_7630 => FileSystem.Disk, // overlayfs
        _ => FileSystem.Unknown,
    };

    [DllImport("libc", EntryPoint = "statfs")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFileSystem(byte[] path, byte[] result);

    private enum FileSystem
    {
        Unknown,
        Memory,
        Disk,
    }
}
