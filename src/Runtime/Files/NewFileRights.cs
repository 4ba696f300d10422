namespace StreamTuning;

/// <summary>The rights that a directory of Unix gives to a new file, for a file that is moved there.</summary>
internal static class NewFileRights
{
    /// <summary>
    /// Whether a directory gives its new files more than the mask of the process leaves: its group, or an access control list.
    /// </summary>
    public static bool AreInherited(string directory)
    {
        const int SetGroup = 0x400; // S_ISGID
        return LinuxFile.ModeOf(directory) is { } mode
            && ((mode & SetGroup) != 0 || ExtendedAttribute.Read(directory, ExtendedAttribute.DefaultAccessList, out _) == 0);
    }

    /// <summary>The rights of an empty file that is created in the directory and deleted at once.</summary>
    /// <returns><see langword="null"/> if none can be created; whatever else is created there fails as well.</returns>
    public static FileRights? In(string directory)
    {
        using (var unnamed = UnnamedFile.TryCreate(directory))
        {
            if (unnamed is not null)
            {
                return FileRights.Of(UnixHandle.PathOf(unnamed));
            }
        }

        string probe = Path.Combine(directory, HiddenName.Create());
        try
        {
            new FileStream(probe, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite, bufferSize: 1).Dispose();
            try
            {
                return FileRights.Of(probe);
            }
            finally
            {
                File.Delete(probe);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
