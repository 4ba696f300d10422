using System.Diagnostics;

namespace StreamTuning.Infrastructure;

/// <summary>
/// A temporary folder to mount file systems in. When it is disposed, or this process ends in whatever way, everything below it is unmounted and
/// the folder is deleted.
/// </summary>
public sealed class MountFolder : IDisposable
{
    // As in Server: a shell that outlives this process cleans up. Lazily, since servers that end at the same time still have files open there.
    private const string Guard =
        """
        cat >/dev/null
        for attempt in 1 2 3 4 5 6 7 8 9 10; do
            cut -d ' ' -f 2 /proc/mounts | grep "^$1/" | sort -r | while read -r mount; do umount -l "$mount"; done
            rm -rf --one-file-system "$1" && exit 0
            sleep 0.3
        done 2>/dev/null
        exit 1
        """;

    private readonly Process _guard;

    public MountFolder()
    {
        Root = Directory.CreateTempSubdirectory("streamtuning-mounts-").FullName;
        _guard = Forking.Start(new ProcessStartInfo("setsid", ["sh", "-c", Guard, "sh", Root]) { RedirectStandardInput = true });
    }

    public string Root { get; }

    /// <summary>The path of a name in the folder.</summary>
    public string PathOf(string name) => Path.Combine(Root, name);

    /// <summary>Makes a folder in it.</summary>
    public string CreateFolder(string name) => Directory.CreateDirectory(PathOf(name)).FullName;

    /// <summary>Writes a text file into it.</summary>
    public string WriteFile(string name, string text)
    {
        File.WriteAllText(PathOf(name), text);
        return PathOf(name);
    }

    /// <summary>Whether a file system is mounted at a path.</summary>
    public static bool IsMounted(string path) => File.ReadLines("/proc/mounts").Any(line => line.Split(' ')[1] == path);

    public void Dispose()
    {
        _guard.StandardInput.Close();
        _guard.WaitForExit();
        bool isClean = _guard.ExitCode == 0;
        _guard.Dispose();
        if (!isClean)
        {
            throw new IOException($"'{Root}' could not be deleted.");
        }
    }
}
