namespace StreamTuning;

/// <summary>The files that copies to a path leave in its directory if their process is killed, or their machine loses its power.</summary>
public static class UnfinishedCopies
{
    /// <summary>
    /// Deletes the unfinished files in a directory whose process has ended. No copy does that by itself: the directory is yours.
    /// Subdirectories are not searched.
    /// </summary>
    /// <remarks>
    /// A file is deleted only if its name is one that copies give (<c>.streamtuning-MACHINE-BOOT-PROCESS-START-RANDOM.tmp</c>), the name
    /// tells of this machine, its current start and the PID namespace of this process, the process is known to have ended, and nobody has
    /// the file open. Links and directories stay, and so does any file that cannot be deleted. So do files with a short name
    /// (<c>.streamtuning-RANDOM.tmp</c>), which copies on Windows use if the path would be too long, and complete files that a copy has
    /// kept (<c>.streamtuning-RANDOM.kept</c>). After the machine has been started again, the files from before stay: delete them yourself.
    /// </remarks>
    /// <param name="directory">The directory; a relative path starts at the current directory.</param>
    /// <returns>How many files were deleted.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="directory"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="directory"/> is empty.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="IOException">The directory could not be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be read.</exception>
    public static int Sweep(string directory)
    {
        if (directory is null)
        {
            throw new ArgumentNullException(nameof(directory));
        }

        if (directory.Length == 0)
        {
            throw new ArgumentException("The path is empty.", nameof(directory));
        }

        int swept = 0;
        foreach (string path in Directory.GetFiles(Path.GetFullPath(directory), HiddenName.Pattern))
        {
            if (HiddenName.OwnerOf(Path.GetFileName(path)) is { HasEnded: true } && TryDelete(path))
            {
                swept++;
            }
        }

        return swept;
    }

    private static bool TryDelete(string path)
    {
        try
        {
            return IsFile(path) && AbandonedFile.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // In use after all, or gone already: another process sweeps too.
            return false;
        }
    }

    /// <summary>Whether a path leads to a file itself: copies make no links and no devices.</summary>
    private static bool IsFile(string path) =>
        (File.GetAttributes(path) & (FileAttributes.Directory | FileAttributes.ReparsePoint)) == 0
        && LinuxFile.KindOf(path) is null or LinuxFile.Kind.File;
}
