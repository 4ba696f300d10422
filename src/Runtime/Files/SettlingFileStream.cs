namespace StreamTuning;

/// <summary>
/// A file stream like any other, but for one question before it closes: what a share answers when a file is closed, .NET drops.
/// </summary>
internal sealed class SettlingFileStream : FileStream
{
#if NET
    public SettlingFileStream(string path, FileStreamOptions options)
        : base(path, options)
    {
    }
#else
    public SettlingFileStream(string path, FileMode mode, FileAccess access, FileShare share, int bufferSize, FileOptions options)
        : base(path, mode, access, share, bufferSize, options)
    {
    }
#endif

    /// <summary>Called once before the file is closed, also if it throws what a file stream throws that cannot be flushed.</summary>
    public Action? Closing { get; set; }

    protected override void Dispose(bool disposing)
    {
        try
        {
            if (disposing && Closing is { } closing)
            {
                Closing = null;
                closing();
            }
        }
        finally
        {
            base.Dispose(disposing);
        }
    }
}
