using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>Opens on Linux what .NET cannot open, and gives paths to it.</summary>
internal static class UnixHandle
{
    // Of asm-generic/fcntl.h; O_DIRECTORY has another value on ARM.
    private const int WriteOnly = 1;
    private const int NonBlocking = 0x800;
    private const int CloseOnExecute = 0x8_0000;
    private const int Create = 0x40;
    private const int PathOnly = 0x20_0000;
    private const int Temporary = 0x40_0000;
    private const uint AllMayReadAndWrite = 0b110_110_110;
    private const uint OwnerMayReadAndWrite = 0b110_000_000;
    private const int GetFlags = 3;
    private const int SetFlags = 4;

    private static readonly int? _directory = RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
        ? RuntimeInformation.ProcessArchitecture switch
        {
            Architecture.X64 => 0x1_0000,
            Architecture.Arm64 => 0x4000,
            _ => null, // Nobody has tried.
        }
        : null;

    // Containers may lack it.
    private static readonly bool _hasPaths = LinuxFile.KindOf("/proc/self/fd") is LinuxFile.Kind.Directory;

    /// <summary>A path that leads to what a handle has open, for as long as it is open.</summary>
    public static string PathOf(SafeFileHandle handle) => "/proc/self/fd/" + (long)handle.DangerousGetHandle();

    /// <summary>Opens a directory, only to start paths with it.</summary>
    /// <returns><see langword="null"/> if that cannot be done here.</returns>
    public static SafeFileHandle? TryOpenDirectory(string path) => TryOpenIn(path, PathOnly);

    /// <summary>Creates a file without a name in a directory, with the rights that any new file gets there.</summary>
    /// <returns><see langword="null"/> if that cannot be done here.</returns>
    public static SafeFileHandle? TryCreateUnnamed(string directory) => TryOpenIn(directory, Temporary | WriteOnly);

    /// <summary>
    /// Creates a file under a name that nobody can guess. So it needs no lock, and need not be asked to be new: NFS answers each with
    /// requests of its own.
    /// </summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="isForOwner">Whether nobody but its owner may open it.</param>
    /// <returns><see langword="null"/> if that cannot be done here.</returns>
    public static SafeFileHandle? TryCreateHidden(string path, bool isForOwner) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && IntPtr.Size == sizeof(long) // Else 2 GiB are the most.
            ? TryOpen(path, Create | WriteOnly, isForOwner ? OwnerMayReadAndWrite : AllMayReadAndWrite, out _)
            : null;

    /// <summary>Opens a named pipe for writing if somebody reads it; a write that does not fit fails instead of waiting.</summary>
    /// <param name="path">The path of the pipe.</param>
    /// <param name="error">Why there is no handle; 0 if the function is missing.</param>
    public static SafeFileHandle? TryOpenPipe(string path, out int error) => TryOpen(path, WriteOnly | NonBlocking, mode: 0, out error);

    /// <summary>Has the writes to a pipe wait until they fit.</summary>
    /// <returns>0, or the error.</returns>
    public static int MakeWaiting(SafeFileHandle pipe)
    {
        int flags = Control(pipe, GetFlags, 0);
        return flags >= 0 && Control(pipe, SetFlags, flags & ~NonBlocking) >= 0 ? 0 : Marshal.GetLastWin32Error();
    }

    /// <summary>Opens a file once more, for reading, whatever name it has and however it is locked.</summary>
    /// <returns><see langword="null"/> if that cannot be done here.</returns>
    public static SafeFileHandle? TryOpenAgain(SafeFileHandle file) => _hasPaths ? TryOpen(PathOf(file), flags: 0, mode: 0, out _) : null;

    private static SafeFileHandle? TryOpenIn(string path, int flags) =>
        _directory is { } directory && _hasPaths ? TryOpen(path, flags | directory, AllMayReadAndWrite, out _) : null;

    /// <param name="path">The path of the file.</param>
    /// <param name="flags">How it is opened.</param>
    /// <param name="mode">The mode of a new file.</param>
    /// <param name="error">Why there is no handle; 0 if the function is missing.</param>
    private static SafeFileHandle? TryOpen(string path, int flags, uint mode, out int error)
    {
        const int Interrupted = 4; // EINTR
        error = 0;
        try
        {
            do
            {
                SafeFileHandle handle = Open(Encoding.UTF8.GetBytes(path + "\0"), flags | CloseOnExecute, mode);
                if (!handle.IsInvalid)
                {
                    error = 0;
                    return handle;
                }

                error = Marshal.GetLastWin32Error();
                handle.Dispose();
            }
            while (error == Interrupted);
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
        }

        return null;
    }

    [DllImport("libc", EntryPoint = "open", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern SafeFileHandle Open(byte[] path, int flags, uint mode);

    [DllImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, int command, int argument);
}
