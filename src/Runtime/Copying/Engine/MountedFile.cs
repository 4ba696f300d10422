namespace StreamTuning;

/// <summary>A file that something is mounted on, as the configuration of a container is: no other file can take its place.</summary>
internal static class MountedFile
{
    /// <summary>Writes it in place with the content of a file that is complete, and deletes that.</summary>
    /// <exception cref="PartialFileException">The mounted file holds a part; the other one is kept.</exception>
    public static async ValueTask WriteAsync(string complete, string path, CopySettings settings, bool async)
    {
        try
        {
            await FileCopyExtensions.ReceiveAsync(new FileSource(new FileInfo(complete)), new PathDestination(path), settings, async).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or OperationCanceledException)
        {
            throw new PartialFileException(complete, path, e);
        }

        try
        {
            File.Delete(complete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The data have arrived; a sweep finds what is left.
        }
    }
}
