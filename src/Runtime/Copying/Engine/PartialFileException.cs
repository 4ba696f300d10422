namespace StreamTuning;

/// <summary>
/// A copy that could only write in place has failed after the old content was gone: only the temporary file holds all of the data.
/// </summary>
internal sealed class PartialFileException : IOException
{
    public PartialFileException(string temporary, string path, Exception inner)
        : base(
            $"'{path}' is a mount point, was written in place, and holds only a part. "
            + $"The temporary file '{temporary}' holds all: {inner.Message}",
            inner)
    {
        HResult = inner.HResult;
    }
}
