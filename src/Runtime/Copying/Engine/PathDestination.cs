namespace StreamTuning;

/// <summary>A path: a new file gets its name when it is complete.</summary>
internal sealed class PathDestination(string path) : OwnFileDestination
{
    protected override ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async)
    {
        string fullPath = Path.GetFullPath(path);
        bool isAtomic = settings.Replace == FileReplacement.Atomic;
        PathEntry found = LinuxFile.LookAt(fullPath);
        if (found.Kind is LinuxFile.Kind.Missing || (found.Kind is null && !Exists(fullPath)))
        {
            return new ValueTask<OwnFile>(isAtomic ? OwnFile.CreateNewOrReplacement(fullPath, async) : OwnFile.CreateNew(fullPath, async));
        }

        ThrowIfSource(source, fullPath, found.Identity);
        switch (found.Kind)
        {
            case LinuxFile.Kind.Pipe:
                return OwnFile.OpenPipeAsync(fullPath, async, settings.Token);
            case LinuxFile.Kind.Special:
                return new ValueTask<OwnFile>(OwnFile.OpenDevice(fullPath, async));
        }

        if (!isAtomic || FindFile(fullPath, ref found) is not { } file)
        {
            return new ValueTask<OwnFile>(OwnFile.OpenInPlace(fullPath, emptyOnFailure: isAtomic, async));
        }

        return new ValueTask<OwnFile>(
            found.IsMountPoint ? OwnFile.CreateBesideMounted(file, async) : OwnFile.CreateReplacement(file, async));
    }

    private static bool Exists(string fullPath) =>
        File.Exists(fullPath) || Directory.Exists(fullPath) || Path.GetFileName(fullPath).Length == 0 || IsWindowsDevice(fullPath);

    // A device of Windows (\\.\NUL, which "NUL" is short for) exists, whatever its directory says. The system refuses to look for it there.
    private static bool IsWindowsDevice(string fullPath) => fullPath.StartsWith(@"\\.\", StringComparison.Ordinal);

    /// <summary>The file behind a path, links followed; <see langword="null"/> if it is none that can be replaced.</summary>
    private static string? FindFile(string fullPath, ref PathEntry found)
    {
        if (IsWindowsDevice(fullPath))
        {
            return null;
        }

        string file = fullPath;
#if NET
        if (found.Kind is null || found.IsLink)
        {
            file = File.ResolveLinkTarget(fullPath, returnFinalTarget: true)?.FullName ?? fullPath;
            found = LinuxFile.LookAt(file);
        }
#endif
        if (found.Kind is not null)
        {
            return found.Kind is LinuxFile.Kind.File ? file : null;
        }

        // Outside Linux, an empty file may be a device.
        var info = new FileInfo(file);
        bool mayBeDevice = Path.DirectorySeparatorChar == '/' && info.Exists && info.Length == 0;
        return info.Exists && !mayBeDevice ? file : null;
    }
}
