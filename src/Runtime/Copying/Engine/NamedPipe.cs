using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// A named pipe (FIFO) of Linux, opened for writing. Opening it as a file waits until somebody reads, in the kernel: it takes a thread, and no token
/// ends it. So it is opened without waiting, again and again.
/// </summary>
internal static class NamedPipe
{
    private const int FirstDelayMilliseconds = 1;
    private const int LongestDelayMilliseconds = 50;

    // Of fcntl.h: the same on all architectures that .NET runs on.
    private const int WriteOnly = 1;
    private const int NonBlocking = 0x800;
    private const int CloseOnExec = 0x8_0000;
    private const int GetFlags = 3;
    private const int SetFlags = 4;

    // Of linux/stat.h.
    private const int AtCurrentDirectory = -100;
    private const uint StatxType = 1;
    private const int StatxBytes = 256;
    private const int StatxModeOffset = 28;
    private const int TypeMask = 0xF000;
    private const int Fifo = 0x1000;

    // Of errno.h.
    private const int NotPermitted = 1;
    private const int NoSuchEntry = 2;
    private const int Interrupted = 4;
    private const int NoReader = 6;
    private const int AccessDenied = 13;

    /// <summary>Whether a named pipe is behind a path, links followed. Always <see langword="false"/> outside Linux.</summary>
    public static bool IsAt(string path)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            return false;
        }

        try
        {
            byte[] result = new byte[StatxBytes];
            return StatFile(AtCurrentDirectory, Name(path), flags: 0, StatxType, result) == 0
                && (BitConverter.ToUInt16(result, StatxModeOffset) & TypeMask) == Fifo;
        }
        catch (EntryPointNotFoundException)
        {
            // A C library from before 2018.
            return false;
        }
    }

    /// <summary>Waits until somebody reads the pipe, and opens it.</summary>
    /// <param name="path">Where <see cref="IsAt"/> has found one.</param>
    /// <param name="async">Whether to return while waiting.</param>
    /// <param name="token">Ends the waiting.</param>
    /// <returns>A stream without a buffer whose writes wait for the reader.</returns>
    /// <exception cref="FileNotFoundException">The pipe has been deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">The pipe may not be written.</exception>
    /// <exception cref="IOException">The pipe could not be opened.</exception>
    /// <exception cref="OperationCanceledException">The token ended the waiting.</exception>
    public static async ValueTask<FileStream> OpenAsync(string path, bool async, CancellationToken token)
    {
        for (int delay = FirstDelayMilliseconds; ; delay = Math.Min(2 * delay, LongestDelayMilliseconds))
        {
            token.ThrowIfCancellationRequested();
            if (TryOpen(path) is { } pipe)
            {
                return pipe;
            }

            if (async)
            {
                await Task.Delay(delay, token).ConfigureAwait(false);
            }
            else
            {
                token.WaitHandle.WaitOne(delay);
            }
        }
    }

    /// <returns><see langword="null"/> as long as nobody reads the pipe.</returns>
    private static FileStream? TryOpen(string path)
    {
        var handle = new SafeFileHandle((IntPtr)Open(Name(path), WriteOnly | NonBlocking | CloseOnExec), ownsHandle: true);
        if (handle.IsInvalid)
        {
            int error = Marshal.GetLastWin32Error();
            return error is NoReader or Interrupted ? null : throw Error(error, path);
        }

        try
        {
            // Otherwise writing to a full pipe fails instead of waiting.
            int flags = Control(handle, GetFlags, 0);
            if (flags < 0 || Control(handle, SetFlags, flags & ~NonBlocking) < 0)
            {
                throw Error(Marshal.GetLastWin32Error(), path);
            }

            return new FileStream(handle, FileAccess.Write, bufferSize: 1, isAsync: false);
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    private static Exception Error(int error, string path) => error switch
    {
        NoSuchEntry => new FileNotFoundException($"Could not find the named pipe '{path}'.", path),
        NotPermitted or AccessDenied => new UnauthorizedAccessException($"Access to the named pipe '{path}' is denied."),
        _ => new IOException($"The named pipe '{path}' could not be opened: error {error} of the operating system.", error),
    };

    private static byte[] Name(string path) => Encoding.UTF8.GetBytes(path + "\0");

    [DllImport("libc", EntryPoint = "statx", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFile(int directory, byte[] path, int flags, uint mask, byte[] result);

    [DllImport("libc", EntryPoint = "open", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Open(byte[] path, int flags);

    [DllImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, int command, int argument);
}
