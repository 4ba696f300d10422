namespace StreamTuning;

/// <summary>What a copy to a path does with a file that is there already.</summary>
public enum FileReplacement
{
    /// <summary>
    /// The file is truncated and written in place, as <see cref="File.Create(string)"/> would: links are followed, and permissions, owner and
    /// hard links stay. A copy that fails leaves what it had written.
    /// </summary>
    InPlace,

    /// <summary>
    /// The data go to a temporary file in the same directory, which takes the file's place when it is complete. A copy that fails leaves the
    /// old file as it was. Symbolic links are followed where the platform can resolve them (.NET 8 and later); devices and named pipes are
    /// written in place. Other hard links to the old file keep the old content.
    /// </summary>
    Atomic,
}
