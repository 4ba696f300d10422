namespace StreamTuning.SimulatedShare;

/// <summary>
/// How many round trips requests take that are no writes; each costs <see cref="SlowShareProfile.Metadata"/>. A request that is not listed
/// takes one if it changes something, and none otherwise.
/// </summary>
/// <param name="Open">Creating or opening a file, with its lock.</param>
/// <param name="SetLength">Setting the length of a file.</param>
/// <param name="Rename">Giving a file a name that is free.</param>
/// <param name="Replace">Giving a file the name of another.</param>
/// <param name="Sync">Bringing a file to the disk.</param>
/// <param name="Close">Closing a file, once for each time that it was opened.</param>
/// <param name="Look">Looking for a name or for the attributes of a file that the client does not remember.</param>
/// <param name="FreeSpace">Asking how much room there is.</param>
/// <param name="Remembers">How long the client remembers whether a file has a name. It always knows the attributes of an open file.</param>
public sealed record ShareRoundTrips(
    int Open, int SetLength, int Rename, int Replace, int Sync, int Close, int Look, int FreeSpace, TimeSpan Remembers)
{
    /// <summary>One for each change, none for questions.</summary>
    public static ShareRoundTrips OfChanges { get; } =
        new(Open: 1, SetLength: 1, Rename: 1, Replace: 1, Sync: 1, Close: 0, Look: 0, FreeSpace: 0, TimeSpan.Zero);

    /// <summary>The CIFS client of Linux 6.1 with a default mount. It closes a file later, when nobody waits.</summary>
    public static ShareRoundTrips OfCifs { get; } =
        new(Open: 1, SetLength: 3, Rename: 3, Replace: 2, Sync: 1, Close: 0, Look: 1, FreeSpace: 2, TimeSpan.FromSeconds(1));

    /// <summary>
    /// The NFS 4.2 client of Linux 6.1 with a default mount. It asks the server for locks: .NET takes one when it opens a file and returns
    /// it when it closes the file.
    /// </summary>
    public static ShareRoundTrips OfNfs { get; } =
        new(Open: 2, SetLength: 1, Rename: 1, Replace: 1, Sync: 0, Close: 2, Look: 1, FreeSpace: 1, TimeSpan.FromSeconds(3));
}
