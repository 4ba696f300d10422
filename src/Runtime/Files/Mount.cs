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
internal sealed class Mount(MountKind kind, bool writesThrough = false)
{
    private static readonly ConcurrentDictionary<string, Mount> _windowsShares = new(StringComparer.OrdinalIgnoreCase);

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
    /// What copies have found out, by whether several writes are under way at once. Who compares settings gives each its own, so that none
    /// acts on what another has found out.
    /// </summary>
    internal LengthGain[] Gains { get; set; } = CreateGains();

    /// <summary>What is known before the first copy.</summary>
    internal static LengthGain[] CreateGains() => [new(inParallel: false), new(inParallel: true)];

    /// <summary>Whether writes are faster once the file has its length.</summary>
    /// <param name="inParallel">Whether several writes are under way at once then.</param>
    public LengthGain Gain(bool inParallel) => Gains[inParallel ? 1 : 0];

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
