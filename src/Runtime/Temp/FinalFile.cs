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

    public static async ValueTask MoveAsync(string from, string to, bool overwrite, bool async, CancellationToken token)
    {
        if (!File.Exists(from))
        {
            throw new FileNotFoundException($"The temporary file '{from}' is not there any more.", from);
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
        await FileCopyExtensions.ReceiveAsync(source, new NewFileDestination(to, overwrite), CopySettings.Of(options: null, token), async).ConfigureAwait(false);
        TryDelete(from);
    }

    private static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The file has its final name; what is left of the temporary one is swept.
        }
    }

#if NET
    [SupportedOSPlatform("windows")]
#endif
    private static bool TryMoveOnWindows(string from, string to, bool overwrite)
    {
        if (!WindowsFile.TryMove(from, to, overwrite))
        {
            return false;
        }

#if NET
        WindowsFile.InheritRights(to);
#endif
        return true;
    }

    private static bool TryMoveOnUnix(string from, string to, bool overwrite)
    {
        const int Permissions = 0b111_111_111;
        if (overwrite && Directory.Exists(to))
        {
            throw new UnauthorizedAccessException($"'{to}' is a directory.");
        }

        // Nobody else can open the file before it is moved, whatever its mode: nobody else may enter its directory.
        int? old = overwrite ? UnixFile.ModeOf(to) & Permissions : null;
        _ = UnixFile.ChangeMode(from, old ?? UnixFile.ModeOfNewFiles(Path.GetDirectoryName(from)!));
        if (overwrite)
        {
            return UnixFile.Replace(from, to) switch
            {
                0 => true,
                UnixFile.OtherVolume => false,
                int error => throw Error(to, error),
            };
        }

        switch (LinuxFile.Rename(from, to))
        {
            case 0:
                return true;
            case UnixFile.OtherVolume:
                return false;
        }

        // Not Linux, or a file system that cannot do it in one step; or an error, which File.Move meets again and can tell.
        switch (UnixFile.AddName(from, to))
        {
            case 0:
                TryDelete(from);
                return true;
            case UnixFile.OtherVolume:
                return false;
            default:
                File.Move(from, to);
                return true;
        }
    }

    private static Exception Error(string path, int error) => error switch
    {
        1 or 13 => new UnauthorizedAccessException($"'{path}' may not be created."), // EPERM, EACCES
        2 => new DirectoryNotFoundException($"The directory of '{path}' does not exist."), // ENOENT
        _ => new IOException($"'{path}' could not be created: error {error} of the operating system.", error),
    };
}
