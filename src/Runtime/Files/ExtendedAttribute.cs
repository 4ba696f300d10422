using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>Named values that Linux keeps with a file, among them its access control lists.</summary>
internal static class ExtendedAttribute
{
    /// <summary>Who may do what with a file, beyond its mode.</summary>
    public const string AccessList = "system.posix_acl_access";

    /// <summary>What new files in a directory inherit.</summary>
    public const string DefaultAccessList = "system.posix_acl_default";

    // XATTR_SIZE_MAX and XATTR_LIST_MAX of linux/limits.h.
    private const int MostBytes = 65536;
    private const int UsualBytes = 512;

    // Of errno.h.
    private const int OutOfRange = 34;
    private const int NotImplemented = 38;
    private const int NoData = 61;
    private const int NotSupported = 95;

    /// <summary>Reads a value, links followed.</summary>
    /// <returns>0, or the error.</returns>
    public static int Read(string path, string name, out byte[] value) =>
        Fill((bytes, size) => Get(Text(path), Text(name), bytes, size), out value);

    /// <summary>The names of all values that a file has, links followed.</summary>
    /// <returns>0, or the error.</returns>
    public static int List(string path, out string[] names)
    {
        int error = Fill((bytes, size) => List(Text(path), bytes, size), out byte[] list);
        names = Encoding.UTF8.GetString(list).Split(['\0'], StringSplitOptions.RemoveEmptyEntries);
        return error;
    }

    /// <returns>0, or the error.</returns>
    public static int Write(SafeFileHandle file, string name, byte[] value) =>
        ErrorOf(() => (IntPtr)Set(file, Text(name), value, (UIntPtr)value.Length, flags: 0));

    /// <returns>0, or the error.</returns>
    public static int Remove(SafeFileHandle file, string name) => ErrorOf(() => (IntPtr)Remove(file, Text(name)));

    /// <summary>Whether an error means that there is no such value, or that the file system has none at all.</summary>
    public static bool MeansNone(int error) => error is NoData or NotSupported or NotImplemented;

    private static int Fill(Func<byte[], UIntPtr, IntPtr> read, out byte[] value)
    {
        byte[] bytes = new byte[UsualBytes];
        long size = 0;
        int error = ErrorOf(Read);
        if (error == OutOfRange)
        {
            bytes = new byte[MostBytes];
            error = ErrorOf(Read);
        }

        value = error == 0 ? bytes.AsSpan(0, (int)size).ToArray() : [];
        return error;

        IntPtr Read()
        {
            IntPtr result = read(bytes, (UIntPtr)bytes.Length);
            size = (long)result;
            return result;
        }
    }

    private static int ErrorOf(Func<IntPtr> call)
    {
        try
        {
            return (long)call() >= 0 ? 0 : Marshal.GetLastWin32Error();
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return NotImplemented;
        }
    }

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text + "\0");

    [DllImport("libc", EntryPoint = "getxattr", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern IntPtr Get(byte[] path, byte[] name, byte[] value, UIntPtr size);

    [DllImport("libc", EntryPoint = "listxattr", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern IntPtr List(byte[] path, byte[] names, UIntPtr size);

    [DllImport("libc", EntryPoint = "fsetxattr", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Set(SafeFileHandle file, byte[] name, byte[] value, UIntPtr size, int flags);

    [DllImport("libc", EntryPoint = "fremovexattr", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Remove(SafeFileHandle file, byte[] name);
}
