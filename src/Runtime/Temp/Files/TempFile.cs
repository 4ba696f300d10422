using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>
/// A temporary file that only the user of the process may open, with the stream that it is written and read by. It is deleted when it is
/// disposed, unless it has been moved; whoever asked for it disposes it. See <see cref="TempSpace"/>.
/// </summary>
/// <remarks>
/// Others may read the file by its <see cref="Path"/> while it is open, if they share writing with whoever has it open: on Windows
/// <see cref="FileShare.ReadWrite"/>, which <see cref="OpenRead"/> does. One thread at a time.
/// </remarks>
#if NET
public sealed class TempFile : IDisposable, IAsyncDisposable
#else
public sealed class TempFile : IDisposable
#endif
{
    private readonly bool _deletesOnClose;
    private readonly FileStream _stream;
    private readonly SafeFileHandle _handle;
    private State _state;
    private Exception? _lost;

    internal TempFile(FileStream stream, string path, bool deletesOnClose)
    {
        _stream = stream;
        _deletesOnClose = deletesOnClose;
        Path = path;

        // As long as the stream holds nothing, which it would first write.
        _handle = stream.SafeFileHandle;
        IsOnShare = !Mount.Of(_handle, path).IsLocal;
        if (IsOnShare && stream is SettlingFileStream settling)
        {
            settling.Closing = SettleClosing;
        }
    }

    private enum State
    {
        Temporary,

        /// <summary>Not deleted: there is no other complete file.</summary>
        Kept,
        Moved,
        Disposed,
    }

    /// <summary>Whether it is on no disk of this machine.</summary>
    internal bool IsOnShare { get; }

    /// <summary>A question to a share that nobody waits for any more, and that still holds the file.</summary>
    internal Task? Unanswered { get; set; }

    // By this object, or by whoever was given the stream: a writer, for instance, which closes what it writes to.
    private bool IsClosed => _state is State.Disposed || !_stream.CanRead;

    /// <summary>
    /// The stream, for reading and writing; at the start of the file when that was staged. Owned by this object, which closes it. Who
    /// closes it before can still move the file, or read it by <see cref="OpenRead"/>.
    /// </summary>
    /// <exception cref="ObjectDisposedException">
    /// The stream is closed: the file has been disposed, or has been moved or was to be.
    /// </exception>
    public FileStream Stream => IsClosed ? throw new ObjectDisposedException(nameof(TempFile), "The temporary file is closed.") : _stream;

    /// <summary>The full path; after <see cref="MoveTo"/> the one that it was moved to.</summary>
    public string Path { get; private set; }

    /// <summary>The length in bytes.</summary>
    /// <exception cref="FileNotFoundException">The file has been disposed.</exception>
    public long Length
    {
        get
        {
            ThrowIfDisposed();
            return IsClosed ? new FileInfo(Path).Length : _stream.Length;
        }
    }

    /// <summary>Opens the file for reading once more, from its start. What was written to <see cref="Stream"/> is flushed before.</summary>
    /// <returns>A stream, which the caller disposes.</returns>
    /// <exception cref="FileNotFoundException">The file has been disposed, or deleted.</exception>
    /// <exception cref="IOException">Writing or opening failed, or a share has lost what was written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written or opened any more.</exception>
    public FileStream OpenRead()
    {
        ThrowIfDisposed();
        if (!IsClosed)
        {
            Flush();
        }

        ThrowIfLost();
        return new FileStream(
            Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 4096, FileOptions.Asynchronous);
    }

    /// <summary>
    /// Closes the file and gives it its final name: at once on one volume; from one volume to another by a copy that gets its name when it
    /// is complete. There it has the rights of any new file, those that the directory hands down on Windows, or of the file that it
    /// replaces, but never setuid or setgid.
    /// </summary>
    /// <remarks>
    /// If the other volume is a share, the temporary file is deleted after the server has acknowledged the copy. With
    /// <paramref name="overwrite"/> the file gets owner, group, POSIX access control list and mode of the file that it replaces, as far as
    /// the process may give them. If the file to be replaced is itself a mount point, as files that are mounted into containers are, it is
    /// written in place. If that fails, it holds only a part of the data, and the temporary file is not deleted when this object is
    /// disposed; the exception names it. A sweep deletes it when this process has ended.
    /// </remarks>
    /// <param name="destination">The path, in a directory that exists.</param>
    /// <param name="overwrite">Whether a file, or a link, of that name is replaced. It stays as it is when that fails.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    /// <exception cref="InvalidOperationException">The file has been moved already, or is deleted when it is closed.</exception>
    /// <exception cref="ObjectDisposedException">The file has been disposed.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist. The temporary file can be moved again.</exception>
    /// <exception cref="FileNotFoundException">Somebody has deleted the temporary file.</exception>
    /// <exception cref="IOException">
    /// The name is taken, or moving failed. The temporary file can be moved again, unless a share has lost what was written to it, and is
    /// deleted when it is disposed.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be created there. The temporary file can be moved again.</exception>
    public void MoveTo(string destination, bool overwrite = false) =>
        MoveAsync(destination, overwrite, async: false, CancellationToken.None).GetAwaiter().GetResult();

    /// <param name="destination">The path, in a directory that exists.</param>
    /// <param name="overwrite">Whether a file, or a link, of that name is replaced. It stays as it is when that fails.</param>
    /// <param name="cancellationToken">
    /// Ends a copy to another volume, and the wait for a share that holds the temporary file, which can be moved again.
    /// </param>
    /// <inheritdoc cref="MoveTo"/>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    public Task MoveToAsync(string destination, bool overwrite = false, CancellationToken cancellationToken = default) =>
        MoveAsync(destination, overwrite, async: true, cancellationToken).AsTask();

    /// <summary>
    /// Closes the file and deletes it, unless it has been moved. What cannot be deleted now is swept when this process has ended. If a move
    /// was cancelled because a share did not answer, the file is deleted in the background when it does.
    /// </summary>
    public void Dispose()
    {
        if (TryDisposeLater())
        {
            return;
        }

        Close();
        Delete();
    }

    /// <inheritdoc cref="Dispose"/>
    public async ValueTask DisposeAsync()
    {
        if (TryDisposeLater())
        {
            return;
        }

        try
        {
#if NET
            StopAsking();
            await _stream.DisposeAsync().ConfigureAwait(false);
#else
            CloseUnasked();
            await Task.CompletedTask.ConfigureAwait(false);
#endif
        }
        catch (Exception e) when (IsOfFile(e))
        {
        }

        Delete();
    }

    private async ValueTask MoveAsync(string destination, bool overwrite, bool async, CancellationToken token)
    {
        if (destination is null)
        {
            throw new ArgumentNullException(nameof(destination));
        }

        if (destination.Length == 0)
        {
            throw new ArgumentException("The path is empty.", nameof(destination));
        }

        ThrowIfNotMovable();
        token.ThrowIfCancellationRequested();
        string fullPath = System.IO.Path.GetFullPath(destination);
        if (!IsClosed)
        {
            await CompleteWritingAsync(async, token).ConfigureAwait(false);
            ThrowIfLost();
            CloseUnasked();
        }

        ThrowIfLost();
        try
        {
            await FinalFile.MoveAsync(Path, fullPath, overwrite, async, token).ConfigureAwait(false);
        }
        catch (PartialFileException e)
        {
            _state = State.Kept;
            throw e.InnerException is OperationCanceledException ? e.InnerException : e;
        }

        Path = fullPath;
        _state = State.Moved;
    }

    /// <summary>
    /// What the stream or a share still holds may not fit on the disk: then the stream stays open. On a local disk nothing is lost, and it
    /// can be tried again. A share says once that it has lost something, so that is remembered.
    /// </summary>
    private async ValueTask CompleteWritingAsync(bool async, CancellationToken token)
    {
        if (!IsOnShare)
        {
            Flush();
            return;
        }

        if (Unanswered is { } earlier && await WriteBack.WaitAsync(earlier, async, token).ConfigureAwait(false) is not null)
        {
            throw new OperationCanceledException(token);
        }

        ThrowIfLost();

        // Not in the background: whoever has the stream may write on when the move is cancelled.
        Flush();
        Unanswered = await WriteBack.RunAsync(Settle, async, token).ConfigureAwait(false);
        if (Unanswered is not null)
        {
            throw new OperationCanceledException(token);
        }
    }

    private void Flush()
    {
        Unanswered?.Wait();
        try
        {
            _stream.Flush();
        }
        catch (Exception e) when (IsOnShare && IsOfFile(e))
        {
            // That may be the answer to a write before.
            _lost ??= e;
            throw;
        }
    }

    /// <summary>Asks the share whether it has got everything, which may wait for it.</summary>
    private void Settle()
    {
        try
        {
            WriteBack.OfSystem.SettleOwn(_handle);
        }
        catch (Exception e) when (IsOfFile(e))
        {
            _lost ??= FileErrors.Of(Path, e);
        }
    }

    /// <summary>The caller closes the stream. A share would say then what it has lost, and .NET would drop it.</summary>
    private void SettleClosing()
    {
        if (!_handle.IsClosed)
        {
            Flush();
            Settle();
        }
    }

    private void ThrowIfLost()
    {
        if (_lost is not null)
        {
            throw new IOException(_lost.Message, _lost.HResult);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_state is State.Disposed)
        {
            throw new FileNotFoundException($"The temporary file '{Path}' has been disposed.", Path);
        }
    }

    private static bool IsOfFile(Exception error) => error is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException;

    private void ThrowIfNotMovable()
    {
        if (_deletesOnClose)
        {
            throw new InvalidOperationException("The temporary file is deleted when it is closed, so it cannot be moved.");
        }

        switch (_state)
        {
            case State.Moved:
                throw new InvalidOperationException($"The temporary file has been moved to '{Path}'.");
            case State.Disposed:
                throw new ObjectDisposedException(nameof(TempFile));
        }
    }

    /// <summary>While a share does not answer, to close the file or to delete it would wait for the answer.</summary>
    private bool TryDisposeLater()
    {
        if (_state != State.Temporary || Unanswered is not { IsCompleted: false })
        {
            // If it was done before, nothing is left to do.
            return _state is State.Disposed;
        }

        _state = State.Disposed;
        WriteBack.After(
            Unanswered,
            () =>
            {
                Close();
                UnwantedFile.TryDelete(Path);
            });
        return true;
    }

    private void Close()
    {
        try
        {
            CloseUnasked();
        }
        catch (Exception e) when (IsOfFile(e))
        {
            // What does not fit on the disk is not wanted any more.
        }
    }

    private void CloseUnasked()
    {
        StopAsking();
        _stream.Dispose();
    }

    /// <summary>The answer is known, or nobody wants the file any more.</summary>
    private void StopAsking()
    {
        if (_stream is SettlingFileStream settling)
        {
            settling.Closing = null;
        }
    }

    private void Delete()
    {
        if (_state != State.Temporary)
        {
            return;
        }

        _state = State.Disposed;
        UnwantedFile.TryDelete(Path);
    }
}
