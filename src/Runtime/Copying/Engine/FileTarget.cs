namespace StreamTuning;

/// <summary>
/// A file as the copy writes it: one request after the other through the stream's own (perhaps overridden) methods. Never through its handle:
/// a handle that was opened elsewhere may append whatever offset it is given.
/// </summary>
internal class FileTarget
{
    private readonly FileStream _file;
    private bool? _isLocalDisk;

    /// <param name="file">The file.</param>
    /// <param name="mayBuffer">Whether the stream may keep small writes in a buffer of its own.</param>
    /// <param name="preallocatedLength">How many bytes of disk space are reserved already.</param>
    public FileTarget(FileStream file, bool mayBuffer, long preallocatedLength = 0)
    {
        _file = file;
        MayBuffer = mayBuffer;
        PreallocatedLength = preallocatedLength;
        CanSeek = file.CanSeek;
        if (CanSeek)
        {
            Start = file.Position;
            OriginalLength = file.Length;
        }
    }

    public bool CanSeek { get; }

    /// <summary>Where the copy starts.</summary>
    public long Start { get; }

    /// <summary>The length before the copy: it never gets shorter than that.</summary>
    public long OriginalLength { get; }

    /// <summary>Whether several writes may be under way at once, each at its own offset.</summary>
    public virtual bool WritesInParallel => false;

    /// <summary>Whether the stream may keep small writes in a buffer of its own.</summary>
    public bool MayBuffer { get; }

    /// <summary>How much disk space was reserved when the file was created; what is not used must be given back.</summary>
    public long PreallocatedLength { get; }

    /// <summary>Whether the file is on a disk of this machine. Unknown counts as no, and so does a type that has its own idea of writing.</summary>
    public bool IsLocalDisk => _isLocalDisk ??= CanSeek && _file.GetType() == typeof(FileStream) && LocalDisk.Holds(_file.Name);

    /// <summary>Writes a block at an offset from <see cref="Start"/>; the block must stay untouched until the task is complete.</summary>
    public virtual ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        // Without the token: a write that is under way cannot be called back, and its outcome must be known.
        if (async)
        {
#if NET
            return _file.WriteAsync(buffer.AsMemory(offset, count), CancellationToken.None);
#else
            return new ValueTask(_file.WriteAsync(buffer, offset, count, CancellationToken.None));
#endif
        }

        _file.Write(buffer, offset, count);
        return default;
    }

    public virtual void SetLength(long length) => _file.SetLength(length);

    public ValueTask FlushAsync(bool async)
    {
        if (async)
        {
            return new ValueTask(_file.FlushAsync(CancellationToken.None));
        }

        _file.Flush();
        return default;
    }

    /// <summary>Leaves the file at a position, and not longer than a length.</summary>
    public void Restore(long position, long length)
    {
        if (!CanSeek)
        {
            return;
        }

        if (_file.Length > length)
        {
            SetLength(length);
        }

        _file.Position = position;
    }
}
