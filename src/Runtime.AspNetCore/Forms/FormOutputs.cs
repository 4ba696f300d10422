using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace StreamTuning;

/// <summary>What a request has made that must not stay when it fails.</summary>
internal sealed partial class FormOutputs(HttpContext context)
{
    private readonly Stack<Func<Task>> _cleanUps = new();

    public void Note(Func<Task> cleanUp) => _cleanUps.Push(cleanUp);

    public void NoteDisposable(IAsyncDisposable output) => Note(() => output.DisposeAsync().AsTask());

    /// <summary>A file that did not exist before.</summary>
    public void NoteFile(string path) => Note(() =>
    {
        File.Delete(path);
        return Task.CompletedTask;
    });

    /// <summary>A file of the callback, if it is one and has nothing in it that was there before.</summary>
    public void NoteFile(FileStream file)
    {
        // Before .NET is asked for the length: a device has one too, and must never be deleted.
        if (file.CanWrite && file.CanSeek && Path.IsPathFullyQualified(file.Name) && IsRegular(file.Name) && file.Length == 0)
        {
            NoteFile(file.Name);
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

    private static bool IsRegular(string path) => LinuxFile.KindOf(path) is { } kind
        ? kind == LinuxFile.Kind.File
        : !path.StartsWith(@"\\.\", StringComparison.Ordinal) && !path.StartsWith("/dev/", StringComparison.Ordinal);

    [LoggerMessage(EventId = 1, Level = LogLevel.Error, Message = "What a failed upload has left could not be removed.")]
    private static partial void LogNotUndone(ILogger logger, Exception error);
}
