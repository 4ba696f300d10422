using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// An open directory on Linux, which gives its files short paths: next to a file whose path is almost as long as a path may be, a file with
/// a longer name could not be named otherwise.
/// </summary>
internal sealed class DirectoryHandle : IDisposable
{
    private const int MostPathBytes = 4096; // PATH_MAX of linux/limits.h, with the zero at the end.

    private readonly SafeFileHandle _handle;

    private DirectoryHandle(SafeFileHandle handle) => _handle = handle;

    /// <summary>Opens a directory if it is needed for a name in it.</summary>
    /// <param name="directory">The full path of the directory.</param>
    /// <param name="name">The name of a file that need not exist.</param>
    /// <returns><see langword="null"/> if the path of the file is short enough, or the directory cannot be opened.</returns>
    public static DirectoryHandle? OpenIfTooLong(string directory, string name) =>
        Encoding.UTF8.GetByteCount(directory) + 1 + Encoding.UTF8.GetByteCount(name) + 1 > MostPathBytes
        && UnixHandle.TryOpenDirectory(directory) is { } handle
            ? new DirectoryHandle(handle)
            : null;

    /// <summary>A path of a file in the directory, which means nothing once this object is disposed.</summary>
    public string PathOf(string name) => UnixHandle.PathOf(_handle) + "/" + name;

    public void Dispose() => _handle.Dispose();
}
