namespace StreamTuning;

/// <summary>
/// A temporary directory that only the user of the process may open, deleted with all that is in it when it is disposed. Whoever asked for
/// it disposes it. See <see cref="TempSpace.CreateDirectory"/>.
/// </summary>
public sealed class TempDirectory : IDisposable
{
    private FileStream? _mark;

    /// <param name="path">The directory.</param>
    /// <param name="mark">A file that is held open as long as the directory is in use.</param>
    internal TempDirectory(string path, FileStream mark)
    {
        Path = path;
        _mark = mark;
    }

    /// <summary>The full path of the directory. Files may be made in it, and moved out of it.</summary>
    public string Path { get; }

    /// <summary>
    /// Deletes the directory with all that is in it, links themselves and not what they lead to. What cannot be deleted now is swept later.
    /// </summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _mark, null) is not { } mark)
        {
            return;
        }

        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }

        mark.Dispose();
    }
}
