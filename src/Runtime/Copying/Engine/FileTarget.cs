using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// A file as the copy writes it: one request after the other through the stream's own (perhaps overridden) methods. Never through its handle:
/// a handle that was opened elsewhere may append whatever offset it is given.
/// </summary>
internal class FileTarget
{
    /// <param name="file">The file.</param>
    /// <param name="mayBuffer">Whether the stream may keep small writes in a buffer of its own.</param>
    /// <param name="preallocatedLength">How many bytes of disk space are reserved already.</param>
    /// <param name="originalLength">The length, where that is known and need not be asked for.</param>
    public FileTarget(FileStream file, bool mayBuffer, long preallocatedLength = 0, long? originalLength = null)
    {
        File = file;
        MayBuffer = mayBuffer;
        PreallocatedLength = preallocatedLength;
        OriginalLength = originalLength;
        CanSeek = file.CanSeek;
        Start = CanSeek ? file.Position : 0;
    }

    public bool CanSeek { get; }

    /// <summary>The file; another one after staging has moved on to another directory.</summary>
    protected FileStream File { get; set; }

    public long Length => File.Length;

    /// <summary>Where the copy starts.</summary>
    public long Start { get; }

    /// <summary>The length before the copy, which is at least left; <see langword="null"/> until <see cref="NoteLength"/> has been called.</summary>
    public long? OriginalLength { get; private set; }

    /// <summary>Whether several writes may be under way at once, each at its own offset.</summary>
    public virtual bool WritesInParallel => false;

    /// <summary>Where blocks can be written past the stream; <see langword="null"/> for a file that is not ours.</summary>
    public virtual SafeFileHandle? OwnHandle => null;

    /// <summary>Whether the stream may keep small writes in a buffer of its own.</summary>
    public bool MayBuffer { get; }

    /// <summary>How much disk space was reserved when the file was created; what is not used must be given back.</summary>
    public long PreallocatedLength { get; }

    /// <summary>Whether the stream is what .NET itself opens, and does nothing of its own.</summary>
    public bool IsPlainFileStream => File.GetType() == typeof(FileStream);

    /// <summary>Whether the file is on a disk of this machine. Unknown counts as no, and so does a type that has its own idea of writing.</summary>
    public bool IsLocalDisk => CanSeek && IsPlainFileStream && LocalDisk.Holds(File.Name);

    /// <summary>How often the file has become one on another disk, perhaps of another kind.</summary>
    public virtual int Moves => 0;

    /// <summary>To be called before anything is changed.</summary>
    public void NoteLength()
    {
        if (CanSeek)
        {
            OriginalLength ??= File.Length;
        }
    }

    /// <summary>Writes a block at an offset from <see cref="Start"/>; the block must stay untouched until the task is complete.</summary>
    public virtual ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        // Without the token: a write that is under way cannot be called back, and its outcome must be known.
        if (async)
        {
#if NET
            return File.WriteAsync(buffer.AsMemory(offset, count), CancellationToken.None);
#else
            return new ValueTask(File.WriteAsync(buffer, offset, count, CancellationToken.None));
#endif
        }

        File.Write(buffer, offset, count);
        return default;
    }

    public virtual void SetLength(long length) => File.SetLength(length);

    public ValueTask FlushAsync(bool async)
    {
        if (async)
        {
            return new ValueTask(File.FlushAsync(CancellationToken.None));
        }

        File.Flush();
        return default;
    }

    /// <summary>After a failure, as far as it can be done: leaves the file at the end of what was written, and nothing behind that was not there before.</summary>
    public virtual void TryRestore(long end)
    {
        if (!CanSeek)
        {
            return;
        }

        // Twice: zeros that look like data would stay behind where a share refuses once.
        for (int attempt = 0; attempt < 2; attempt++)
        {
            try
            {
                if (OriginalLength is { } original && File.Length > Math.Max(original, end))
                {
                    SetLength(Math.Max(original, end));
                }

                File.Position = end;
                return;
            }
            catch (Exception)
            {
                // What made the copy fail says more.
            }
        }
    }
}
