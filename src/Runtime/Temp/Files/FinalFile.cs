using System.Runtime.InteropServices;
#if NET
using System.Runtime.Versioning;
#endif

namespace StreamTuning;

/// <summary>Gives a closed temporary file its final name, which always names a whole file.</summary>
internal static class FinalFile
{
#if NET
    [SupportedOSPlatformGuard("windows")]
#endif
    private static bool IsWindows { get; } = RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    /// <param name="from">The full path of the temporary file.</param>
    /// <param name="to">The full path that it gets.</param>
    /// <param name="overwrite">Whether a file of that name is replaced.</param>
    /// <param name="async">Whether a copy may wait without a thread.</param>
    /// <param name="token">Ends a copy.</param>
    /// <exception cref="PartialFileException">The final name could only be written in place, and holds a part.</exception>
    public static async ValueTask MoveAsync(string from, string to, bool overwrite, bool async, CancellationToken token)
    {
        if (!File.Exists(from))
        {
            throw new FileNotFoundException($"The temporary file '{from}' is not there any more.", from);
        }

        if (overwrite && LinuxFile.LookAt(to) is { Kind: LinuxFile.Kind.File, IsMountPoint: true })
        {
            await MountedFileDestination.WriteAsync(from, to, CopySettings.Of(options: null, token), async).ConfigureAwait(false);
            return;
        }

        if (IsWindows ? TryMoveOnWindows(from, to, overwrite) : TryMoveOnUnix(from, to, overwrite))
        {
            return;
        }

        if (!overwrite && (File.Exists(to) || Directory.Exists(to)))
        {
            // Found before all is copied.
            throw new IOException($"'{to}' exists already.");
        }

        // To another volume, where the engine makes a new file with the rights of any other.
        var source = new FileSource(new FileInfo(from));
        var destination = new NewFileDestination(to, overwrite);
        await destination.ReceiveWatchedAsync(source, CopySettings.Of(options: null, token), async).ConfigureAwait(false);
        UnwantedFile.TryDelete(from);
    }

    private static bool TryMoveOnWindows(string from, string to, bool overwrite)
    {
        bool isReplaced = overwrite && File.Exists(to);
        if (!FinalName.TryGive(from, to, overwrite))
        {
            return false;
        }

#if NET
        if (IsWindows && !isReplaced)
        {
            WindowsFile.InheritRights(to);
        }
#endif
        return true;
    }

    private static bool TryMoveOnUnix(string from, string to, bool overwrite)
    {
        if (overwrite && Directory.Exists(to))
        {
            throw new UnauthorizedAccessException($"'{to}' is a directory.");
        }

        // Nobody else can open the file before it is moved, whatever its mode: nobody else may enter its directory.
        FileRights? old = overwrite ? FileRights.Of(to) : null;
        string oldDirectory = Path.GetDirectoryName(from)!;
        string newDirectory = Path.GetDirectoryName(to)!;
        if (old is null && !NewFileRights.AreInherited(oldDirectory) && !NewFileRights.AreInherited(newDirectory))
        {
            _ = UnixFile.ChangeMode(from, UnixFile.ModeOfNewFiles(oldDirectory));
            return FinalName.TryGive(from, to, overwrite);
        }

        FileRights? own = FileRights.Of(from);
        using var file = new FileStream(from, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1);
        bool isMoved = false;
        try
        {
            // Who is not a member of the group that the directory gives may not give it; a copy gets it from the kernel.
            bool hasRights = (old ?? NewFileRights.In(newDirectory))?.GiveTo(file.SafeFileHandle) != false;
            isMoved = (hasRights || old is not null) && FinalName.TryGive(from, to, overwrite);
            return isMoved;
        }
        finally
        {
            if (!isMoved)
            {
                own?.GiveTo(file.SafeFileHandle);
            }
        }
    }
}
