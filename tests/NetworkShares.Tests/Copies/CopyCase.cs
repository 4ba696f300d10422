using System.Globalization;

namespace StreamTuning.NetworkShares;

/// <summary>How a test calls the engine.</summary>
public enum CopyWay
{
    /// <summary>Into a new or existing path; an existing file is written in place.</summary>
    Path,

    /// <summary>The same with a source that does not know its length.</summary>
    PathOfUnknownLength,

    /// <summary>From a file into a path.</summary>
    PathFromFile,

    /// <summary>Into a path that takes the place of what exists.</summary>
    PathAtomically,

    /// <summary>Into a stream over a file that is not truncated.</summary>
    FileStream,

    /// <summary>Synchronously, into a stream over a truncated file.</summary>
    FileStreamSynchronously,

    /// <summary>Into a stream over a truncated file, with a source that does not know its length.</summary>
    FileStreamOfUnknownLength,

    /// <summary>Between a header and a trailer.</summary>
    FileStreamInside,

    /// <summary>By a temporary file on another volume.</summary>
    MoveTo,
}

/// <summary>What is at the target before the copy.</summary>
public enum CopyTarget
{
    New,
    Empty,
    Shorter,
    Longer,

    /// <summary>A symbolic link to a longer file.</summary>
    Linked,
}

/// <summary>What goes wrong.</summary>
public enum CopyFailure
{
    None,
    SourceAtStart,
    SourceInMiddle,
    SourceAtEnd,

    /// <summary>The disk under the server has room for half of the data.</summary>
    DiskFull,

    /// <summary>The quota of the directory has room for half of the data.</summary>
    Quota,

    /// <summary>The server is killed after half of the data.</summary>
    ServerKilled,

    /// <summary>The process that copies is killed somewhere in the middle.</summary>
    ProcessKilled,
}

/// <summary>One row of the table of promises.</summary>
public sealed record CopyCase(CopyWay Way, int Length, CopyTarget Target, CopyFailure Failure)
{
    /// <summary>Reads what <see cref="ToString"/> has written.</summary>
    public static CopyCase Parse(string text)
    {
        string[] parts = text.Split(' ');
        return new CopyCase(
            Enum.Parse<CopyWay>(parts[0]),
            int.Parse(parts[1], CultureInfo.InvariantCulture),
            Enum.Parse<CopyTarget>(parts[2]),
            Enum.Parse<CopyFailure>(parts[3]));
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Way} {Length} {Target} {Failure}");
}
