namespace StreamTuning.SimulatedShare;

/// <summary>
/// How the client of a simulated share behaves, which stands between a program and the server: whether it acknowledges writes before the server does, and
/// which requests it refuses. The presets behave as the clients they are named after do in the points below, and as <see cref="Direct"/> otherwise.
/// </summary>
public sealed record ShareClient
{
    /// <summary>Every request is sent to the server at once, and its answer is the server's: a mount without a cache.</summary>
    public static ShareClient Direct { get; } = new();

    /// <summary>sshfs: reports a late error at the next write too, always as EIO.</summary>
    public static ShareClient Sshfs { get; } = new() { WritesBack = true, ReportsAtNextWrite = true, NoRoom = ShareError.InputOutput, RefusesNoReplace = true };

    /// <summary>The NFS client of Linux with a default mount.</summary>
    public static ShareClient Nfs { get; } = new() { WritesBack = true, RequestSize = 1024 * 1024, RefusesNoReplace = true };

    /// <summary>The CIFS client of Linux with a default mount.</summary>
    public static ShareClient Cifs { get; } = new() { WritesBack = true, RequestSize = 4 * 1024 * 1024 };

    /// <summary>MooseFS with a quota: refuses a length beyond it, but acknowledges writes beyond it.</summary>
    public static ShareClient MooseFS { get; } = new() { WritesBack = true, LengthsNeedRoom = true, NoRoom = ShareError.QuotaExceeded };

    /// <summary>A mount of rclone without a cache.</summary>
    public static ShareClient Rclone { get; } = new() { Uploads = true, RefusesNoReplace = true, RefusesLinks = true };

    /// <summary>
    /// Whether writes are acknowledged at once and sent in the background. An error of a write, because there is no room or because of a
    /// <see cref="ShareFault"/>, then comes late: its bytes are lost, though the length counts them until the error is reported, and bytes that a length
    /// already covers read as zeros. It is reported once through the handle that has written: at fsync, or when the process that has written closes a
    /// descriptor of the handle. Both wait until everything is sent, and so does a change of the length.
    /// </summary>
    public bool WritesBack { get; init; }

    /// <summary>
    /// How many bytes a client that <see cref="WritesBack"/> collects for one request to the server: it sends them when there are so many,
    /// when a write begins elsewhere, and when it has to wait until everything is sent. Several requests may be under way. 0 if every write
    /// is a request of its own.
    /// </summary>
    public int RequestSize { get; init; }

    /// <summary>Whether a late error is also reported at the next write, which then does nothing.</summary>
    public bool ReportsAtNextWrite { get; init; }

    /// <summary>How a request fails when there is no room.</summary>
    public ShareError NoRoom { get; init; } = ShareError.NoSpace;

    /// <summary>Whether a length is refused for which there is no room. Otherwise a length takes no room before it is written.</summary>
    public bool LengthsNeedRoom { get; init; }

    /// <summary>Whether renaming without replacing (<c>RENAME_NOREPLACE</c>) is refused with EINVAL.</summary>
    public bool RefusesNoReplace { get; init; }

    /// <summary>Whether links are refused with EPERM.</summary>
    public bool RefusesLinks { get; init; }

    /// <summary>
    /// Whether a handle is one upload from the first byte to the last. A write elsewhere than behind the one before fails with ESPIPE. Any length but the
    /// current end of the upload is refused with EPERM. Closing any descriptor of a handle that has written ends it: later writes and lengths fail with
    /// EBADF. After truncation the old length is reported until the next write or close.
    /// </summary>
    public bool Uploads { get; init; }
}
