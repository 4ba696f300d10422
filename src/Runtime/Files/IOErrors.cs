namespace StreamTuning;

/// <summary>What the operating system said.</summary>
internal static class IOErrors
{
    /// <summary>
    /// Whether a write of ours failed since the data do not fit. That a file gets too large is not always told as an error of input or
    /// output.
    /// </summary>
    public static bool IsDiskFull(Exception error) => error is ArgumentOutOfRangeException || (error is IOException io && IsDiskFull(io));

    /// <summary>Whether the data do not fit: the disk or the quota is full, or the file system has no files as large.</summary>
    public static bool IsDiskFull(IOException error) => error.HResult switch
    {
        28 or 27 or 122 => true, // ENOSPC, EFBIG, EDQUOT (Linux)
        69 => true, // EDQUOT (macOS)
        unchecked((int)0x80070070) or unchecked((int)0x80070027) => true, // ERROR_DISK_FULL, ERROR_HANDLE_DISK_FULL
        unchecked((int)0x800700DF) => true, // ERROR_FILE_TOO_LARGE
        _ => false,
    };

    /// <summary>Whether the file system has no files as large, however much room there is.</summary>
    public static bool IsFileTooLarge(Exception error) =>
        error is ArgumentOutOfRangeException or IOException { HResult: 27 or unchecked((int)0x800700DF) };
}
