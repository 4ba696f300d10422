using System.Runtime.InteropServices;
using System.Text;

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
    private const int TypeMask = 0xF000;
    private const int RegularFile = 0x8000;
    private const int Directory = 0x4000;

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

    private static bool Ask(string path, Func<byte[], int> question)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux) || path.Length == 0 || path[0] != '/')
        {
            return false;
        }

        try
        {
            byte[] name = new byte[Encoding.UTF8.GetMaxByteCount(path.Length) + 1];
            Encoding.UTF8.GetBytes(path, 0, path.Length, name, 0);
            return question(name) == 0;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
    }

    [DllImport("libc", EntryPoint = "statfs")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFileSystem(byte[] path, byte[] result);

    [DllImport("libc", EntryPoint = "statx")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFile(int directory, byte[] path, int flags, uint mask, byte[] result);
}
