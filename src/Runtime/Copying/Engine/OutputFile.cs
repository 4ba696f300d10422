using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// An open file that a copy writes. As it stands here it is one that the caller has opened: it gets one request after the other through the
/// stream's own (perhaps overridden) methods. Never through its handle: a handle that was opened elsewhere may append whatever offset it is
/// given. <see cref="OwnFile"/> is one that we open ourselves; so is <c>StagedFile</c>, which moves on when its directory fills up.
/// </summary>
internal class OutputFile
{
    // Of fcntl.h: F_GETFL, O_APPEND of Linux and macOS, and O_DSYNC.
    private const int GetFlags = 3;
    private const int LinuxAppend = 0x400;
    private const int MacAppend = 8;
    private const int LinuxSynchronous = 0x1000; // O_DSYNC, which O_SYNC contains

    private const int MostTries = 3;

    private FileStream _stream;
    private SafeFileHandle? _handle;
    private Mount? _mount;
    private Mount? _experience;
    private uint? _lowLength;
    private int? _flags;

    /// <param name="stream">The file, open for writing.</param>
    /// <param name="mayBuffer">Whether the stream may keep small writes in a buffer of its own.</param>
    /// <param name="originalLength">The length, where that is known and need not be asked for.</param>
    public OutputFile(FileStream stream, bool mayBuffer, long? originalLength = null)
    {
        _stream = stream;
        MayBuffer = mayBuffer;
        OriginalLength = originalLength;
        CanSeek = stream.CanSeek;
        Start = CanSeek ? stream.Position : 0;
    }

    public bool CanSeek { get; }

    /// <summary>The file; another one after staging has moved on to another directory.</summary>
    protected FileStream Stream
    {
        get => _stream;
        set => (_stream, _handle, _mount, _experience) = (value, null, null, null);
    }

    /// <summary>To be asked for before anything is written: a stream first writes whatever is in its buffer, which may fail.</summary>
    public SafeFileHandle Handle => _handle ??= Stream.SafeFileHandle;

    public long Length => Stream.Length;

    /// <summary>Where the copy starts.</summary>
    public long Start { get; }

    /// <summary>
    /// The length before the copy, which is at least left; <see langword="null"/> until <see cref="NoteLength"/> has been called.
    /// </summary>
    public long? OriginalLength { get; private set; }

    /// <summary>Whether several writes may be under way at once, each at its own offset.</summary>
    public virtual bool WritesInParallel => false;

    /// <summary>Where blocks can be written past the stream; <see langword="null"/> for a file that is not ours.</summary>
    public virtual SafeFileHandle? OwnHandle => null;

    /// <summary>Whether the copy has opened the file and closes it.</summary>
    public virtual bool IsOwn => false;

    /// <summary>The file system that the file is on, asked once, unless the settings of the copy bring it.</summary>
    public Mount Mount
    {
        get => _mount ??= Mount.Of(Handle, Stream.Name);
        set => (_mount, _experience) = (value, value);
    }

    /// <summary>Where copies note what they find out. A type that does something of its own shares it with no other file.</summary>
    public Mount Experience => _experience ??= IsPlainFileStream ? Mount : new Mount(MountKind.Unknown);

    /// <summary>Whether nobody takes the file for complete, whatever its length: it gets its name when it is.</summary>
    public virtual bool IsHidden => false;

    /// <summary>Whether the stream may keep small writes in a buffer of its own.</summary>
    public bool MayBuffer { get; }

    /// <summary>How much disk space was reserved; what is not used must be given back.</summary>
    public long PreallocatedLength { get; private set; }

    /// <summary>Whether the stream is what .NET itself opens, and does nothing of its own before it is closed.</summary>
    public bool IsPlainFileStream => Stream is SettlingFileStream || Stream.GetType() == typeof(FileStream);

    /// <summary>Whether the file is on a disk of this machine, asked once. Unknown counts as no.</summary>
    public bool IsOnLocalDisk => Mount.IsLocal;

    /// <summary>Whether somebody has asked already, and the file is on a disk of this machine.</summary>
    public bool IsKnownLocal => _mount is { IsLocal: true };

    /// <summary>Whether the file is written as one on a disk of this machine, which a type with its own idea of writing is not.</summary>
    public virtual bool IsLocalDisk => CanSeek && IsPlainFileStream && IsOnLocalDisk;

    /// <summary>Whether a length is set ahead on any file system, to find out early that there is no room.</summary>
    public virtual bool ReservesRoom => false;

    /// <summary>A question to the server that the copy does not wait for any more, and that still holds the file.</summary>
    public Task? Unanswered { get; set; }

    /// <summary>How often the file has become one on another disk, perhaps of another kind.</summary>
    public virtual int Moves => 0;

    /// <summary>
    /// Whether every write goes to the end of the file, wherever that is: a length that is set ahead would stay in front of the data.
    /// </summary>
    public bool Appends => (Flags & (RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? MacAppend : LinuxAppend)) != 0;

    /// <summary>Whether a write returns when the server has it, on a share of a kernel client. Elsewhere nobody knows.</summary>
    public bool WritesThrough => Mount is { IsKernelClient: true } mount && (mount.WritesThrough || (Flags & LinuxSynchronous) != 0);

    // Of fcntl(2); none where the system has no such flags.
    private int Flags => _flags ??= CanSeek ? FlagsOf(Handle) : 0;

    /// <summary>Whether a small block can be written past the stream's buffer.</summary>
    public bool CanWritePastBuffer =>
#if NET
        IsPlainFileStream && CanSeek && !OperatingSystem.IsWindows() && !Appends;
#else
        false;
#endif

    /// <summary>To be called before anything is changed.</summary>
    /// <param name="written">
    /// How much was written before: the lower half of the length is enough as long as that is far less than the upper half counts.
    /// </param>
    public void NoteLength(long written = 0)
    {
        if (written > int.MaxValue)
        {
            FindOriginalLength();
        }

        if (!CanSeek || OriginalLength is not null || _lowLength is not null)
        {
            return;
        }

        // After a truncation the CIFS client would ask its server. Only a failure needs the length, and can find out the rest of it.
        _lowLength = Mount.Kind is MountKind.Cifs ? LinuxFile.LowLengthOf(Handle) : null;
        if (_lowLength is null)
        {
            OriginalLength = Stream.Length;
        }
    }

    /// <summary>Reserves space for so many bytes on a local disk, if it has room.</summary>
    public void Preallocate(long length)
    {
        if (OwnHandle is { } handle && Mount.Kind is MountKind.Disk && LocalDisk.TryPreallocate(handle, length))
        {
            PreallocatedLength = length;
        }
    }

    /// <summary>Writes a block at an offset from <see cref="Start"/>; the block must stay untouched until the task is complete.</summary>
    public virtual ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        // Without the token: a write that is under way cannot be called back, and its outcome must be known.
        if (async)
        {
#if NET
            return Stream.WriteAsync(buffer.AsMemory(offset, count), CancellationToken.None);
#else
            return new ValueTask(Stream.WriteAsync(buffer, offset, count, CancellationToken.None));
#endif
        }

        Stream.Write(buffer, offset, count);
        return default;
    }

    /// <summary>
    /// Writes a block that the stream would keep in its buffer, where that can be done: see <see cref="CanWritePastBuffer"/>.
    /// </summary>
    public async ValueTask WritePastBufferAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
#if NET
        if (async)
        {
            await RandomAccess.WriteAsync(Handle, buffer.AsMemory(offset, count), position, CancellationToken.None).ConfigureAwait(false);
        }
        else
        {
            RandomAccess.Write(Handle, buffer.AsSpan(offset, count), position);
        }

        Stream.Position = position + count;
#else
        await WriteAsync(buffer, offset, count, position, async).ConfigureAwait(false);
#endif
    }

    public virtual void SetLength(long length) => Stream.SetLength(length);

    public ValueTask FlushAsync(bool async)
    {
        if (async)
        {
            return new ValueTask(Stream.FlushAsync(CancellationToken.None));
        }

        Stream.Flush();
        return default;
    }

    /// <summary>Learns whether what was written has arrived; see <see cref="WriteBack"/>. Waits for a server.</summary>
    /// <exception cref="IOException">Something that was acknowledged is lost: nothing that this copy has written counts.</exception>
    public virtual void Settle(WriteBack writeBack)
    {
        if (!IsPlainFileStream)
        {
            // A type of its own may know more than the system does.
            Stream.Flush(flushToDisk: true);
        }

        if (Mount.Kind is MountKind.Cifs)
        {
            Explained(() => writeBack.Send(Handle));
            return;
        }

        Flush(writeBack);
    }

    /// <summary>Has a part of the file sent while the copy goes on; see <see cref="WriteBack.StartToSend"/>.</summary>
    public void StartToSend(WriteBack writeBack, long offset, long count) => writeBack.StartToSend(Handle, offset, count);

    /// <summary>Brings the file, and the directory with its name, to the disk. Waits for it.</summary>
    public void FlushToDisk(WriteBack writeBack)
    {
        if (!CanSeek)
        {
            // A device or a pipe is on no disk. Windows would report an error, or wait until somebody has read everything.
            return;
        }

        Flush(writeBack);
        if (!IsHidden && Path.IsPathRooted(Stream.Name))
        {
            writeBack.FlushDirectory(Path.GetDirectoryName(Stream.Name)!);
        }
    }

    /// <summary>The exception as the caller gets it: it names the file that was asked for.</summary>
    public virtual Exception Explain(Exception error) => error;

    /// <summary>
    /// After the one write of a copy has failed, before which nobody asked for the length: where the part of it ends that a full disk took.
    /// It is read again, since the file may have been longer than the position before.
    /// </summary>
    public long EndOfPart(Block block)
    {
        try
        {
            if (!CanSeek || !IsOnLocalDisk || UnixHandle.TryOpenAgain(Handle) is not { } again)
            {
                return Start;
            }

            using var reader = new FileStream(again, FileAccess.Read, bufferSize: 1);
            byte[] part = new byte[Math.Max(0, Math.Min(block.Pending, reader.Length - Start))];
            reader.Position = Start;
            int read = 0;
            while (read < part.Length && reader.Read(part, read, part.Length - read) is > 0 and var more)
            {
                read += more;
            }

            return part.AsSpan(0, read).SequenceEqual(block.Buffer.AsSpan(block.Start, read)) ? Start + read : Start;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ObjectDisposedException)
        {
            return Start;
        }
    }

    /// <summary>
    /// After a failure, as far as it can be done: leaves the file at the end of what was written, and nothing behind that was not there
    /// before.
    /// </summary>
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
                if (Appends)
                {
                    // What was delivered is behind the old end, wherever that was.
                    return;
                }

                FindOriginalLength();

                // More than once: after a full disk, the client of NFS may leave a page where it was told to leave a part of one.
                for (int tries = 0; tries < MostTries && OriginalLength is { } original && Stream.Length > Math.Max(original, end); tries++)
                {
                    SetLength(Math.Max(original, end));
                }

                Stream.Position = end;
                return;
            }
            catch (Exception)
            {
                // What made the copy fail says more.
            }
        }
    }

    /// <summary>The file has not become shorter, and not longer by as much as the upper half of a length counts.</summary>
    private void FindOriginalLength()
    {
        if (OriginalLength is null && _lowLength is { } low)
        {
            long length = Stream.Length;
            OriginalLength = length - (uint)(length - low);
        }
    }

    /// <summary>After a failure on a server that does not answer: without asking it for anything.</summary>
    public virtual void Leave(long end)
    {
        try
        {
            Stream.Position = end;
        }
        catch (Exception e) when (e is IOException or NotSupportedException or ObjectDisposedException)
        {
        }
    }

    private void Flush(WriteBack writeBack) => Explained(() => writeBack.Flush(Handle));

    private void Explained(Action call)
    {
        try
        {
            call();
        }
        catch (IOException e)
        {
            throw FileErrors.Of(Stream.Name, e);
        }
    }

    private static int FlagsOf(SafeFileHandle file)
    {
        try
        {
            return RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? 0 : Math.Max(0, Control(file, GetFlags));
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return 0;
        }
    }

    [DllImport("libc", EntryPoint = "fcntl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, int command);
}
