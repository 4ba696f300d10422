namespace StreamTuning;

/// <summary>
/// Deletes what ended processes have left. Three things must come together: the name tells of a process of this machine and boot, that
/// process has ended, and nobody holds the file open.
/// </summary>
internal static class TempSweep
{
    public static int OfFolder(string folder)
    {
        int swept = 0;
        foreach (string path in Directory.GetFileSystemEntries(folder))
        {
            if (ProcessIdentity.TryParse(Path.GetFileName(path)) is { HasEnded: true } && TryDelete(path))
            {
                // The lock of a directory is no file of anybody.
                swept += path.EndsWith(TempName.LockExtension, StringComparison.Ordinal) ? 0 : 1;
            }
        }

        return swept;
    }

    /// <summary>Deletes the folders that had to be made beside the usual one.</summary>
    /// <param name="root">Where they are.</param>
    /// <param name="prefix">What their names begin with, before the identity.</param>
    /// <param name="isOwn">Tells whether a folder belongs to the user of this process.</param>
    public static int OfOtherFolders(string root, string prefix, Func<string, bool> isOwn)
    {
        int swept = 0;
        foreach (string path in Directory.GetDirectories(root, prefix + "*"))
        {
            if (ProcessIdentity.TryParse(Path.GetFileName(path).Substring(prefix.Length)) is { HasEnded: true } && isOwn(path))
            {
                swept += OfFolder(path);
                TryDeleteEmpty(path);
            }
        }

        return swept;
    }

    private static bool TryDelete(string path)
    {
        try
        {
            if ((File.GetAttributes(path) & FileAttributes.Directory) == 0)
            {
                return AbandonedFile.Delete(path);
            }

            using FileStream mark = AbandonedFile.Lock(path + TempName.LockExtension, FileMode.OpenOrCreate);
            Directory.Delete(path, recursive: true);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // In use after all, or gone already: another process sweeps too.
            return false;
        }
    }

    private static void TryDeleteEmpty(string folder)
    {
        try
        {
            Directory.Delete(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }
    }
}
