using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// A new file on Linux that has no name until it is complete: the kernel removes it if the process ends before. Local disks can do that,
/// shares cannot.
/// </summary>
internal static class UnnamedFile
{
    private const int AtCurrentDirectory = -100;
    private const int FollowLinks = 0x400;
    private const int EmptyPath = 0x1000;

    // Until Linux 6.10, a handle alone is enough only for who may read all files.
    private static bool _needsPath;

    /// <summary>Creates one for writing, with the rights that any new file gets in the directory.</summary>
    /// <returns>
    /// A handle that the caller owns; <see langword="null"/> if kernel or file system refuse, or the system is not Linux.
    /// </returns>
    public static SafeFileHandle? TryCreate(string directory) => UnixHandle.TryCreateUnnamed(directory);

    /// <summary>Gives the file its name, if that is free.</summary>
    /// <param name="file">The file, still open.</param>
    /// <param name="path">The name, in the directory that the file was created in.</param>
    /// <param name="asked">The path as exceptions name it, if that is another one.</param>
    /// <exception cref="IOException">The name is taken, or the system refused; <see cref="Exception.HResult"/> is its error.</exception>
    /// <exception cref="UnauthorizedAccessException">The name may not be given.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory is gone.</exception>
    public static void Link(SafeFileHandle file, string path, string? asked = null)
    {
        byte[] to = Encoding.UTF8.GetBytes(path + "\0");
        if (!_needsPath)
        {
            if (LinkAt(file, [0], AtCurrentDirectory, to, EmptyPath) == 0)
            {
                return;
            }

            if (Marshal.GetLastWin32Error() == UnixFile.Exists)
            {
                throw UnixFile.Error(asked ?? path, UnixFile.Exists);
            }
        }

        byte[] from = Encoding.UTF8.GetBytes(UnixHandle.PathOf(file) + "\0");
        if (LinkAt(AtCurrentDirectory, from, AtCurrentDirectory, to, FollowLinks) != 0)
        {
            throw UnixFile.Error(asked ?? path, Marshal.GetLastWin32Error());
        }

        _needsPath = true;
    }

    [DllImport("libc", EntryPoint = "linkat", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int LinkAt(int fromDirectory, byte[] from, int toDirectory, byte[] to, int flags);

    [DllImport("libc", EntryPoint = "linkat", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int LinkAt(SafeFileHandle from, byte[] emptyPath, int toDirectory, byte[] to, int flags);
}
