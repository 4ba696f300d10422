using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning.NetworkShares.Guest;

/// <summary>A record lock of this process on the file of a stream that it copies into.</summary>
internal static partial class GuestLocks
{
    /// <summary>Loses the lock: so the test would see it.</summary>
    public const string Control = "close(dup)";

    private const int SetLock = 6;
    private const short Write = 1;

    public static IEnumerable<GuestWay> Ways => GuestWay.All.Where(way => way.Target == GuestTarget.Stream && way.Name != GuestWay.Plain);

    public static async Task RunAsync(GuestMount mount)
    {
        foreach (GuestWay way in Ways)
        {
            await RunAsync(mount, way, way.Name, stream => { });
        }

        await RunAsync(mount, GuestWay.Named(GuestWay.Plain), Control, stream => close(dup(stream.SafeFileHandle)));
    }

    private static async Task RunAsync(GuestMount mount, GuestWay way, string name, Action<FileStream> close)
    {
        (string client, string server) = mount.NewFolder();
        if (way.NeedsFile)
        {
            File.WriteAllBytes($"{server}/target", GuestContent.OldBytes);
        }

        int before = 0;
        int after = 0;
        string source = GuestContent.Source(3 * GuestContent.MiB);
        var copy = new GuestCopy(source, $"{client}/target")
        {
            // On NFS the lock of FileShare.None would stand against the lock of this test.
            Share = FileShare.ReadWrite,
            Before = stream =>
            {
                var range = new Range { Type = Write };
                if (fcntl(stream.SafeFileHandle, SetLock, ref range) != 0)
                {
                    throw new IOException($"fcntl: {Marshal.GetLastPInvokeErrorMessage()}");
                }

                before = Held();
            },
            After = stream =>
            {
                close(stream);
                after = Held();
            },
        };
        Dictionary<string, string> values = await GuestProgram.TryAsync(way, copy);
        values["before"] = $"{before}";
        values["after"] = $"{after}";
        values["target"] = GuestContent.Look($"{server}/target", way.Prefix, File.ReadAllBytes(source), way.Suffix);
        mount.Report(GuestProgram.Locks, name, values);
    }

    /// <summary>The record locks of this process, as the kernel lists them.</summary>
    private static int Held() => File.ReadLines("/proc/locks")
        .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Count(words => words.Contains("POSIX") && words.Contains($"{Environment.ProcessId}"));

    [DllImport("libc", SetLastError = true)]
    private static extern int fcntl(SafeFileHandle handle, int command, ref Range range);

    [DllImport("libc")]
    private static extern int dup(SafeFileHandle handle);

    [DllImport("libc")]
    private static extern int close(int descriptor);

    /// <summary>struct flock of 64-bit Linux. A length of zero is all of the file.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Range
    {
        public short Type;
        public short Whence;
        public long Start;
        public long Length;
        public int Process;
    }
}
