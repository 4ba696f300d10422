using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// The mounted file systems of Linux, as /proc/self/mountinfo lists them: their kinds and options without a request, where <c>fstatfs</c>
/// asks the server. Read again only if the system says that it has changed.
/// </summary>
internal static class MountTable
{
    private const string Path = "/proc/self/mountinfo";

    // Of poll.h: POLLPRI | POLLERR.
    private const short Changed = 2 | 8;

    private static readonly object _lock = new();
    private static List<Entry> _mounts = [];
    private static FileStream? _table;

    /// <summary>The mount of an open file.</summary>
    /// <returns><see langword="null"/> if the table doesn't have it, as with the subvolumes of btrfs, or there is no table.</returns>
    public static Mount? Find(SafeFileHandle file)
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            return null;
        }

        List<Entry> mounts;
        lock (_lock)
        {
            if (_table is null || HasChanged(_table))
            {
                Read();
            }

            mounts = _mounts;
        }

        // Without the lock: some file systems ask their server for the device, and one that does not answer would hold up all copies. The
        // number of the device is cheaper, but after a truncation the CIFS client asks its server for it.
        bool hasCifs = mounts.Exists(static entry => entry.Mount.Kind is MountKind.Cifs);
        return hasCifs && IdOf(file) is { } id ? mounts.Find(entry => entry.Id == id)?.Mount
            : LinuxFile.DeviceOf(file) is { } device ? mounts.Find(entry => entry.Device == device)?.Mount
            : null;
    }

    /// <summary>Reads the table. A file system that is still there keeps its object, however often it is mounted.</summary>
    internal static List<Entry> Parse(TextReader table, List<Entry> known)
    {
        var mounts = new List<Entry>();
        while (table.ReadLine() is { } line)
        {
            if (TryParse(line) is { } entry)
            {
                Entry? other = mounts.Find(found => found.Device == entry.Device) ?? known.Find(found => found.Line == line);
                mounts.Add(other is null ? entry : new Entry(entry.Id, entry.Device, entry.Line, other.Mount));
            }
        }

        return mounts;
    }

    /// <summary>One line: "36 35 98:0 /root /point rw,noatime shared:1 - type source rw,options". No field has a space.</summary>
    private static Entry? TryParse(string line)
    {
        const int DeviceField = 2;
        string[] fields = line.Split(' ');
        int end = Array.IndexOf(fields, "-");
        if (end <= DeviceField || end + 3 >= fields.Length || fields[DeviceField].Split(':') is not { Length: 2 } numbers
            || !TryParse(fields[0], out uint id) || !TryParse(numbers[0], out uint major) || !TryParse(numbers[1], out uint minor))
        {
            return null;
        }

        MountKind kind = KindOf(fields[end + 1], fields[end + 2]);
        string[] options = fields[end + 3].Split(',');
        bool writesThrough = kind switch
        {
            MountKind.Cifs => Array.IndexOf(options, "cache=none") >= 0,
            MountKind.Nfs => Array.IndexOf(options, "sync") >= 0,
            _ => false,
        };
        return new Entry(id, LinuxFile.Device(major, minor), line, new Mount(kind, writesThrough));
    }

    /// <summary>The number of the mount, as the kernel tells of its own files.</summary>
    private static uint? IdOf(SafeFileHandle file)
    {
        const string Name = "mnt_id:";
        try
        {
            foreach (string line in File.ReadLines("/proc/self/fdinfo/" + (long)file.DangerousGetHandle()))
            {
                if (line.StartsWith(Name, StringComparison.Ordinal))
                {
                    return TryParse(line.Substring(Name.Length).Trim(), out uint id) ? id : null;
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }

        return null;
    }

    private static bool TryParse(string text, out uint number) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);

    private static MountKind KindOf(string type, string source) => type switch
    {
        "tmpfs" or "ramfs" => MountKind.Memory,
        "ext2" or "ext3" or "ext4" or "xfs" or "btrfs" or "f2fs" or "zfs" or "bcachefs" or "overlay" => MountKind.Disk,
        "cifs" or "smb3" => MountKind.Cifs,
        "nfs" or "nfs4" => MountKind.Nfs,
        "fuse.sshfs" or "fuse.rclone" => MountKind.Fuse,
        "fuse" when source.StartsWith(@"mfs\043", StringComparison.Ordinal) => MountKind.Fuse, // MooseFS: mfs#host:port
        _ => MountKind.Unknown,
    };

    private static void Read()
    {
        _table?.Dispose();
        _table = null;
        try
        {
            // The system tells whoever has the table open of changes since then.
            _table = new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            _mounts = Parse(new StreamReader(_table), _mounts);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _mounts = [];
        }
    }

    private static bool HasChanged(FileStream table)
    {
        try
        {
            var question = new Question { File = (int)table.SafeFileHandle.DangerousGetHandle(), Events = Changed };
            return Poll(ref question, (UIntPtr)1, milliseconds: 0) != 0;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return true;
        }
    }

    [DllImport("libc", EntryPoint = "poll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Poll(ref Question question, UIntPtr count, int milliseconds);

    /// <summary>A line of the table.</summary>
    internal sealed class Entry(uint id, ulong device, string line, Mount mount)
    {
        public uint Id => id;

        public ulong Device => device;

        public string Line => line;

        public Mount Mount => mount;
    }

    /// <summary>A <c>struct pollfd</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Question
    {
        public int File;
        public short Events;
        public short Answer;
    }
}
