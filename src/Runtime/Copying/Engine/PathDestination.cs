namespace StreamTuning;

/// <summary>A path: a new file gets its name when it is complete.</summary>
internal sealed class PathDestination(string path) : OwnFileDestination
{
    protected override ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async)
    {
        string target = Path.GetFullPath(path);
        bool isAtomic = settings.Replace == FileReplacement.Atomic;
        PathEntry found = LinuxFile.LookAt(target);
        if (found.Kind is LinuxFile.Kind.Missing || (found.Kind is null && !Exists(target)))
        {
            return new ValueTask<OwnFile>(isAtomic ? OwnFile.CreateNewOrReplacement(target, async) : OwnFile.CreateNew(target, async));
        }

        ThrowIfSource(source, target, found.Identity);
        switch (found.Kind)
        {
            case LinuxFile.Kind.Pipe:
                return OwnFile.OpenPipeAsync(target, async, settings.Token);
            case LinuxFile.Kind.Special:
                return new ValueTask<OwnFile>(OwnFile.OpenDevice(target, async));
        }

        if (!isAtomic || FindFile(target, ref found) is not { } file)
        {
            return new ValueTask<OwnFile>(OwnFile.OpenInPlace(target, emptyOnFailure: isAtomic, async));
        }

        return new ValueTask<OwnFile>(found.IsMountPoint ? OwnFile.CreateStaged(file, async) : OwnFile.CreateReplacement(file, async));
    }

    private static bool Exists(string target) =>
        File.Exists(target) || Directory.Exists(target) || Path.GetFileName(target).Length == 0 || IsWindowsDevice(target);

    // A device of Windows (\\.\NUL, which "NUL" is short for) exists, whatever its directory says. The system refuses to look for it there.
    private static bool IsWindowsDevice(string target) => target.StartsWith(@"\\.\", StringComparison.Ordinal);

    /// <summary>The file behind a path, links followed; <see langword="null"/> if it is none that can be replaced.</summary>
    private static string? FindFile(string target, ref PathEntry found)
    {
        if (IsWindowsDevice(target))
        {
            return null;
        }

        string file = target;
#if NET
        if (found.Kind is null || found.IsLink)
        {
            file = File.ResolveLinkTarget(target, returnFinalTarget: true)?.FullName ?? target;
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
