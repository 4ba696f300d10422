namespace StreamTuning;

/// <summary>A file that is being staged in a root, and how many bytes of the root are still promised to it.</summary>
internal sealed class PromisedFile(TempFile file, TempRoot root, long promised) : IDisposable
{
    private long _promised = promised;
    private bool _isHandedOver;

    public TempRoot Root => root;

    public string Path => file.Path;

    public bool IsOnShare => file.IsOnShare;

    public FileStream Stream { get; } = file.Stream;

    /// <summary>A share does not answer, and nobody waits for it: the file can only be deleted when it does.</summary>
    public void NoteUnanswered(Task question) => file.Unanswered = question;

    /// <summary>Bytes have been written that were promised.</summary>
    public void NoteWritten(long count)
    {
        count = Math.Min(count, _promised);
        _promised -= count;
        root.Promise(-count);
    }

    /// <summary>The file is complete, and belongs to the caller.</summary>
    public TempFile HandOver()
    {
        NoteWritten(_promised);
        _isHandedOver = true;
        return file;
    }

    /// <summary>Deletes the file, unless it has been handed over.</summary>
    public void Dispose()
    {
        NoteWritten(_promised);
        if (!_isHandedOver)
        {
            file.Dispose();
        }
    }
}
