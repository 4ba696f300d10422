using System.Runtime.InteropServices;

namespace StreamTuning.SimulatedShare;

/// <summary>What the server of a mount needs of the C library of Linux, 64-bit.</summary>
internal static unsafe partial class Libc
{
    public const int OpenReadWrite = 2;
    public const int OpenCloseOnExec = 0x80000;
    public const int CloseOnExec = 1;
    public const int MountNoSuid = 2;
    public const int MountNoDevices = 4;
    public const int UnmountDetach = 2;
    public const int LockExclusive = 2;
    public const int SetTimerSlack = 29;
    public const int MonotonicClock = 1;
    public const int AbsoluteTime = 1;

    public const int Interrupted = 4;
    public const int NoEntry = 2;
    public const int TryAgain = 11;
    public const int NoDevice = 19;
    public const int NotConnected = 107;

    private const string Name = "libc";

    [LibraryImport(Name, EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Open(string path, int flags);

    [LibraryImport(Name, EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int file);

    [LibraryImport(Name, EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int file, byte* buffer, nint count);

    [LibraryImport(Name, EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int file, byte* buffer, nint count);

    [LibraryImport(Name, EntryPoint = "pread", SetLastError = true)]
    public static partial nint ReadAt(int file, byte* buffer, nint count, long offset);

    [LibraryImport(Name, EntryPoint = "pwrite", SetLastError = true)]
    public static partial nint WriteAt(int file, byte* buffer, nint count, long offset);

    [LibraryImport(Name, EntryPoint = "ftruncate", SetLastError = true)]
    public static partial int SetLength(int file, long length);

    [LibraryImport(Name, EntryPoint = "flock", SetLastError = true)]
    public static partial int Lock(int file, int operation);

    [LibraryImport(Name, EntryPoint = "memfd_create", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int CreateMemoryFile(string name, uint flags);

    [LibraryImport(Name, EntryPoint = "mount", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Mount(string source, string target, string type, nuint flags, string data);

    [LibraryImport(Name, EntryPoint = "umount2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Unmount(string target, int flags);

    [LibraryImport(Name, EntryPoint = "access", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Access(string path, int mode);

    [LibraryImport(Name, EntryPoint = "prctl", SetLastError = true)]
    public static partial int ControlThread(int option, nuint value);

    [LibraryImport(Name, EntryPoint = "clock_nanosleep")]
    public static partial int Sleep(int clock, int flags, in TimeOfClock time, nint remaining);

    /// <summary>A <c>struct timespec</c>.</summary>
    public struct TimeOfClock
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
