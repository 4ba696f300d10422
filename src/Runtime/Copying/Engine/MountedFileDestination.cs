namespace StreamTuning;

/// <summary>A file that something is mounted on, as the configuration of a container is: no other file can take its place.</summary>
internal sealed class MountedFileDestination : OwnFileDestination
{
    private readonly string _path;
    private bool _isTruncated;

    private MountedFileDestination(string path) => _path = path;

    /// <summary>Writes it in place with the content of a file that is complete, and deletes that.</summary>
    /// <param name="complete">The path of the complete file.</param>
    /// <param name="path">The path of the mounted file.</param>
    /// <param name="settings">How to copy.</param>
    /// <param name="async">Whether to return while waiting.</param>
    /// <param name="named">The path of the complete file as exceptions name it, if that is another one.</param>
    /// <exception cref="PartialFileException">
    /// The mounted file holds a part; the other one is kept. After any other exception nothing has changed.
    /// </exception>
    public static async ValueTask WriteAsync(string complete, string path, CopySettings settings, bool async, string? named = null)
    {
        var mounted = new MountedFileDestination(path);
        try
        {
            await mounted.ReceiveWatchedAsync(new FileSource(new FileInfo(complete)), settings, async).ConfigureAwait(false);
        }
        catch (Exception e) when (mounted._isTruncated)
        {
            throw new PartialFileException(named ?? complete, path, e);
        }

        UnwantedFile.TryDelete(complete);
    }

    protected override ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async)
    {
        OwnFile file = OwnFile.OpenInPlace(_path, emptyOnFailure: false, async);
        _isTruncated = true;
        return new ValueTask<OwnFile>(file);
    }
}
