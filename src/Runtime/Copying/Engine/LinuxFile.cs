using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// What Linux knows about a path and .NET does not tell, or only slowly: <see cref="DriveInfo"/> reads the list of all mounts, which takes longer than
/// copying a small file. Elsewhere, and where the C library is too old, everything is unknown.
/// </summary>
internal static class LinuxFile
{
    // No struct statfs of any architecture is longer; struct statx has this length everywhere.
    private const int StatfsBytes = 512;
    private const int StatxBytes = 256;

    // Of linux/fcntl.h and linux/stat.h.
    private const int AtCurrentDirectory = -100;
    private const uint StatxType = 1;
    private const int StatxModeOffset = 28;
    private const uint StatxInode = 0x100;
    private const int StatxInodeOffset = 32;
    private const int StatxDeviceOffset = 136;
    private const int TypeMask = 0xF000;
    private const int RegularFile = 0x8000;
    private const int Directory = 0x4000;

    // Of linux/fs.h.
    private const uint CloneRequest = 0x4004_9409;

    /// <summary>The magic number of the file system that an existing file or directory is on.</summary>
    public static uint? FileSystemOf(string path)
    {
        byte[] result = new byte[StatfsBytes];
        return Ask(path, name => StatFileSystem(name, result)) ? BitConverter.ToUInt32(result, 0) : null;
    }

    /// <summary>Whether what is behind a path, links followed, is neither a file nor a directory: a device, a named pipe, a socket.</summary>
    public static bool? IsSpecial(string path)
    {
        byte[] result = new byte[StatxBytes];
        return Ask(path, name => StatFile(AtCurrentDirectory, name, flags: 0, StatxType, result))
            ? (BitConverter.ToUInt16(result, StatxModeOffset) & TypeMask) is not (RegularFile or Directory)
            : null;
    }

    /// <summary>Whether two paths lead to the same existing file, links followed.</summary>
    public static bool? AreSame(string one, string other) => Identity(one) is { } first ? first == Identity(other) : null;

    /// <summary>Makes an empty file share the disk blocks of another; <see langword="false"/> where the file system cannot, with nothing changed.</summary>
    public static bool TryClone(SafeFileHandle source, SafeFileHandle target) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && Try(() => Control(target, (UIntPtr)CloneRequest, source)) == 0;

    /// <summary>Copies a range from one file into another at the same offset.</summary>
    /// <returns>How many bytes; 0 at the end of the source, and where this way is closed or has failed.</returns>
    public static long CopyRange(SafeFileHandle source, SafeFileHandle target, long offset, long count)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            return 0;
        }

        long from = offset;
        long to = offset;
        return Math.Max(0, Try(() => (long)CopyFileRange(source, ref from, target, ref to, (UIntPtr)(ulong)count, flags: 0)));
    }

    private static (long Device, long File)? Identity(string path)
    {
        byte[] result = new byte[StatxBytes];
        return Ask(path, name => StatFile(AtCurrentDirectory, name, flags: 0, StatxInode, result))
            ? (BitConverter.ToInt64(result, StatxDeviceOffset), BitConverter.ToInt64(result, StatxInodeOffset))
            : null;
    }

    private static bool Ask(string path, Func<byte[], int> question)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux) || path.Length == 0 || path[0] != '/')
        {
            return false;
        }

        byte[] name = new byte[Encoding.UTF8.GetMaxByteCount(path.Length) + 1];
        Encoding.UTF8.GetBytes(path, 0, path.Length, name, 0);
        return Try(() => question(name)) == 0;
    }

    /// <summary>What the C library returns; -1 also where it does not have the function.</summary>
    private static long Try(Func<long> call)
    {
        try
        {
            return call();
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return -1;
        }
    }

    [DllImport("libc", EntryPoint = "statfs")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFileSystem(byte[] path, byte[] result);

    [DllImport("libc", EntryPoint = "statx")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFile(int directory, byte[] path, int flags, uint mask, byte[] result);

    [DllImport("libc", EntryPoint = "ioctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, UIntPtr request, SafeFileHandle argument);

    [DllImport("libc", EntryPoint = "copy_file_range")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern IntPtr CopyFileRange(SafeFileHandle source, ref long from, SafeFileHandle target, ref long to, UIntPtr count, uint flags);
}
