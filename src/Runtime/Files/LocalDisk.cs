using System.Runtime.InteropServices;
#if NET
using System.Runtime.Versioning;
#endif
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// Tells disks of this machine from network shares by an open file, since a share can be mounted below a local path. If the system doesn't
/// say, the file counts as one on a share.
/// </summary>
internal static class LocalDisk
{
    // No struct statfs of any architecture of Linux or macOS is longer.
    private const int StatfsBytes = 4096;

    // Clearing new memory would take longer than the call.
    [ThreadStatic]
    private static byte[]? _answer;

    // Of macOS: f_flags of struct statfs with 64-bit inodes, and the flag of sys/mount.h.
    private const int MacFlagsOffset = 64;
    private const uint MacLocal = 0x1000;

    // Of linux/falloc.h.
    private const int KeepSize = 1;

#if NET
    [SupportedOSPlatformGuard("windows")]
#endif
    private static bool IsWindows => RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    private static bool IsLinux => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    /// <summary>
    /// Reserves space on a disk of this machine for a file that gets so many bytes; its length stays. Does nothing if the disk is too full:
    /// the length may be a guess, and if it isn't, the write that fails has the error of the platform.
    /// </summary>
    /// <returns>Whether space was reserved, which must be given back if it isn't used.</returns>
    public static bool TryPreallocate(SafeFileHandle file, long length)
    {
        try
        {
            return IsLinux && Allocate(file, KeepSize, 0, length) == 0;
        }
        catch (EntryPointNotFoundException)
        {
            return false;
        }
    }

    /// <summary>Asks the system, which on some shares asks the server.</summary>
    public static MountKind KindOf(SafeFileHandle file)
    {
        try
        {
            return IsLinux ? LinuxKindOf(file)
                : IsWindows ? (WindowsFile.IsLocal(file) ? MountKind.Disk : MountKind.Unknown)
                : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? MacKindOf(file)
                : MountKind.Unknown;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException or ObjectDisposedException)
        {
            return MountKind.Unknown;
        }
    }

    private static MountKind LinuxKindOf(SafeFileHandle file)
    {
        byte[] result = _answer ??= new byte[StatfsBytes];
        if (StatFileSystem(file, result) != 0)
        {
            return MountKind.Unknown;
        }

        // The numbers of statfs(2) and linux/magic.h.
        return BitConverter.ToUInt32(result, 0) switch
        {
            0x0102_1994 or 0x8584_58F6 => MountKind.Memory, // tmpfs, ramfs
            0xEF53 => MountKind.Disk, // ext2, ext3, ext4
            0x5846_5342 => MountKind.Disk, // xfs
            0x9123_683E => MountKind.Disk, // btrfs
            0xF2F5_2010 => MountKind.Disk, // f2fs
            0x2FC1_2FC1 => MountKind.Disk, // zfs
            0xCA45_1A4E => MountKind.Disk, // bcachefs
            0x794C_7630 => MountKind.Disk, // overlayfs
            0xFF53_4D42 or 0xFE53_4D42 => MountKind.Cifs, // cifs, smb2
            0x6969 => MountKind.Nfs,
            _ => MountKind.Unknown,
        };
    }

    private static MountKind MacKindOf(SafeFileHandle file)
    {
        byte[] result = _answer ??= new byte[StatfsBytes];
        int answer = RuntimeInformation.ProcessArchitecture == Architecture.X64
            ? StatFileSystemOfIntelMac(file, result)
            : StatFileSystem(file, result);
        return answer == 0 && (BitConverter.ToUInt32(result, MacFlagsOffset) & MacLocal) != 0 ? MountKind.Disk : MountKind.Unknown;
    }

    [DllImport("libc", EntryPoint = "fstatfs")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFileSystem(SafeFileHandle file, byte[] result);

    [DllImport("libc", EntryPoint = "fstatfs$INODE64")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFileSystemOfIntelMac(SafeFileHandle file, byte[] result);

    [DllImport("libc", EntryPoint = "fallocate64")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Allocate(SafeFileHandle file, int mode, long offset, long length);
}
