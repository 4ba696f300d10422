namespace StreamTuning;

/// <summary>A file that nobody needs any more.</summary>
internal static class UnwantedFile
{
    /// <summary>Deletes it if that is possible: there is nothing to gain from a failure, and a sweep finds most of what is left.</summary>
    public static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }
    }
}
