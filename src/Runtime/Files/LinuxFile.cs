using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// What Linux knows about a path and .NET does not tell, or only slowly. Elsewhere, and where the C library is too old, everything is
/// unknown.
/// </summary>
internal static class LinuxFile
{
    // The length of struct statx everywhere.
    private const int StatxBytes = 256;

    // Of linux/fcntl.h and linux/stat.h.
    private const int AtCurrentDirectory = -100;
    private const int DoNotFollow = 0x100;
    private const uint StatxType = 1;
    private const uint StatxMode = 2;
    private const uint StatxOwner = 8;
    private const uint StatxGroup = 0x10;
    private const int StatxAttributesOffset = 8;
    private const int StatxOwnerOffset = 20;
    private const int StatxGroupOffset = 24;
    private const int StatxModeOffset = 28;
    private const uint StatxInode = 0x100;
    private const int StatxInodeOffset = 32;
    private const int StatxAttributesMaskOffset = 56;
    private const int StatxDeviceOffset = 136;
    private const int OfHandle = 0x1000; // AT_EMPTY_PATH
    private const ulong StatxMountRoot = 0x2000;
    private const int TypeMask = 0xF000;
    private const int RegularFile = 0x8000;
    private const int Directory = 0x4000;
    private const int Link = 0xA000;
    private const int Fifo = 0x1000;

    // Of errno.h.
    private const int NoSuchEntry = 2;

    // No error is negative.
    private const int NotAsked = int.MinValue;

    // Of linux/fs.h.
    private const uint RenameNoReplace = 1;
    private const uint CloneRequest = 0x4004_9409;
    private const uint BytesBehindRequest = 0x541B; // FIONREAD

    public enum Kind
    {
        Missing,
        File,
        Directory,

        /// <summary>A named pipe (FIFO).</summary>
        Pipe,

        /// <summary>A device or a socket.</summary>
        Special,
    }

    /// <summary>What is behind a path, links followed. A link that leads nowhere counts as a file.</summary>
    public static Kind? KindOf(string path) => LookAt(path).Kind;

    /// <summary>What is behind a path, in one request where .NET needs two and does not tell all.</summary>
    public static PathEntry LookAt(string path)
    {
        byte[] result = new byte[StatxBytes];
        int error = Ask(path, name => StatFile(AtCurrentDirectory, name, DoNotFollow, StatxType | StatxInode, result));
        if (error != 0)
        {
            return new PathEntry(error == NoSuchEntry ? Kind.Missing : null, isLink: false, isMountPoint: false, identity: null);
        }

        bool isLink = TypeIn(result) == Link;
        if (isLink && Ask(path, name => StatFile(AtCurrentDirectory, name, flags: 0, StatxType | StatxInode, result)) != 0)
        {
            return new PathEntry(Kind.File, isLink, isMountPoint: false, identity: null);
        }

        Kind kind = TypeIn(result) switch
        {
            RegularFile => Kind.File,
            Directory => Kind.Directory,
            Fifo => Kind.Pipe,
            _ => Kind.Special,
        };

        // Kernels before 5.8 do not know.
        ulong known = BitConverter.ToUInt64(result, StatxAttributesMaskOffset);
        bool isMountPoint = !isLink && (BitConverter.ToUInt64(result, StatxAttributesOffset) & known & StatxMountRoot) != 0;
        return new PathEntry(kind, isLink, isMountPoint, IdentityIn(result));
    }

    /// <summary>
    /// Who owns what is at a path, and its mode with its type; of a link itself. <see langword="null"/> where nothing is there.
    /// </summary>
    public static (uint Owner, int Mode)? OwnerOf(string path)
    {
        byte[] result = new byte[StatxBytes];
        return Ask(path, name => StatFile(AtCurrentDirectory, name, DoNotFollow, StatxType | StatxMode | StatxOwner, result)) == 0
            ? (BitConverter.ToUInt32(result, StatxOwnerOffset), BitConverter.ToUInt16(result, StatxModeOffset))
            : null;
    }

    /// <summary>The permissions of what is behind a path, links followed; <see langword="null"/> where nothing is there.</summary>
    public static int? ModeOf(string path)
    {
        byte[] result = new byte[StatxBytes];
        return Ask(path, name => StatFile(AtCurrentDirectory, name, flags: 0, StatxMode, result)) == 0
            ? BitConverter.ToUInt16(result, StatxModeOffset) & ~TypeMask
            : null;
    }

    /// <summary>Owner, group and mode with its type of what is behind a path, links followed.</summary>
    /// <returns>0, or why they are not known; negative if Linux was not asked.</returns>
    public static int OwnersOf(string path, out uint owner, out uint group, out int mode)
    {
        byte[] result = new byte[StatxBytes];
        int error = Ask(
            path, name => StatFile(AtCurrentDirectory, name, flags: 0, StatxType | StatxMode | StatxOwner | StatxGroup, result));
        owner = BitConverter.ToUInt32(result, StatxOwnerOffset);
        group = BitConverter.ToUInt32(result, StatxGroupOffset);
        mode = BitConverter.ToUInt16(result, StatxModeOffset);
        return error;
    }

    /// <summary>Owner and group of an open file.</summary>
    public static (uint Owner, uint Group)? OwnersOf(SafeFileHandle file)
    {
        byte[] result = new byte[StatxBytes];
        return RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
            && Try(() => StatFile(file, [0], OfHandle, StatxOwner | StatxGroup, result)) == 0
            ? (BitConverter.ToUInt32(result, StatxOwnerOffset), BitConverter.ToUInt32(result, StatxGroupOffset))
            : null;
    }

    /// <summary>The device of an open file, of which every file system has one of its own. Asks no server.</summary>
    public static ulong? DeviceOf(SafeFileHandle file)
    {
        const int DoNotSynchronize = 0x4000; // AT_STATX_DONT_SYNC
        byte[] result = new byte[StatxBytes];
        return RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
            && Try(() => StatFile(file, [0], OfHandle | DoNotSynchronize, mask: 0, result)) == 0
            ? Device(BitConverter.ToUInt32(result, StatxDeviceOffset), BitConverter.ToUInt32(result, StatxDeviceOffset + sizeof(uint)))
            : null;
    }

    /// <summary>The lower half of the length that the client of a share knows of an open file. Asks no server.</summary>
    public static uint? LowLengthOf(SafeFileHandle file)
    {
        const int FromCurrent = 1; // SEEK_CUR: the system counts from its own position, which FileStream does not use.
        int behind = 0;
        return RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
            && Try(() => Seek(file, 0, FromCurrent)) is >= 0 and var position
            && Try(() => Control(file, (UIntPtr)BytesBehindRequest, ref behind)) == 0
                ? (uint)(position + behind)
                : null;
    }

    /// <summary>The number for a device with these two.</summary>
    public static ulong Device(uint major, uint minor) => ((ulong)major << 32) | minor;

    /// <summary>Whether a mode is that of a directory.</summary>
    public static bool IsDirectory(int mode) => (mode & TypeMask) == Directory;

    /// <summary>Gives a file another name, in one request, if that is free.</summary>
    /// <returns>0, or why nothing was done; negative where Linux was not asked.</returns>
    public static int Rename(string from, string to) =>
        Ask(from, old => Ask(to, name => Rename(AtCurrentDirectory, old, AtCurrentDirectory, name, RenameNoReplace)));

    /// <summary>What tells a file from all others, links followed.</summary>
    public static (long Device, long File)? IdentityOf(string path)
    {
        byte[] result = new byte[StatxBytes];
        return Ask(path, name => StatFile(AtCurrentDirectory, name, flags: 0, StatxInode, result)) == 0
            ? IdentityIn(result)
            : null;
    }

    /// <summary>
    /// Makes an empty file share the disk blocks of another; <see langword="false"/> where the file system cannot, with nothing changed.
    /// </summary>
    public static bool TryClone(SafeFileHandle source, SafeFileHandle destination) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && Try(() => Control(destination, (UIntPtr)CloneRequest, source)) == 0;

    /// <summary>Copies a range from one file into another at the same offset.</summary>
    /// <returns>How many bytes; 0 at the end of the source, and where this way is closed or has failed.</returns>
    public static long CopyRange(SafeFileHandle source, SafeFileHandle destination, long offset, long count)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            return 0;
        }

        long from = offset;
        long to = offset;
        return Math.Max(0, Try(() => (long)CopyFileRange(source, ref from, destination, ref to, (UIntPtr)(ulong)count, flags: 0)));
    }

    private static (long Device, long File) IdentityIn(byte[] statx) =>
        (BitConverter.ToInt64(statx, StatxDeviceOffset), BitConverter.ToInt64(statx, StatxInodeOffset));

    private static int TypeIn(byte[] statx) => BitConverter.ToUInt16(statx, StatxModeOffset) & TypeMask;

    /// <summary>0, or the error; <see cref="NotAsked"/> where the question does not make sense.</summary>
    private static int Ask(string path, Func<byte[], int> question)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux) || path.Length == 0 || path[0] != '/')
        {
            return NotAsked;
        }

        byte[] name = new byte[Encoding.UTF8.GetMaxByteCount(path.Length) + 1];
        Encoding.UTF8.GetBytes(path, 0, path.Length, name, 0);
        return Try(() => question(name)) switch
        {
            0 => 0,
            NotAsked => NotAsked,
            _ => Marshal.GetLastWin32Error(),
        };
    }

    /// <summary>What the C library returns, -1 for an error; <see cref="NotAsked"/> where it does not have the function.</summary>
    private static long Try(Func<long> call)
    {
        try
        {
            return call();
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return NotAsked;
        }
    }

    [DllImport("libc", EntryPoint = "statx", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFile(int directory, byte[] path, int flags, uint mask, byte[] result);

    [DllImport("libc", EntryPoint = "statx", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatFile(SafeFileHandle file, byte[] emptyPath, int flags, uint mask, byte[] result);

    [DllImport("libc", EntryPoint = "ioctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, UIntPtr request, SafeFileHandle argument);

    [DllImport("libc", EntryPoint = "ioctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, UIntPtr request, ref int result);

    [DllImport("libc", EntryPoint = "lseek64")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern long Seek(SafeFileHandle file, long offset, int origin);

    [DllImport("libc", EntryPoint = "copy_file_range")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern IntPtr CopyFileRange(
        SafeFileHandle source, ref long from, SafeFileHandle destination, ref long to, UIntPtr count, uint flags);

    [DllImport("libc", EntryPoint = "renameat2", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Rename(int fromDirectory, byte[] from, int toDirectory, byte[] to, uint flags);
}
