namespace StreamTuning;

/// <summary>What must have happened before a copy into a file succeeds.</summary>
public enum FileCopyCompletion
{
    /// <summary>
    /// The server of a share has acknowledged every write, so a full disk, a quota or a lost connection that it reports late makes the copy
    /// fail. A file that the copy opens itself is flushed as closing it would; a <see cref="FileStream"/> of the caller gets one flush,
    /// unless the data were a single write. Disks of this machine are not asked for anything.
    /// </summary>
    Acknowledged,

    /// <summary>
    /// The operating system has taken every write. A share may still lose them, and nobody hears of it: as with
    /// <see cref="Stream.CopyToAsync(Stream)"/>.
    /// </summary>
    Written,

    /// <summary>
    /// As <see cref="Acknowledged"/>, and the file and the directory with its name are on the disk, so they survive a power cut:
    /// <c>fsync</c>, or <c>FlushFileBuffers</c> on Windows. A disk may take tens of milliseconds for that. After the file has its
    /// name, the copy only flushes the directory. You can't cancel that.
    /// </summary>
    Durable,
}
