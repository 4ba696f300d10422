namespace StreamTuning;

/// <summary>A file of a process that has ended.</summary>
internal static class AbandonedFile
{
    /// <summary>Deletes the file, unless somebody has it open.</summary>
    /// <returns>Whether it was deleted, by this call alone.</returns>
    /// <exception cref="IOException">Somebody has it open, or it is gone.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written or deleted.</exception>
    public static bool Delete(string path)
    {
        // Another one that sweeps may have deleted it between the opening and the lock.
        using FileStream file = Lock(path, FileMode.Open);
        return File.Exists(path);
    }

    /// <summary>Opens a file that nobody else has open, which is deleted when it is closed.</summary>
    public static FileStream Lock(string path, FileMode mode) =>
        new(path, mode, FileAccess.ReadWrite, FileShare.None, bufferSize: 1, FileOptions.DeleteOnClose);
}
