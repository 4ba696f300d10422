using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning.NetworkShares;

/// <summary>Mode and owner of a file, links not followed.</summary>
public readonly record struct UnixRights(int Mode, uint Owner, uint Group)
{
    private const int AtCurrentDirectory = -100;
    private const int DoNotFollow = 0x100;

    public static UnixRights Of(string path)
    {
        // struct statx of linux/stat.h.
        byte[] result = new byte[256];
        return StatFile(AtCurrentDirectory, path, DoNotFollow, mask: 0x1A, result) == 0
            ? new UnixRights(BitConverter.ToUInt16(result, 28) & 0xFFF, BitConverter.ToUInt32(result, 20), BitConverter.ToUInt32(result, 24))
            : throw new IOException($"'{path}' cannot be asked for its rights.", Marshal.GetLastPInvokeError());
    }

    /// <summary>Gives a file another owner.</summary>
    /// <returns>Whether the file system says that it did.</returns>
    public static bool TryGive(string path, uint owner, uint group) => ChangeOwner(path, owner, group) == 0;

    /// <summary>Gives a file another mode.</summary>
    /// <returns>Whether the file system says that it did.</returns>
    public static bool TrySetMode(string path, int mode) => ChangeMode(path, mode) == 0;

    /// <summary>fsync, of which .NET does not tell that it has failed.</summary>
    internal static int Sync(SafeFileHandle file) => SyncFile(file);

    public override string ToString() => $"{Convert.ToString(Mode, 8)} {Owner}:{Group}";

    [DllImport("libc", EntryPoint = "statx", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFile(int directory, [MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags, uint mask, byte[] result);

    [DllImport("libc", EntryPoint = "fsync", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SyncFile(SafeFileHandle file);

    [DllImport("libc", EntryPoint = "chmod", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeMode([MarshalAs(UnmanagedType.LPUTF8Str)] string path, int mode);

    [DllImport("libc", EntryPoint = "lchown", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeOwner([MarshalAs(UnmanagedType.LPUTF8Str)] string path, uint owner, uint group);
}
