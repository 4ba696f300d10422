using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// The mounted file systems of Linux, as /proc/self/mountinfo lists them: their kinds and options without a request, where <c>fstatfs</c> asks the server.
/// Read again only if the system says that it has changed.
/// </summary>
internal static class MountTable
{
    private const string Path = "/proc/self/mountinfo";

    // Of poll.h: POLLPRI | POLLERR.
    private const short Changed = 2 | 8;

    private static readonly object _lock = new();
    private static Dictionary<ulong, (string Line, Mount Mount)> _mounts = [];
    private static FileStream? _table;

    /// <summary>The mount of an open file.</summary>
    /// <returns><see langword="null"/> if the table doesn't have it, as with the subvolumes of btrfs, or there is no table.</returns>
    public static Mount? Find(SafeFileHandle file)
    {
        if (LinuxFile.DeviceOf(file) is not { } device)
        {
            return null;
        }

        lock (_lock)
        {
            if (_table is null || HasChanged(_table))
            {
                Read();
            }

            return _mounts.TryGetValue(device, out (string Line, Mount Mount) found) ? found.Mount : null;
        }
    }

    /// <summary>Reads the table; a mount that is still there keeps its object.</summary>
    internal static Dictionary<ulong, (string Line, Mount Mount)> Parse(TextReader table, Dictionary<ulong, (string Line, Mount Mount)> known)
    {
        var mounts = new Dictionary<ulong, (string, Mount)>();
        while (table.ReadLine() is { } line)
        {
            if (TryParse(line, out ulong device) is { } mount && !mounts.ContainsKey(device))
            {
                mounts[device] = known.TryGetValue(device, out (string Line, Mount Mount) old) && old.Line == line ? old : (line, mount);
            }
        }

        return mounts;
    }

    /// <summary>One line: "36 35 98:0 /root /point rw,noatime shared:1 - type source rw,options". No field has a space.</summary>
    private static Mount? TryParse(string line, out ulong device)
    {
        const int DeviceField = 2;
        device = 0;
        string[] fields = line.Split(' ');
        int end = Array.IndexOf(fields, "-");
        if (end <= DeviceField || end + 3 >= fields.Length || fields[DeviceField].Split(':') is not { Length: 2 } numbers
            || !uint.TryParse(numbers[0], NumberStyles.None, CultureInfo.InvariantCulture, out uint majorNumber)
            || !uint.TryParse(numbers[1], NumberStyles.None, CultureInfo.InvariantCulture, out uint minorNumber))
        {
            return null;
        }

        device = LinuxFile.Device(majorNumber, minorNumber);
        MountKind kind = KindOf(fields[end + 1]);
        string[] options = fields[end + 3].Split(',');
        bool writesThrough = kind switch
        {
            MountKind.Cifs => Array.IndexOf(options, "cache=none") >= 0,
            MountKind.Nfs => Array.IndexOf(options, "sync") >= 0,
            _ => false,
        };
        return new Mount(kind, writesThrough);
    }

    private static MountKind KindOf(string type) => type switch
    {
        "tmpfs" or "ramfs" => MountKind.Memory,
        "ext2" or "ext3" or "ext4" or "xfs" or "btrfs" or "f2fs" or "zfs" or "bcachefs" or "overlay" => MountKind.Disk,
        "cifs" or "smb3" => MountKind.Cifs,
        "nfs" or "nfs4" => MountKind.Nfs,
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

    /// <summary>A <c>struct pollfd</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Question
    {
        public int File;
        public short Events;
        public short Answer;
    }
}
