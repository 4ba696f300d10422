namespace StreamTuning;

/// <summary>A path: a new file is written under another name and moved when it is complete.</summary>
internal sealed class PathDestination(string path) : CopyDestination
{
    public override async ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            using OwnFile file = await OpenAsync(source, settings, async).ConfigureAwait(false);
            long copied = await FileCopy.RunAsync(source, file.Target, settings, async).ConfigureAwait(false);
            file.Publish();
            return copied;
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }

    private async ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async)
    {
        string target = Path.GetFullPath(path);
        if (!Exists(target))
        {
            return OwnFile.CreateTemporary(target, replaces: settings.Replace == FileReplacement.Atomic, source, settings, async);
        }

        if (settings.Replace == FileReplacement.Atomic && FindContent(target) is { } file)
        {
            return OwnFile.CreateTemporary(file, replaces: true, source, settings, async);
        }

        bool emptyOnFailure = settings.Replace == FileReplacement.Atomic;

        // Opening a named pipe waits for its reader, which may be the caller's next statement.
        return async
            ? await Task.Run(() => OwnFile.OpenInPlace(target, emptyOnFailure, async)).ConfigureAwait(false)
            : OwnFile.OpenInPlace(target, emptyOnFailure, async);
    }

    // A device of Windows (\\.\NUL) exists, whatever its directory says.
    private static bool Exists(string target) =>
        File.Exists(target) || Directory.Exists(target) || Path.GetFileName(target).Length == 0 || target.StartsWith(@"\\.\", StringComparison.Ordinal);

    /// <summary>
    /// The file behind a path, links followed, if it has content that must survive a failure. Devices and named pipes have none, and .NET cannot tell
    /// them from an empty file without opening them: all are written in place.
    /// </summary>
    private static string? FindContent(string target)
    {
#if NET
        string file = File.ResolveLinkTarget(target, returnFinalTarget: true)?.FullName ?? target;
#else
        string file = target;
#endif
        var info = new FileInfo(file);
        return info.Exists && info.Length > 0 ? file : null;
    }
}
