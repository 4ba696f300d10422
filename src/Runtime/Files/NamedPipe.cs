namespace StreamTuning;

/// <summary>
/// A named pipe (FIFO) of Linux, opened for writing. Opening it as a file waits until somebody reads, in the kernel: it takes a thread, and
/// no token ends it. So it is opened without waiting, again and again.
/// </summary>
internal static class NamedPipe
{
    private const int FirstDelayMilliseconds = 1;
    private const int LongestDelayMilliseconds = 50;

    // Of errno.h.
    private const int NotPermitted = 1;
    private const int NoSuchEntry = 2;
    private const int NoReader = 6;
    private const int AccessDenied = 13;

    /// <summary>Waits until somebody reads the pipe, and opens it.</summary>
    /// <param name="path">The full path of the pipe.</param>
    /// <param name="async">Whether to return while waiting.</param>
    /// <param name="token">Ends the waiting.</param>
    /// <returns>A stream without a buffer whose writes wait for the reader.</returns>
    /// <exception cref="FileNotFoundException">The pipe has been deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">The pipe may not be written.</exception>
    /// <exception cref="IOException">The pipe could not be opened.</exception>
    /// <exception cref="OperationCanceledException">The token ended the waiting.</exception>
    public static async ValueTask<FileStream> OpenAsync(string path, bool async, CancellationToken token)
    {
        for (int delay = FirstDelayMilliseconds; ; delay = Math.Min(2 * delay, LongestDelayMilliseconds))
        {
            token.ThrowIfCancellationRequested();
            if (TryOpen(path) is { } pipe)
            {
                return pipe;
            }

            if (async)
            {
                await Task.Delay(delay, token).ConfigureAwait(false);
            }
            else
            {
                token.WaitHandle.WaitOne(delay);
            }
        }
    }

    /// <returns><see langword="null"/> as long as nobody reads the pipe.</returns>
    private static FileStream? TryOpen(string path)
    {
        if (UnixHandle.TryOpenPipe(path, out int error) is not { } handle)
        {
            return error == NoReader ? null : throw Error(error, path);
        }

        try
        {
            // Otherwise writing to a full pipe fails instead of waiting.
            error = UnixHandle.MakeWaiting(handle);
            if (error != 0)
            {
                throw Error(error, path);
            }

            return new FileStream(handle, FileAccess.Write, bufferSize: 1, isAsync: false);
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    private static Exception Error(int error, string path) => error switch
    {
        NoSuchEntry => new FileNotFoundException($"Could not find the named pipe '{path}'.", path),
        NotPermitted or AccessDenied => new UnauthorizedAccessException($"Access to the named pipe '{path}' is denied."),
        _ => new IOException($"The named pipe '{path}' could not be opened: error {error} of the operating system.", error),
    };
}
