namespace StreamTuning;

/// <summary>A path: a new file gets its name when it is complete.</summary>
internal sealed class PathDestination(string path) : OwnFileDestination
{
    protected override ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async)
    {
        string target = Path.GetFullPath(path);
        ThrowIfSource(source, target);
        bool isAtomic = settings.Replace == FileReplacement.Atomic;
        LinuxFile.Kind? kind = LinuxFile.KindOf(target, out bool isMountPoint);
        if (kind is LinuxFile.Kind.Missing || (kind is null && !Exists(target)))
        {
            return new ValueTask<OwnFile>(isAtomic ? OwnFile.CreateNewOrReplacement(target, async) : OwnFile.CreateNew(target, async));
        }

        switch (kind)
        {
            case LinuxFile.Kind.Pipe:
                return OwnFile.OpenPipeAsync(target, async, settings.Token);
            case LinuxFile.Kind.Special:
                return new ValueTask<OwnFile>(OwnFile.OpenDevice(target, async));
        }

        if (!isAtomic || FindFile(target, kind, ref isMountPoint) is not { } found)
        {
            return new ValueTask<OwnFile>(OwnFile.OpenInPlace(target, emptyOnFailure: isAtomic, async));
        }

        return new ValueTask<OwnFile>(isMountPoint ? OwnFile.CreateStaged(found, async) : OwnFile.CreateReplacement(found, async));
    }

    private static bool Exists(string target) =>
        File.Exists(target) || Directory.Exists(target) || Path.GetFileName(target).Length == 0 || IsWindowsDevice(target);

    // A device of Windows (\\.\NUL, which "NUL" is short for) exists, whatever its directory says. The system refuses to look for it there.
    private static bool IsWindowsDevice(string target) => target.StartsWith(@"\\.\", StringComparison.Ordinal);

    /// <summary>The file behind a path, links followed; <see langword="null"/> if it is none that can be replaced.</summary>
    private static string? FindFile(string target, LinuxFile.Kind? kind, ref bool isMountPoint)
    {
        if (IsWindowsDevice(target))
        {
            return null;
        }

#if NET
        string file = File.ResolveLinkTarget(target, returnFinalTarget: true)?.FullName ?? target;
        if (kind is not null && file != target)
        {
            kind = LinuxFile.KindOf(file, out isMountPoint);
        }
#else
        string file = target;
#endif
        if (kind is not null)
        {
            return kind is LinuxFile.Kind.File ? file : null;
        }

        // Outside Linux, an empty file may be a device.
        var info = new FileInfo(file);
        bool mayBeDevice = Path.DirectorySeparatorChar == '/' && info.Exists && info.Length == 0;
        return info.Exists && !mayBeDevice ? file : null;
    }
}
