using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace StreamTuning;

/// <summary>What a request has made that must not stay when it fails.</summary>
internal sealed partial class FormOutputs(HttpContext context)
{
    private readonly Stack<Func<Task>> _cleanUps = new();
    private readonly List<FilledFile> _files = [];
    private readonly List<(FilledFile File, string Path, bool Replaces)> _hidden = [];

    public void Note(Func<Task> cleanUp) => _cleanUps.Push(cleanUp);

    public void NoteDisposable(IAsyncDisposable output) => Note(() => output.DisposeAsync().AsTask());

    /// <summary>Whether a file is one that the request has made, and that nobody else has written since.</summary>
    public bool Owns(string path) => _files.Exists(file => file.Path == path && file.IsOwn);

    /// <summary>A file that did not exist before, and is complete.</summary>
    /// <param name="written">The name that it has.</param>
    /// <param name="path">The name that it gets when the form is complete, if that is another one.</param>
    /// <param name="replaces">Whether a file that has that name by then is replaced.</param>
    /// <exception cref="FileNotFoundException">The file is gone before it has got its name, or cannot be looked at.</exception>
    public void NoteFile(string written, string path, bool replaces)
    {
        if (FilledFile.Of(written) is not { } file)
        {
            if (written != path)
            {
                TryDelete(written);
                throw new FileNotFoundException($"The data of '{path}', which had a hidden name, cannot be found.", written);
            }

            return;
        }

        Note(file);
        if (written != path)
        {
            _hidden.Add((file, path, replaces));
        }
    }

    private static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }
    }

    /// <summary>A file of the callback, if it is one and has nothing in it that was there before the request.</summary>
    public void NoteFile(FileStream file)
    {
        // Before .NET is asked for the length: a device has one too, and must never be deleted.
        if (file.CanWrite
            && file.CanSeek
            && Path.IsPathFullyQualified(file.Name)
            && IsRegular(file.Name)
            && (file.Length == 0 || Owns(file.Name)))
        {
            Note(FilledFile.Of(file));
        }
    }

    /// <summary>To be called when a callback has ended: the files that it has closed will not be written any more.</summary>
    public void Settle()
    {
        foreach (FilledFile file in _files)
        {
            file.Settle();
        }
    }

    /// <summary>
    /// The form is complete: its files get their names. The names of others come last, since what is replaced cannot be brought back.
    /// </summary>
    /// <exception cref="IOException">A name is taken, or the system refused.</exception>
    /// <exception cref="UnauthorizedAccessException">A name may not be given.</exception>
    public void Publish()
    {
        List<(FilledFile File, string Path)> taken = [];
        foreach ((FilledFile file, string path, bool replaces) in _hidden)
        {
            try
            {
                file.MoveTo(path);
            }
            catch (IOException) when (replaces || Owns(path))
            {
                taken.Add((file, path));
            }
        }

        foreach ((FilledFile file, string path) in taken)
        {
            file.Replace(path, isOfOthers: !Owns(path));
        }
    }

    /// <summary>Undoes everything, the last first. What cannot be undone is logged: why the request failed says more.</summary>
    public async Task DiscardAsync()
    {
        while (_cleanUps.TryPop(out Func<Task>? cleanUp))
        {
            try
            {
                await cleanUp().ConfigureAwait(false);
            }
            catch (Exception e)
            {
                if (context.RequestServices?.GetService<ILoggerFactory>()?.CreateLogger(typeof(StreamedFile)) is { } logger)
                {
                    LogNotUndone(logger, e);
                }
            }
        }
    }

    private void Note(FilledFile file)
    {
        _files.Add(file);
        Note(() =>
        {
            if (!file.IsOpen || !OperatingSystem.IsWindows())
            {
                return DeleteAsync(file);
            }

            // Windows does not delete it before the endpoint has closed it.
            context.Response.OnCompleted(() => DeleteAsync(file));
            return Task.CompletedTask;
        });
    }

    private static Task DeleteAsync(FilledFile file)
    {
        file.Delete();
        return Task.CompletedTask;
    }

    private static bool IsRegular(string path) => LinuxFile.KindOf(path) is { } kind
        ? kind == LinuxFile.Kind.File
        : !path.StartsWith(@"\\.\", StringComparison.Ordinal) && !path.StartsWith("/dev/", StringComparison.Ordinal);

    [LoggerMessage(EventId = 1, Level = LogLevel.Error, Message = "What a failed upload has left could not be removed.")]
    private static partial void LogNotUndone(ILogger logger, Exception error);
}
