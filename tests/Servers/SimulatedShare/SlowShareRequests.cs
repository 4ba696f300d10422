namespace StreamTuning.SimulatedShare;

/// <summary>What a share has been asked for. The properties that are no parameters, except <see cref="Syncs"/>, are counted by <see cref="ShareMount"/> only.</summary>
/// <param name="Writes">Write requests, also those that failed.</param>
/// <param name="ExtendingWrites">Those of them that made a file longer.</param>
/// <param name="LengthChanges">Requests to set the length of a file.</param>
/// <param name="Opens">Requests to create or open a file.</param>
/// <param name="Bytes">Bytes written.</param>
public readonly record struct SlowShareRequests(int Writes, int ExtendingWrites, int LengthChanges, int Opens, long Bytes)
{
    /// <summary>Those requests among <see cref="Opens"/> that came for a file that did not exist.</summary>
    public int Creates { get; init; }

    /// <summary>Read requests.</summary>
    public int Reads { get; init; }

    /// <summary>Bytes read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Requests to reserve space (<c>fallocate</c>, <see cref="FileStreamOptions.PreallocationSize"/>).</summary>
    public int Preallocations { get; init; }

    /// <summary>Requests to bring a file to the disk (<c>fsync</c>, <see cref="FileStream.Flush(bool)"/>).</summary>
    public int Syncs { get; init; }

    /// <summary>
    /// How often a descriptor was closed, duplicates among them, unless another process has written through it. A client sends something then only if it
    /// has held it back.
    /// </summary>
    public int Flushes { get; init; }

    /// <summary>Requests to give a file or directory another name.</summary>
    public int Renames { get; init; }

    /// <summary>Requests to give a file one more name.</summary>
    public int Links { get; init; }

    /// <summary>Requests to delete a file or directory.</summary>
    public int Deletions { get; init; }

    /// <summary>Requests to make a directory.</summary>
    public int Directories { get; init; }

    /// <summary>Questions how much room there is (<c>statfs</c>, <see cref="DriveInfo.AvailableFreeSpace"/>).</summary>
    public int FreeSpaceRequests { get; init; }

    /// <summary>Requests to change the mode, the owner or the times of a file or directory.</summary>
    public int AttributeChanges { get; init; }

    /// <summary>Requests whether a name is there, or for the length, mode and times of a file. The system answers some of them itself.</summary>
    public int Looks { get; init; }

    /// <summary>
    /// How many requests went to the server: the writes as the client has sent them, and the round trips of everything else. Only these
    /// cost time; all other properties count how often the system has asked the client.
    /// </summary>
    public int RoundTrips { get; init; }

    /// <summary>How many writes there were at the same time, at most.</summary>
    public int MostConcurrentWrites { get; init; }

    /// <summary>How large the write requests were.</summary>
    public WriteSizes WriteSizes { get; init; }
}
