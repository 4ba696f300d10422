using System.ComponentModel;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace StreamTuning.SimulatedShare;

/// <summary>
/// The process that serves a mount, from its side. It is one of its own for three reasons. A process that is killed, or ends with files open, closes
/// them; the kernel waits for the answer, and threads of the same process would not live to give it. The garbage collector of a process stops its
/// threads: those that answer, while others wait for the answer. And what is measured, time of the processor and memory, is then of the measured code.
/// It ends when its input does, so that also a process that was killed leaves no mount.
/// </summary>
internal static class ShareServer
{
    private const string FileSystemType = "fuse.slowshare";
    private const string PagesLimit = "/proc/sys/fs/fuse/max_pages_limit";

    // The limit of Linux versions that have no setting for it.
    private const int OldPagesLimit = 256;

    /// <summary>Mounts, answers commands from a reader, and unmounts when there are no more.</summary>
    /// <returns>The exit code.</returns>
    public static int Run(string directory, bool deletesDirectory, TextReader commands, TextWriter answers)
    {
        var files = new ShareFileSystem(ShareSettings.Of(SlowShareProfile.Instant));
        int largestRequest;
        try
        {
            largestRequest = Mount(directory, files);
        }
        catch (Win32Exception e)
        {
            Say(new ShareState { Error = e.Message });
            return 1;
        }

        // Whoever ends the server must not leave a directory behind that nobody serves. Ctrl+C is for the process that uses it.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => signal.Cancel = true);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        using var hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, Stop);
        void Stop(PosixSignalContext signal) => Unmount();

        try
        {
            Say(new ShareState { LargestRequest = largestRequest });
            while (commands.ReadLine() is { } line)
            {
                ShareCommand command = JsonSerializer.Deserialize(line, ControlMessages.Default.ShareCommand)!;
                if (command.Settings is { } settings)
                {
                    files.Set(settings);
                }

                if (command.Faults is { } faults)
                {
                    files.Faults.Replace(faults);
                }

                if (command.ResetsRequests)
                {
                    files.ResetRequests();
                }

                Say(new ShareState
                {
                    LargestRequest = largestRequest,
                    Requests = files.Requests,
                    HeldRequests = files.Faults.Held,
                    UsedBytes = files.UsedBytes,
                });
            }
        }
        catch (IOException)
        {
            // Nobody reads the answers any more.
        }
        finally
        {
            Unmount();
        }

        return 0;

        void Unmount()
        {
            ShareServer.Unmount(directory);
            if (deletesDirectory)
            {
                Delete(directory);
            }
        }

        void Say(ShareState state)
        {
            answers.WriteLine(JsonSerializer.Serialize(state, ControlMessages.Default.ShareState));
            answers.Flush();
        }
    }

    /// <summary>Unmounts a directory, also when files of it are open; these then fail.</summary>
    public static void Unmount(string directory)
    {
        if (Libc.Unmount(directory, 0) != 0)
        {
            _ = Libc.Unmount(directory, Libc.UnmountDetach);
        }
    }

    /// <summary>Deletes a directory that was a share; that it has been deleted already is no error.</summary>
    public static void Delete(string directory)
    {
        try
        {
            Directory.Delete(directory);
        }
        catch (DirectoryNotFoundException)
        {
        }
    }

    /// <summary>Unmounts what servers have left that were killed.</summary>
    public static void UnmountLeftovers()
    {
        foreach (string line in File.ReadLines("/proc/self/mounts"))
        {
            if (line.Split(' ') is [_, var target, FileSystemType, ..])
            {
                // Spaces and the like are written as octal numbers.
                string path = target.Replace("\\040", " ").Replace("\\011", "\t").Replace("\\012", "\n").Replace("\\134", "\\");
                if (Libc.Access(path, 0) != 0 && Marshal.GetLastPInvokeError() == Libc.NotConnected)
                {
                    _ = Libc.Unmount(path, Libc.UnmountDetach);
                }
            }
        }
    }

    /// <returns>The largest write in bytes that is one request.</returns>
    private static int Mount(string directory, ShareFileSystem files)
    {
        int device = Libc.Open("/dev/fuse", Libc.OpenReadWrite | Libc.OpenCloseOnExec);
        if (device < 0)
        {
            throw Failure("/dev/fuse cannot be opened");
        }

        int pages = WithPages(FuseServer.WantedPages, () =>
        {
            string options = string.Create(
                CultureInfo.InvariantCulture, $"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions");
            if (Libc.Mount("slowshare", directory, FileSystemType, Libc.MountNoSuid | Libc.MountNoDevices, options) != 0)
            {
                throw Failure($"{directory} cannot be mounted");
            }
        });
        int largestRequest = Math.Min(FuseServer.WantedRequest, pages * FuseServer.PageSize);
        new FuseServer(device, largestRequest, files).Start();
        return largestRequest;
    }

    /// <summary>
    /// Mounts while requests may have so many pages; the limit that counts is that of the moment of mounting. The setting is then what it was. It is
    /// locked meanwhile: another server would find it changed, and then changed back before it has mounted.
    /// </summary>
    /// <returns>How many pages requests may have.</returns>
    private static int WithPages(int wanted, Action mount)
    {
        int setting = Libc.Open(PagesLimit, Libc.OpenReadWrite | Libc.OpenCloseOnExec);
        if (setting < 0)
        {
            mount();
            return OldPagesLimit;
        }

        try
        {
            _ = Libc.Lock(setting, Libc.LockExclusive);
            int old = Limit(setting);
            if (old < wanted && TrySetLimit(setting, wanted))
            {
                try
                {
                    mount();
                    return wanted;
                }
                finally
                {
                    TrySetLimit(setting, old);
                }
            }

            mount();
            return old;
        }
        finally
        {
            _ = Libc.Close(setting);
        }
    }

    // Not by File, which would lock it once more.
    private static unsafe int Limit(int setting)
    {
        byte* text = stackalloc byte[16];
        nint length = Libc.ReadAt(setting, text, 16, 0);
        return length > 0 && int.TryParse(new ReadOnlySpan<byte>(text, (int)length).Trim((byte)'\n'), CultureInfo.InvariantCulture, out int limit)
            ? limit
            : OldPagesLimit;
    }

    private static unsafe bool TrySetLimit(int setting, int limit)
    {
        byte* text = stackalloc byte[16];
        limit.TryFormat(new Span<byte>(text, 16), out int length, default, CultureInfo.InvariantCulture);
        return Libc.WriteAt(setting, text, length, 0) == length;
    }

    private static Win32Exception Failure(string what)
    {
        int error = Marshal.GetLastPInvokeError();
        return new Win32Exception(error, $"{what}: {Marshal.GetPInvokeErrorMessage(error)}.");
    }
}
