using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>Tells a file from all others, and from itself after somebody has written it.</summary>
/// <param name="Id">What the file keeps under every name.</param>
/// <param name="Written">When it was last written. Not when it was last changed: a new name is a change, too.</param>
/// <param name="Length">The length in bytes.</param>
internal readonly record struct FileStamp(FileStamp.Identity Id, DateTime Written, long Length)
{
    /// <returns><see langword="null"/> if nothing is there, or nobody may look.</returns>
    public static FileStamp? Of(string path)
    {
        try
        {
            var file = new FileInfo(path);
            return file.Exists ? new FileStamp(IdentityOf(path), file.LastWriteTimeUtc, file.Length) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Of an open file, whatever has its name by now.</summary>
    public static Identity IdentityOf(FileStream file)
    {
        if (OperatingSystem.IsWindows())
        {
            return OnWindows(file.SafeFileHandle) ?? ByBirth(file.Name);
        }

        // Linux names each open file here. Elsewhere only the name can be asked.
        string link = $"/proc/self/fd/{file.SafeFileHandle.DangerousGetHandle()}";
        return LinuxFile.IdentityOf(link) is { } id ? new Identity((ulong)id.Device, (ulong)id.File) : IdentityOf(file.Name);
    }

    private static Identity IdentityOf(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            using SafeFileHandle file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
            return OnWindows(file) ?? ByBirth(path);
        }

        return LinuxFile.IdentityOf(path) is { } id ? new Identity((ulong)id.Device, (ulong)id.File) : ByBirth(path);
    }

    private static Identity ByBirth(string path) => new(0, (ulong)File.GetCreationTimeUtc(path).Ticks);

    [SupportedOSPlatform("windows")]
    private static Identity? OnWindows(SafeFileHandle file)
    {
        const int FileId = 18; // FileIdInfo of winbase.h: the volume in 8 bytes, the file in 16
        byte[] result = new byte[24];
        return GetFileInformationByHandleEx(file, FileId, result, (uint)result.Length)
            ? new Identity(
                BitConverter.ToUInt64(result, 0), new UInt128(BitConverter.ToUInt64(result, 16), BitConverter.ToUInt64(result, 8)))
            : null;
    }

    [DllImport(
        "kernel32.dll",
        EntryPoint = "GetFileInformationByHandleEx",
        CharSet = CharSet.Unicode,
        ExactSpelling = true,
        SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool GetFileInformationByHandleEx(SafeFileHandle file, int information, byte[] result, uint length);

    public readonly record struct Identity(ulong Volume, UInt128 File);
}
