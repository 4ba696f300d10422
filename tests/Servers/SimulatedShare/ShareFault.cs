namespace StreamTuning.SimulatedShare;

/// <summary>Something that goes wrong on a <see cref="ShareMount"/>.</summary>
/// <param name="Operation">Which requests it is about.</param>
/// <param name="Number">Which of them is the first that goes wrong, from 1, counted from when the fault was injected.</param>
public sealed record ShareFault(ShareOperation Operation, int Number = 1)
{
    /// <summary>How many go wrong; <see cref="int.MaxValue"/> for all from the first on.</summary>
    public int Count { get; init; } = 1;

    /// <summary>How they fail. Nothing has been done then. The error of a write comes late if the client <see cref="ShareClient.WritesBack"/>.</summary>
    public ShareError Error { get; init; }

    /// <summary>
    /// Whether only the reply is lost: a length is set, or a name given, all the same. Other requests do nothing then either.
    /// </summary>
    public bool LosesReply { get; init; }

    /// <summary>
    /// How much longer they take; <see cref="Timeout.InfiniteTimeSpan"/> to hold them until the faults change. Nothing is done before. A signal ends the
    /// request, as it does on a mount that can be interrupted. The share serves 20 requests at a time, those that are held among them.
    /// </summary>
    public TimeSpan Delay { get; init; }

    /// <summary>How many bytes a read or write does at most, at least 1; the rest is left to the next request.</summary>
    public int MostBytes { get; init; } = int.MaxValue;
}

/// <summary>A kind of request to a share.</summary>
public enum ShareOperation
{
    /// <summary>Creates a file that does not exist.</summary>
    Create,

    /// <summary>Opens a file that exists.</summary>
    Open,

    /// <summary>Reads.</summary>
    Read,

    /// <summary>Writes.</summary>
    Write,

    /// <summary>Sets the length of a file.</summary>
    SetLength,

    /// <summary>Changes the mode, the owner or the times of a file or directory.</summary>
    SetAttributes,

    /// <summary>Reserves space.</summary>
    Preallocate,

    /// <summary>Brings a file to the disk.</summary>
    Sync,

    /// <summary>Tells that a descriptor of a file is closed, and asks for errors that come late.</summary>
    Flush,

    /// <summary>Gives a file or directory another name.</summary>
    Rename,

    /// <summary>Gives a file one more name.</summary>
    Link,

    /// <summary>Deletes a file or directory.</summary>
    Delete,

    /// <summary>Makes a directory.</summary>
    MakeDirectory,

    /// <summary>Looks whether a name is there, or for the length, mode and times of a file. Counted only: it does not fail when it is told to.</summary>
    Look,

    /// <summary>Asks how much room there is.</summary>
    FreeSpace,
}

/// <summary>How a request to a share fails; the values are the error numbers of Linux.</summary>
public enum ShareError
{
    /// <summary>It does not.</summary>
    None = 0,

    /// <summary>EPERM.</summary>
    NotPermitted = 1,

    /// <summary>ENOENT.</summary>
    NotFound = 2,

    /// <summary>EINTR.</summary>
    Interrupted = 4,

    /// <summary>EIO.</summary>
    InputOutput = 5,

    /// <summary>EBADF.</summary>
    BadFile = 9,

    /// <summary>EAGAIN.</summary>
    TryAgain = 11,

    /// <summary>EACCES.</summary>
    AccessDenied = 13,

    /// <summary>EEXIST.</summary>
    Exists = 17,

    /// <summary>EXDEV.</summary>
    OtherFileSystem = 18,

    /// <summary>ENOTDIR.</summary>
    NotADirectory = 20,

    /// <summary>EISDIR.</summary>
    IsADirectory = 21,

    /// <summary>EINVAL.</summary>
    InvalidArgument = 22,

    /// <summary>EFBIG.</summary>
    FileTooLarge = 27,

    /// <summary>ENOSPC.</summary>
    NoSpace = 28,

    /// <summary>ESPIPE.</summary>
    IllegalSeek = 29,

    /// <summary>EROFS.</summary>
    ReadOnly = 30,

    /// <summary>ENOSYS.</summary>
    NotImplemented = 38,

    /// <summary>ENOTEMPTY.</summary>
    NotEmpty = 39,

    /// <summary>EOPNOTSUPP.</summary>
    NotSupported = 95,

    /// <summary>ETIMEDOUT.</summary>
    TimedOut = 110,

    /// <summary>ESTALE.</summary>
    Stale = 116,

    /// <summary>EDQUOT.</summary>
    QuotaExceeded = 122,
}
