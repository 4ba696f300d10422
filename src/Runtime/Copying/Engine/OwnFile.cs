using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// A file that we open for a copy: written at offsets where .NET can do that, several requests at once. It has its final name at once, or
/// is hidden until the copy is complete; a hidden one leaves nothing behind when the copy fails.
/// </summary>
internal sealed partial class OwnFile : OutputFile, IDisposable
{
    private readonly string _path;
    private readonly string _finalPath;
    private readonly DirectoryHandle? _directory;
    private readonly bool _takesRights;
    private readonly bool _isHidden;
    private readonly bool _isUnnamed;
    private readonly bool _replaces;
    private readonly bool _isBesideMounted;
    private readonly bool _emptyOnFailure;
    private string? _hiddenPath;
    private bool _isPublished;

    /// <param name="stream">The file, without a buffer of its own.</param>
    /// <param name="path">The full path that the caller asked for.</param>
    /// <param name="isUnnamed">Whether the file has no name so far.</param>
    /// <param name="hidden">The path that it has so far, where that is another one.</param>
    /// <param name="directory">What names its directory, where the path is too long.</param>
    /// <param name="takesRights">Whether it gets the rights of the file whose place it takes.</param>
    /// <param name="replaces">Whether it takes the place of a file that has the name.</param>
    /// <param name="isBesideMounted">Whether the file of the path is written with its content, when it is complete.</param>
    /// <param name="emptyOnFailure">Whether nothing of a copy that fails may be left in it.</param>
    /// <param name="isNew">Whether it is known to be empty; some shares go on telling the length from before it was emptied.</param>
    private OwnFile(
        FileStream stream,
        string path,
        bool isUnnamed = false,
        string? hidden = null,
        DirectoryHandle? directory = null,
        bool takesRights = false,
        bool replaces = false,
        bool isBesideMounted = false,
        bool emptyOnFailure = false,
        bool isNew = true)
        : base(stream, mayBuffer: false, originalLength: isNew && stream.CanSeek ? 0 : null)
    {
        _isHidden = isUnnamed || hidden is not null;
        _isUnnamed = isUnnamed;
        _path = path;
        _finalPath = directory?.PathOf(Path.GetFileName(path)) ?? path;
        _hiddenPath = hidden;
        _directory = directory;
        _takesRights = takesRights;
        _replaces = replaces;
        _isBesideMounted = isBesideMounted;
        _emptyOnFailure = emptyOnFailure;
    }

    public override bool IsOwn => true;

    public override bool IsHidden => _isHidden;

#if NET
    public override bool WritesInParallel => CanSeek;

    public override SafeFileHandle? OwnHandle => CanSeek ? Handle : null;

    public override ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
    {
        if (!CanSeek)
        {
            return base.WriteAsync(buffer, offset, count, position, async);
        }

        if (async)
        {
            return RandomAccess.WriteAsync(Handle, buffer.AsMemory(offset, count), position, CancellationToken.None);
        }

        RandomAccess.Write(Handle, buffer.AsSpan(offset, count), position);
        return default;
    }

    public override void SetLength(long length) => RandomAccess.SetLength(Handle, length);
#endif

    public override void Settle(WriteBack writeBack) => writeBack.SettleOwn(Handle);

    /// <summary>The file may have another name, or none, while it is written.</summary>
    public override Exception Explain(Exception error) => FileErrors.Of(_path, error);

    /// <summary>Copies everything from an opened source.</summary>
    public ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async) => EngineSwitch.IsOff
        ? new StreamDestination(Stream).ReceiveFromOpenedAsync(source, settings, async)
        : SmallCopy.RunAsync(source, this, settings, async);

    /// <summary>The copy is complete: closes the file and gives it its name.</summary>
    public async ValueTask PublishAsync(CopySettings settings, bool async)
    {
        if (_isUnnamed)
        {
            UnnamedFile.Link(Handle, _finalPath, _path);
            _isPublished = true;
            Stream.Dispose();
        }
        else
        {
            if (_takesRights || _replaces)
            {
                // A file may have appeared, or gone, since the copy began.
                FileRights? rights =
                    FileRights.Of(_finalPath) ?? (_takesRights ? NewFileRights.In(Path.GetDirectoryName(_finalPath)!) : null);
                await GiveAsync(rights, settings, async).ConfigureAwait(false);
            }

            Stream.Dispose();
            if (_isBesideMounted)
            {
                await WriteInPlaceAsync(settings, async).ConfigureAwait(false);
            }
            else if (_hiddenPath is not null)
            {
                FinalName.Give(_hiddenPath, _finalPath, _replaces, _path);
            }

            _isPublished = true;
        }

        _directory?.Dispose();
        if (IsHidden && settings.Completion == FileCopyCompletion.Durable)
        {
            settings.WriteBack.FlushDirectory(Path.GetDirectoryName(_path)!);
        }
    }

    public void Dispose()
    {
        if (!_isPublished)
        {
            // While a server does not answer, closing the file would wait for it.
            WriteBack.After(Unanswered, CleanUp);
        }
    }

    private async ValueTask GiveAsync(FileRights? rights, CopySettings settings, bool async)
    {
        rights?.GiveTo(Handle);
        if (rights is null || settings.Completion != FileCopyCompletion.Durable)
        {
            return;
        }

        try
        {
            // The copy has brought the content to the disk, but not the rights.
            Unanswered = await WriteBack.RunAsync(() => settings.WriteBack.Flush(Handle), async, settings.Token).ConfigureAwait(false);
        }
        catch (IOException e)
        {
            throw Explain(e);
        }

        if (Unanswered is not null)
        {
            throw new OperationCanceledException(settings.Token);
        }
    }

    private async ValueTask WriteInPlaceAsync(CopySettings settings, bool async)
    {
        // From now on the file may be the only one with the data, even if the process is killed.
        string name = HiddenName.CreateKept();
        string kept = Path.Combine(Path.GetDirectoryName(_hiddenPath)!, name);
        FinalName.Give(_hiddenPath!, kept, replaces: true, _path);
        _hiddenPath = kept;
        try
        {
            string named = Path.Combine(Path.GetDirectoryName(_path)!, name);
            await MountedFileDestination.WriteAsync(kept, _path, settings.ForFile(), async, named).ConfigureAwait(false);
        }
        catch (PartialFileException e)
        {
            _isPublished = true;
            _directory?.Dispose();
            if (e.InnerException is OperationCanceledException)
            {
                throw new OperationCanceledException(e.Message, e, settings.Token);
            }

            throw;
        }
    }

    private void CleanUp()
    {
        // The copy has failed, and that is what the caller hears of.
        try
        {
            if (_emptyOnFailure && Stream.CanSeek)
            {
                Stream.SetLength(0);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ObjectDisposedException)
        {
        }

        if (_hiddenPath is not null && Path.DirectorySeparatorChar == '/')
        {
            EndRequests();
        }

        try
        {
            Stream.Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }

        if (_hiddenPath is not null)
        {
            UnwantedFile.TryDelete(_hiddenPath);
        }

        _directory?.Dispose();
    }

    /// <summary>
    /// A flush of NFS that fails leaves other requests waiting. While one waits, the file cannot be deleted: the client gives it another
    /// name (.nfs...).
    /// </summary>
    private void EndRequests()
    {
        const int MostTries = 5;
        for (int tries = 0; tries < MostTries; tries++)
        {
            try
            {
                WriteBack.OfSystem.SettleOwn(Handle);
                return;
            }
            catch (IOException)
            {
            }
            catch (ObjectDisposedException)
            {
                return;
            }
        }
    }
}
