using System.Diagnostics;

namespace StreamTuning.SimulatedShare;

/// <summary>
/// A network share that exists only as waiting times: its files are files of this machine, opened through <see cref="Open"/>, that answer as slowly as
/// a share of the given profile would. A write takes the link for its bytes, then a round trip, then the cost of making the file longer if it does.
/// Where it is supported, <see cref="ShareMount"/> is the better one: any code runs on it, and its requests are those that the system really makes.
/// </summary>
public sealed class SlowShare(SlowShareProfile profile)
{
    private readonly Lock _gate = new();
    private readonly SharedLink _link = new();
    private SlowShareRequests _requests;

    /// <summary>
    /// How the client behaves that stands between a program and the share. Only <see cref="ShareClient.WritesBack"/>,
    /// <see cref="ShareClient.RequestSize"/>, <see cref="ShareClient.ReportsAtNextWrite"/>, <see cref="ShareClient.NoRoom"/> and
    /// <see cref="ShareClient.LengthsNeedRoom"/> have an effect; a late error is reported by <see cref="FileStream.Flush(bool)"/> with
    /// <see langword="true"/>, and lost when the file is disposed of before. <see cref="ShareClient.Direct"/> at first.
    /// </summary>
    public ShareClient Client { get; set; } = ShareClient.Direct;

    /// <summary>How many bytes from its beginning on each file has room for; <see langword="null"/> for no limit.</summary>
    public long? RoomPerFile { get; set; }

    /// <summary>How requests to bring a file to the disk fail; <see cref="ShareError.None"/> if they do not.</summary>
    public ShareError SyncError { get; set; }

    /// <summary>What has been asked for since the share was made, or since <see cref="ResetRequests"/>.</summary>
    public SlowShareRequests Requests
    {
        get
        {
            lock (_gate)
            {
                return _requests;
            }
        }
    }

    /// <summary>The time on the clock of all shares.</summary>
    internal static TimeSpan Now => Stopwatch.GetElapsedTime(0);

    /// <summary>Creates a file, or empties it, as <see cref="File.Create(string)"/>.</summary>
    public FileStream Create(string path) => Open(path, FileMode.Create, FileAccess.ReadWrite, FileShare.None);

    /// <summary>Opens a file of the share.</summary>
    /// <param name="path">Where the bytes really go.</param>
    /// <param name="mode">As for <see cref="FileStream"/>.</param>
    /// <param name="access">As for <see cref="FileStream"/>; writing must be part of it.</param>
    /// <param name="share">As for <see cref="FileStream"/>.</param>
    /// <param name="bufferSize">The buffer of the stream in bytes, which collects smaller writes; 0 or 1 for none.</param>
    /// <returns>A stream that the caller disposes.</returns>
    public FileStream Open(string path, FileMode mode, FileAccess access, FileShare share = FileShare.Read, int bufferSize = 4096)
    {
        var file = new SlowShareFile(this, path, mode, access, share, bufferSize);
        file.WaitForOpening();
        return file;
    }

    /// <summary>Starts to count from zero.</summary>
    public void ResetRequests()
    {
        lock (_gate)
        {
            _requests = default;
        }
    }

    /// <summary>Counts a write request.</summary>
    internal void CountWrite(int bytes, bool extends)
    {
        lock (_gate)
        {
            _requests = _requests with
            {
                Writes = _requests.Writes + 1,
                ExtendingWrites = _requests.ExtendingWrites + (extends ? 1 : 0),
                Bytes = _requests.Bytes + bytes,
            };
        }
    }

    /// <summary>Sends a write to the server at a time, and says when it is answered.</summary>
    internal TimeSpan Send(TimeSpan start, int bytes, bool extends)
    {
        lock (_gate)
        {
            // A file asks for one write at a time: it is not busy with making itself longer.
            TimeSpan fileIsFree = start;
            return _link.TakeWrite(profile, start, bytes, extends, ref fileIsFree);
        }
    }

    /// <summary>Takes a request to set a length that starts at a time, and says when it ends.</summary>
    internal TimeSpan TakeLengthChange(TimeSpan start)
    {
        lock (_gate)
        {
            _requests = _requests with { LengthChanges = _requests.LengthChanges + 1 };
            return After(start, profile.RoundTripsOf.SetLength);
        }
    }

    /// <summary>Takes a request to open a file that starts at a time, and says when it ends.</summary>
    /// <param name="start">When it starts.</param>
    /// <param name="empties">Whether the file is emptied, for which .NET sets its length.</param>
    internal TimeSpan TakeOpening(TimeSpan start, bool empties)
    {
        lock (_gate)
        {
            _requests = _requests with { Opens = _requests.Opens + 1 };
            return After(start, profile.RoundTripsOf.Open + (empties ? profile.RoundTripsOf.SetLength : 0));
        }
    }

    /// <summary>Takes a request to bring a file to the disk that starts at a time, and says when it ends.</summary>
    internal TimeSpan TakeSync(TimeSpan start)
    {
        lock (_gate)
        {
            _requests = _requests with { Syncs = _requests.Syncs + 1 };
            return After(start, profile.RoundTripsOf.Sync);
        }
    }

    /// <summary>Takes the end of a file that starts at a time, and says when it ends.</summary>
    internal TimeSpan TakeClosing(TimeSpan start) => After(start, profile.RoundTripsOf.Close);

    internal static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;

    private TimeSpan After(TimeSpan start, int roundTrips) => start + (profile.Metadata * roundTrips);
}
