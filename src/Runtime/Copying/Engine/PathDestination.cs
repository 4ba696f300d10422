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
        ThrowIfSource(source, target);
        LinuxFile.Kind? kind = LinuxFile.KindOf(target);
        if (kind is LinuxFile.Kind.Missing || (kind is null && !Exists(target)))
        {
            return OwnFile.CreateTemporary(target, replaces: settings.Replace == FileReplacement.Atomic, async);
        }

        bool isSpecial = kind is LinuxFile.Kind.Special;
        if (settings.Replace == FileReplacement.Atomic && !isSpecial && FindContent(target) is { } file)
        {
            return OwnFile.CreateTemporary(file, replaces: true, async);
        }

        // Opening a named pipe waits for its reader, which may be the caller's next statement.
        return async && isSpecial
            ? await Task.Run(() => OpenInPlace(target, isSpecial, settings, async)).ConfigureAwait(false)
            : OpenInPlace(target, isSpecial, settings, async);
    }

    private static OwnFile OpenInPlace(string target, bool isSpecial, CopySettings settings, bool async) => isSpecial
        ? OwnFile.OpenSpecial(target, async)
        : OwnFile.OpenInPlace(target, emptyOnFailure: settings.Replace == FileReplacement.Atomic, async);

    // A device of Windows (\\.\NUL) exists, whatever its directory says.
    private static bool Exists(string target) =>
        File.Exists(target) || Directory.Exists(target) || Path.GetFileName(target).Length == 0 || target.StartsWith(@"\\.\", StringComparison.Ordinal);

    /// <summary>
    /// The file behind a path, links followed, if it has content that must survive a failure. An empty file is emptied again instead: outside Linux
    /// it may be a device.
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
