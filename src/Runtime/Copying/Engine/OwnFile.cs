using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>A file that the copy opens, and what becomes of it when the copy is complete or has failed.</summary>
internal sealed class OwnFile : IDisposable
{
    private readonly string _path;
    private readonly string _finalPath;
    private readonly DirectoryHandle? _directory;
    private readonly bool _takesRights;
    private readonly bool _isUnnamed;
    private readonly bool _replaces;
    private readonly bool _isStaged;
    private readonly bool _emptyOnFailure;
    private string? _hidden;
    private bool _isPublished;

    private OwnFile(
        FileStream stream,
        string path,
        bool isUnnamed = false,
        string? hidden = null,
        DirectoryHandle? directory = null,
        bool takesRights = false,
        bool replaces = false,
        bool isStaged = false,
        bool emptyOnFailure = false,
        bool isNew = true)
    {
        Stream = stream;
        _isUnnamed = isUnnamed;
        _path = path;
        _finalPath = directory?.PathOf(Path.GetFileName(path)) ?? path;
        _hidden = hidden;
        _directory = directory;
        _takesRights = takesRights;
        _replaces = replaces;
        _isStaged = isStaged;
        _emptyOnFailure = emptyOnFailure;
        Target = new OwnFileTarget(stream, path, isHidden: isUnnamed || hidden is not null, isNew);
    }

    private OwnFileTarget Target { get; }

    private FileStream Stream { get; }

    /// <summary>
    /// A new file that gets its name, if that is free, when it is complete. Where the system can do it, it has none before.
    /// </summary>
    public static OwnFile CreateNew(string path, bool async)
    {
        string directory = Path.GetDirectoryName(path)!;
        if (UnnamedFile.TryCreate(directory) is not { } unnamed)
        {
            return CreateHidden(path, replaces: false, takesRights: false, async);
        }

        return new OwnFile(Over(unnamed), path, isUnnamed: true, directory: DirectoryHandle.OpenIfTooLong(directory, Path.GetFileName(path)));
    }

    /// <summary>
    /// A new file that takes the place of one that exists when it is complete, with the rights of that, and is for its owner alone before.
    /// </summary>
    public static OwnFile CreateReplacement(string path, bool async) => CreateHidden(path, replaces: true, takesRights: true, async);

    /// <summary>
    /// A new file that gets its name when it is complete, whoever has it by then; from a file that has it, it takes over the rights.
    /// </summary>
    public static OwnFile CreateNewOrReplacement(string path, bool async) => CreateHidden(path, replaces: true, takesRights: false, async);

    /// <summary>A new file next to a mounted one, whose place it cannot take.</summary>
    public static OwnFile CreateStaged(string path, bool async)
    {
        // A mounted file that cannot be written is found before all the work.
        Open(path, FileMode.Open, async).Dispose();
        return CreateHidden(path, replaces: false, takesRights: true, async, isStaged: true);
    }

    /// <summary>What is there under the path, truncated.</summary>
    public static OwnFile OpenInPlace(string path, bool emptyOnFailure, bool async) =>
        new(Open(path, FileMode.Create, async), path, emptyOnFailure: emptyOnFailure);

    /// <summary>A device, which others may have open too.</summary>
    public static OwnFile OpenDevice(string path, bool async) => new(Open(path, FileMode.Open, async, FileShare.ReadWrite), path, isNew: false);

    /// <summary>A named pipe, as soon as somebody reads it.</summary>
    public static async ValueTask<OwnFile> OpenPipeAsync(string path, bool async, CancellationToken token) =>
        new(await NamedPipe.OpenAsync(path, async, token).ConfigureAwait(false), path, isNew: false);

    /// <summary>Copies everything from an opened source.</summary>
    public ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async) => EngineSwitch.IsOff
        ? new StreamDestination(Stream).ReceiveFromOpenedAsync(source, settings, async)
        : SmallCopy.RunAsync(source, Target, settings, async);

    /// <summary>The copy is complete: closes the file and gives it its name.</summary>
    public async ValueTask PublishAsync(CopySettings settings, bool async)
    {
        if (_isUnnamed)
        {
            UnnamedFile.Link(Target.Handle, _finalPath, _path);
            _isPublished = true;
            Stream.Dispose();
        }
        else
        {
            if (_takesRights || _replaces)
            {
                // A file may have appeared, or gone, since the copy began.
                FileRights? rights = FileRights.Of(_finalPath) ?? (_takesRights ? NewFileRights.In(Path.GetDirectoryName(_finalPath)!) : null);
                await GiveAsync(rights, settings, async).ConfigureAwait(false);
            }

            Stream.Dispose();
            if (_isStaged)
            {
                await WriteInPlaceAsync(settings, async).ConfigureAwait(false);
            }
            else if (_hidden is not null)
            {
                FinalName.Give(_hidden, _finalPath, _replaces, _path);
            }

            _isPublished = true;
        }

        _directory?.Dispose();
        if (Target.IsHidden && settings.Completion == FileCopyCompletion.Durable)
        {
            settings.WriteBack.FlushDirectory(Path.GetDirectoryName(_path)!);
        }
    }

    public void Dispose()
    {
        if (_isPublished)
        {
            return;
        }

        if (Target.Unanswered is { IsCompleted: false } unanswered)
        {
            // The server does not answer, and closing the file would wait for it.
            _ = unanswered.ContinueWith(_ => CleanUp(), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            return;
        }

        CleanUp();
    }

    private async ValueTask GiveAsync(FileRights? rights, CopySettings settings, bool async)
    {
        rights?.GiveTo(Target.Handle);
        if (rights is null || settings.Completion != FileCopyCompletion.Durable)
        {
            return;
        }

        try
        {
            // The copy has brought the content to the disk, but not the rights.
            Target.Unanswered = await WriteBack.RunAsync(() => settings.WriteBack.Flush(Target.Handle), async, settings.Token).ConfigureAwait(false);
        }
        catch (IOException e)
        {
            throw Target.Explain(e);
        }

        if (Target.Unanswered is not null)
        {
            throw new OperationCanceledException(settings.Token);
        }
    }

    private async ValueTask WriteInPlaceAsync(CopySettings settings, bool async)
    {
        // From now on the file may be the only one with the data, even if the process is killed.
        string name = HiddenName.CreateKept();
        string kept = Path.Combine(Path.GetDirectoryName(_hidden)!, name);
        FinalName.Give(_hidden!, kept, replaces: true, _path);
        _hidden = kept;
        try
        {
            string named = Path.Combine(Path.GetDirectoryName(_path)!, name);
            await MountedFile.WriteAsync(kept, _path, settings.ForFile(), async, named).ConfigureAwait(false);
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

        if (_hidden is not null && Path.DirectorySeparatorChar == '/')
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

        if (_hidden is not null)
        {
            UnwantedFile.TryDelete(_hidden);
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
                WriteBack.OfSystem.SettleOwn(Target.Handle);
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

    private static OwnFile CreateHidden(string path, bool replaces, bool takesRights, bool async, bool isStaged = false)
    {
        string directory = Path.GetDirectoryName(path)!;
        string name = HiddenName.CreateIn(directory);
        DirectoryHandle? opened = DirectoryHandle.OpenIfTooLong(directory, name);
        string hidden = opened?.PathOf(name) ?? Path.Combine(directory, name);
        try
        {
            FileStream stream = UnixHandle.TryCreateHidden(hidden, isForOwner: takesRights) is { } handle
                ? Over(handle)
                : Open(hidden, FileMode.CreateNew, async, isForOwner: takesRights);
            return new OwnFile(stream, path, hidden: hidden, directory: opened, takesRights: takesRights, replaces: replaces, isStaged: isStaged);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            opened?.Dispose();
            throw FileErrors.Of(path, e);
        }
    }

    /// <param name="path">The path of the file.</param>
    /// <param name="mode">How it is opened.</param>
    /// <param name="async">Whether to write without a thread.</param>
    /// <param name="share">What others may do with it.</param>
    /// <param name="isForOwner">Whether only its owner may open the new file.</param>
    private static FileStream Open(string path, FileMode mode, bool async, FileShare share = FileShare.None, bool isForOwner = false)
    {
        FileOptions options = async ? FileOptions.Asynchronous : FileOptions.None;
#if NET
        var given = new FileStreamOptions { Mode = mode, Access = FileAccess.Write, Share = share, BufferSize = 0, Options = options };
        if (isForOwner && !OperatingSystem.IsWindows())
        {
            given.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(path, given);
#else
        const int OwnerMayReadAndWrite = 0b110_000_000;
        var stream = new FileStream(path, mode, FileAccess.Write, share, bufferSize: 1, options);
        if (isForOwner && Path.DirectorySeparatorChar == '/')
        {
            _ = UnixFile.ChangeMode(stream.SafeFileHandle, OwnerMayReadAndWrite);
        }

        return stream;
#endif
    }

    private static FileStream Over(SafeFileHandle handle) => new(handle, FileAccess.Write, bufferSize: 1);
}
