using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// The file system that a file is on, and what copies have found out about it. On Linux there is one object for each mounted file system;
/// elsewhere a copy may start without the experience of others.
/// </summary>
/// <param name="kind">What the system says it is.</param>
/// <param name="writesThrough">Whether a write returns when the server has it. Only known of kernel clients.</param>
/// <param name="lengthsPay">What is known of lengths without a write: for tests.</param>
internal sealed class Mount(MountKind kind, bool writesThrough = false, bool? lengthsPay = null)
{
    private static readonly ConcurrentDictionary<string, Mount> _windowsShares = new(StringComparer.OrdinalIgnoreCase);

    // Most mounts are never asked for a gain.
    private ConcurrentDictionary<(int WritesAtOnce, int BlockLog), LengthGain>? _gains;

    public MountKind Kind => kind;

    public bool WritesThrough => writesThrough;

    /// <summary>Whether it is a disk of this machine, or its memory.</summary>
    public bool IsLocal => kind is MountKind.Memory or MountKind.Disk;

    /// <summary>
    /// Whether it is a client in the Linux kernel, which never reports the failure of one write at a later one, and takes writes in any
    /// order.
    /// </summary>
    public bool IsKernelClient => kind is MountKind.Cifs or MountKind.Nfs;

    /// <summary>Whether its client is known to gain nothing by a length.</summary>
    public bool IsKnownClient => IsKernelClient || kind is MountKind.Fuse;

    /// <summary>
    /// Whether writes are faster once the file has its length. Copies with other settings find that out for themselves: what a request
    /// costs counts less for large blocks, and several writes at once hide it.
    /// </summary>
    /// <param name="writesAtOnce">How many writes are under way at once then.</param>
    /// <param name="block">The bytes of a block. Sizes up to twice as large share what they find out, so that there are few.</param>
    public LengthGain Gain(int writesAtOnce, int block)
    {
        ConcurrentDictionary<(int WritesAtOnce, int BlockLog), LengthGain> gains =
            LazyInitializer.EnsureInitialized(ref _gains, static () => new())!;
        (int WritesAtOnce, int BlockLog) key = (writesAtOnce, (int)Math.Log(block, 2));

        // Every write asks: no delegate is made for each.
        return gains.TryGetValue(key, out LengthGain? gain) ? gain : gains.GetOrAdd(key, new LengthGain(writesAtOnce, lengthsPay));
    }

    /// <summary>Asks for no more than the system knows by itself: on Linux, no server hears of it.</summary>
    /// <param name="file">An open file.</param>
    /// <param name="path">Its path, if it is known.</param>
    public static Mount Of(SafeFileHandle file, string path)
    {
        if (MountTable.Find(file) is { } mount)
        {
            return mount;
        }

        MountKind kind = LocalDisk.KindOf(file);
        return kind is MountKind.Unknown
            && RuntimeInformation.IsOSPlatform(OSPlatform.Windows)
            && Path.GetPathRoot(path) is { Length: > 0 } root
            ? _windowsShares.GetOrAdd(root, static _ => new Mount(MountKind.Unknown))
            : new Mount(kind);
    }
}
