using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace StreamTuning;

/// <summary>What a request has made that must not stay when it fails.</summary>
internal sealed partial class FormOutputs(HttpContext context)
{
    private readonly Stack<Func<Task>> _cleanUps = new();
    private readonly List<FilledFile> _files = [];

    /// <summary>What gets its name when the form is complete.</summary>
    internal List<HiddenFile> Hidden { get; } = [];

    public void Note(Func<Task> cleanUp) => _cleanUps.Push(cleanUp);

    public void NoteDisposable(IAsyncDisposable output) => Note(() => output.DisposeAsync().AsTask());

    /// <summary>
    /// Whether a file is one that the request has made, and that nobody else has written since; by whatever path it is called.
    /// </summary>
    public bool Owns(string path) => FileStamp.Of(path) is { } present && _files.Exists(file => file.IsOwnAs(present));

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
                UnwantedFile.TryDelete(written);
                throw new FileNotFoundException($"The data of '{path}', which had a hidden name, cannot be found.", written);
            }

            return;
        }

        Note(file);
        if (written != path)
        {
            Hidden.Add(new HiddenFile(file, path, replaces));
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
        List<HiddenFile> taken = [];
        foreach (HiddenFile hidden in Hidden)
        {
            GiveFreeName(hidden, taken);
        }

        GiveTakenNames(taken);
    }

    /// <summary>Gives a file its name, or adds it to those whose names are taken, by others or by files that came before.</summary>
    internal void GiveFreeName(HiddenFile hidden, List<HiddenFile> taken)
    {
        // If the name has become free meanwhile, it is for the last file of the form.
        if (taken.Exists(earlier => earlier.Path == hidden.Path) && (hidden.Replaces || !File.Exists(hidden.Path)))
        {
            taken.Add(hidden);
            return;
        }

        try
        {
            hidden.File.MoveTo(hidden.Path);
        }
        catch (IOException) when (hidden.Replaces || Owns(hidden.Path))
        {
            taken.Add(hidden);
        }
    }

    internal void GiveTakenNames(List<HiddenFile> taken)
    {
        foreach (HiddenFile hidden in taken)
        {
            try
            {
                // What had the name may be gone.
                hidden.File.MoveTo(hidden.Path);
            }
            catch (IOException)
            {
                bool isOwn = Owns(hidden.Path);
                if (!isOwn && !hidden.Replaces)
                {
                    throw;
                }

                hidden.File.Replace(hidden.Path, isOfOthers: !isOwn);
            }
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

    /// <summary>A file that gets its name when the form is complete.</summary>
    internal sealed record HiddenFile(FilledFile File, string Path, bool Replaces);
}
