namespace StreamTuning;

/// <summary>What a copy to a path does with a file that is there already.</summary>
public enum FileReplacement
{
    /// <summary>
    /// The file is truncated and written in place, as <see cref="File.Create(string)"/> would: links are followed, and permissions, owner
    /// and hard links stay. A copy that fails leaves the data that have arrived; the file is empty if a share has failed a write.
    /// </summary>
    InPlace,

    /// <summary>
    /// The data go to a hidden file in the same directory, which takes the file's place when it is complete. A copy that fails leaves the
    /// old file as it was. Symbolic links are followed where the platform can resolve them (.NET 8 and later); devices and named pipes are
    /// written in place. Other hard links to the old file keep the old content.
    /// </summary>
    /// <remarks>
    /// On Unix the hidden file is for its owner alone (mode 0600) until it is complete. It then gets owner, group, POSIX access control
    /// list and mode of the old file as far as the process may give them, but never setuid, setgid or sticky bit. File systems that ignore
    /// modes give it the rights of any file. A file that something is mounted on cannot be replaced: it is written in place when all data
    /// have been collected, and if that fails, the hidden file is kept and the exception names it.
    /// </remarks>
    Atomic,
}
