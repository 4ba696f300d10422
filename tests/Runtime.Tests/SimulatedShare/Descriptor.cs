using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning.SimulatedShare;

/// <summary>
/// Calls of Linux whose errors .NET does not report, or answers in a way of its own: after ESPIPE it writes once more, wherever the file happens to stand.
/// They return <see cref="ShareError.None"/> or their error.
/// </summary>
internal static class Descriptor
{
    private const int CurrentDirectory = -100;
    private const uint RenameNoReplace = 1;

    /// <summary>Closes a duplicate, as a client that asks for late errors does.</summary>
    public static ShareError CloseDuplicate(SafeFileHandle file)
    {
        int duplicate = dup(file);
        Assert.NotEqual(-1, duplicate);
        return Error(close(duplicate));
    }

    public static ShareError Sync(SafeFileHandle file) => Error(fsync(file));

    public static ShareError Write(SafeFileHandle file, long offset, byte value) => Error((int)pwrite(file, in value, 1, offset));

    public static ShareError SetLength(SafeFileHandle file, long length) => Error(ftruncate(file, length));

    public static ShareError MoveNew(string path, string newPath) => Error(renameat2(CurrentDirectory, path, CurrentDirectory, newPath, RenameNoReplace));

    public static ShareError Move(string path, string newPath) =>
        Error(renameat2(CurrentDirectory, path, CurrentDirectory, newPath, flags: 0));

    public static ShareError Link(string path, string newPath) => Error(link(path, newPath));

    private static ShareError Error(int result) => result == -1 ? (ShareError)Marshal.GetLastPInvokeError() : ShareError.None;

#pragma warning disable IDE1006 // Names of the C library.
    [DllImport("libc", SetLastError = true)]
    private static extern int dup(SafeFileHandle file);

    [DllImport("libc", SetLastError = true)]
    private static extern int close(int file);

    [DllImport("libc", SetLastError = true)]
    private static extern int fsync(SafeFileHandle file);

    [DllImport("libc", SetLastError = true)]
    private static extern nint pwrite(SafeFileHandle file, in byte data, nint count, long offset);

    [DllImport("libc", SetLastError = true)]
    private static extern int ftruncate(SafeFileHandle file, long length);

    [DllImport("libc", SetLastError = true, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    private static extern int renameat2(int directory, string path, int newDirectory, string newPath, uint flags);

    [DllImport("libc", SetLastError = true, CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    private static extern int link(string path, string newPath);
#pragma warning restore IDE1006
}
