namespace StreamTuning;

/// <summary>
/// A file that a request has filled. It may be deleted as long as nobody else has written it, or put another one in its place.
/// </summary>
internal sealed class FilledFile
{
    private readonly FileStamp.Identity _identity;
    private readonly FileStream? _open;
    private FileStamp? _stamp;
    private bool _isKept;

    private FilledFile(string path, FileStamp.Identity identity, FileStream? open, FileStamp? stamp)
    {
        Path = path;
        _identity = identity;
        _open = open;
        _stamp = stamp;
    }

    /// <summary>Where it is.</summary>
    public string Path { get; private set; }

    /// <summary>Whether the program still has it open.</summary>
    public bool IsOpen => _open?.CanWrite == true;

    /// <summary>Whether a file that was found is the one that was filled, as it was left, and its name was never another's.</summary>
    public bool IsOwnAs(FileStamp found) => !_isKept && (_stamp is { } known ? found == known : found.Id == _identity);

    /// <summary>A file that has just got all it gets.</summary>
    public static FilledFile? Of(string path) => FileStamp.Of(path) is { } stamp ? new FilledFile(path, stamp.Id, open: null, stamp) : null;

    /// <summary>A file that is being filled.</summary>
    public static FilledFile Of(FileStream file) => new(file.Name, FileStamp.IdentityOf(file), file, stamp: null);

    /// <summary>A hidden name next to a path.</summary>
    public static string HiddenNextTo(string path) =>
        System.IO.Path.Combine(System.IO.Path.GetDirectoryName(path)!, $".streamtuning-{Guid.NewGuid():N}.tmp");

    /// <summary>To be called when the program has probably closed the file: from now on every write to it is somebody else's.</summary>
    public void Settle()
    {
        if (_stamp is null && !IsOpen)
        {
            _stamp = FileStamp.Of(Path) is { } stamp && stamp.Id == _identity ? stamp : default(FileStamp);
        }
    }

    /// <summary>Gives the file its final name, which must be free.</summary>
    /// <exception cref="IOException">The name is taken, or the system refused.</exception>
    /// <exception cref="UnauthorizedAccessException">The name may not be given.</exception>
    public void MoveTo(string path)
    {
        FinalName.Give(Path, path, replaces: false);
        Path = path;
    }

    /// <summary>Gives the file the name of another one, which is gone then.</summary>
    /// <param name="path">The name.</param>
    /// <param name="isOfOthers">Whether the other one was not made by the request: if so, undoing keeps the new file.</param>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="UnauthorizedAccessException">The name may not be given.</exception>
    public void Replace(string path, bool isOfOthers)
    {
        if (!OperatingSystem.IsWindows() && UnixFile.ModeOf(path) is { } mode)
        {
            File.SetUnixFileMode(Path, (UnixFileMode)mode);
        }

        File.Move(Path, path, overwrite: true);
        Path = path;
        _isKept = isOfOthers;
    }

    /// <summary>Deletes the file, if it is still its own.</summary>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be deleted.</exception>
    public void Delete()
    {
        if (!IsOwnAt(Path))
        {
            return;
        }

        // Another one may take the name at this moment. Nobody finds the hidden one.
        string hidden = HiddenNextTo(Path);
        File.Move(Path, hidden, overwrite: true);
        if (IsOwnAt(hidden))
        {
            File.Delete(hidden);
        }
        else
        {
            FinalName.Give(hidden, Path, replaces: false);
        }
    }

    private bool IsOwnAt(string path) => FileStamp.Of(path) is { } found && IsOwnAs(found);
}
