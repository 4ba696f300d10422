using System.ComponentModel;
using System.Runtime.InteropServices;
#if NET
using System.Runtime.Versioning;
#endif
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// Learns whether writes that the system has acknowledged have reached the file. Network file systems report a full disk, a quota or a lost
/// connection as late as when the file is flushed or closed, and .NET drops both results: it ignores the one of close, and the one of fsync
/// gets lost on its way (<c>SystemNative_FSync</c> of .NET 10 returns 1 for a failure, which its caller doesn't take for one). Tests
/// replace it.
/// </summary>
internal class WriteBack
{
    // Of errno.h, on Linux as on macOS.
    private const int NotPermitted = 1;
    private const int Interrupted = 4;
    private const int InvalidArgument = 22;
    private const int ReadOnlyFileSystem = 30;
    private const int LinuxNotSupported = 95;
    private const int MacNotSupported = 45;

    // Of fcntl.h: O_RDONLY | O_CLOEXEC on Linux and macOS, and F_DUPFD_CLOEXEC of Linux.
    private const int LinuxReadOnly = 0x80000;
    private const int MacReadOnly = 0x1000000;
    private const int LinuxDuplicate = 1030;
    private const int MacFullSynchronize = 51; // F_FULLFSYNC

    // Of fcntl.h: SYNC_FILE_RANGE_WAIT_BEFORE, _WRITE and _WAIT_AFTER of Linux.
    private const uint WaitBefore = 1;
    private const uint StartSending = 2;
    private const uint WaitAfter = 4;

    // Before Linux 5.2, sync_file_range leaves out what it cannot send at once.
    private static readonly bool _waitsForAll = Environment.OSVersion.Version >= new Version(5, 2);

    public static WriteBack OfSystem { get; } = new();

    private static bool IsLinux => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    private static bool IsMac => RuntimeInformation.IsOSPlatform(OSPlatform.OSX);

#if NET
    [SupportedOSPlatformGuard("windows")]
#endif
    private static bool IsWindows => RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    /// <summary>
    /// Has everything sent that was written to a file of our own, by closing a second descriptor of it. That costs no request that closing
    /// the file would not cost anyway. The first descriptor may be of no use afterwards except for being closed: some file systems end a
    /// file at its first close.
    /// </summary>
    /// <exception cref="IOException">Something that was acknowledged is lost.</exception>
    public virtual void SettleOwn(SafeFileHandle file)
    {
        if (IsWindows)
        {
            Flush(file);
            return;
        }

        // A process that is started meanwhile must not inherit it, where that can be said.
        int second = IsLinux ? Control(file, LinuxDuplicate, 0) : Duplicate(file);
        if (second < 0)
        {
            throw Error(Marshal.GetLastWin32Error());
        }

        if (Close(second) != 0)
        {
            int error = Marshal.GetLastWin32Error();
            if (error == Interrupted)
            {
                // The descriptor is closed, but nobody knows the outcome.
                Flush(file);
                return;
            }

            throw Error(error);
        }
    }

    /// <summary>
    /// Has everything sent, and brought to the disk, that was written to a file, whoever opened it. The file can be used on; closing a
    /// second descriptor would end the record locks that the process has on it.
    /// </summary>
    /// <exception cref="IOException">Something that was acknowledged is lost.</exception>
    public virtual void Flush(SafeFileHandle file)
    {
        if (IsWindows)
        {
            WindowsFile.Flush(file);
            return;
        }

        while (Synchronize(file) != 0)
        {
            int error = Marshal.GetLastWin32Error();
            switch (error)
            {
                case Interrupted:
                    continue;
                case InvalidArgument or ReadOnlyFileSystem:
                case LinuxNotSupported when IsLinux:
                case MacNotSupported when !IsLinux:
                    // A pipe or a device, which has nothing to synchronize; .NET ignores the same errors.
                    return;
                default:
                    throw Error(error);
            }
        }
    }

    /// <summary>
    /// Has everything sent that was written to a file on a share of the CIFS client, and waits until the server has acknowledged it,
    /// without the request that would bring it to the server's disk. The file can be used on.
    /// </summary>
    /// <exception cref="IOException">Something that was acknowledged is lost.</exception>
    public virtual void Send(SafeFileHandle file)
    {
        if (!_waitsForAll)
        {
            Flush(file);
            return;
        }

        if (SendRange(file, 0, 0, WaitBefore | StartSending | WaitAfter) != 0)
        {
            int error = Marshal.GetLastWin32Error();
            if (error is not Interrupted)
            {
                throw Error(error);
            }

            Flush(file);
        }
    }

    /// <summary>Has a part of a file sent while the copy goes on: a kernel client would wait until the file is closed.</summary>
    public virtual void StartToSend(SafeFileHandle file, long offset, long count) => _ = SendRange(file, offset, count, StartSending);

    /// <summary>
    /// Brings the names in a directory to the disk, if its file system can do that; Windows and most shares do it by themselves.
    /// </summary>
    /// <exception cref="IOException">The disk failed.</exception>
    public virtual void FlushDirectory(string directory)
    {
        if (IsWindows)
        {
            return;
        }

        byte[] name = System.Text.Encoding.UTF8.GetBytes(directory + '\0');
        int opened;
        while ((opened = Open(name, IsLinux ? LinuxReadOnly : MacReadOnly)) < 0)
        {
            int error = Marshal.GetLastWin32Error();
            switch (error)
            {
                case Interrupted:
                    continue;
                case UnixFile.AccessDenied or NotPermitted:
                    // A directory that may be written and not read.
                    return;
                default:
                    throw FileErrors.Of(directory, Error(error));
            }
        }

        using var handle = new SafeFileHandle((IntPtr)opened, ownsHandle: true);
        Flush(handle);
    }

    /// <summary>Runs a call that waits for a server, so that a token can end the wait; the call itself goes on then.</summary>
    /// <returns>The call, if it goes on; <see langword="null"/> if it is over.</returns>
    public static async ValueTask<Task?> RunAsync(Action call, bool async, CancellationToken token)
    {
        if (!token.CanBeCanceled && (!async || Thread.CurrentThread.IsThreadPoolThread))
        {
            call();
            return null;
        }

        return await WaitAsync(Task.Run(call, CancellationToken.None), async, token).ConfigureAwait(false);
    }

    /// <summary>Waits for a call that <see cref="RunAsync"/> has started.</summary>
    /// <returns>The call, if it goes on; <see langword="null"/> if it is over.</returns>
    public static async ValueTask<Task?> WaitAsync(Task running, bool async, CancellationToken token)
    {
        if (async && !token.CanBeCanceled)
        {
            await running.ConfigureAwait(false);
            return null;
        }

        var cancelled = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using (token.Register(() => cancelled.TrySetResult(true)))
        {
            Task first = async
                ? await Task.WhenAny(running, cancelled.Task).ConfigureAwait(false)
                : Task.WaitAny(running, cancelled.Task) == 0 ? running : cancelled.Task;
            if (first != running)
            {
                // Nobody else looks at its outcome.
                _ = running.ContinueWith(
                    static over => over.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
                return running;
            }
        }

        running.GetAwaiter().GetResult();
        return null;
    }

    /// <summary>Runs an action now, or when a call is over that nobody waits for any more.</summary>
    public static void After(Task? call, Action then)
    {
        if (call is null or { IsCompleted: true })
        {
            then();
            return;
        }

        _ = call.ContinueWith(_ => then(), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
    }

    private static int Synchronize(SafeFileHandle file)
    {
        // fsync of macOS may leave the data in the cache of the disk. Not every file system has the other call.
        int result = IsMac ? Control(file, MacFullSynchronize) : -1;
        bool isAnswered = result == 0 || (IsMac && Marshal.GetLastWin32Error() == Interrupted);
        return isAnswered ? result : SynchronizeFile(file);
    }

    private static IOException Error(int error) => new(new Win32Exception(error).Message, error);

    [DllImport("libc", EntryPoint = "dup", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Duplicate(SafeFileHandle file);

    [DllImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, int command, int argument);

    // Without the argument, which Apple's ARM64 would take from another place than other platforms.
    [DllImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, int command);

    [DllImport("libc", EntryPoint = "close", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Close(int file);

    [DllImport("libc", EntryPoint = "fsync", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SynchronizeFile(SafeFileHandle file);

    [DllImport("libc", EntryPoint = "sync_file_range", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SendRange(SafeFileHandle file, long offset, long count, uint flags);

    [DllImport("libc", EntryPoint = "open", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Open(byte[] path, int flags);
}
