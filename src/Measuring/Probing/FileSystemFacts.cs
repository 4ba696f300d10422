using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning.Measuring;

/// <summary>What a file system is and can do.</summary>
/// <param name="Kind">Its name as the system has it, such as "ext4" or "nfs4".</param>
/// <param name="IsLocal">Whether it is known to be on this machine. What nobody knows counts as a share.</param>
/// <param name="IsMemory">Whether it is the memory of this machine.</param>
/// <param name="FreeBytes">The bytes that may be written in the directory, which may have a quota.</param>
/// <param name="DriveFreeBytes">The free bytes of its drive; the same if there is no quota.</param>
/// <param name="HasReflinks">Whether a file can share the blocks of another.</param>
/// <param name="HasUnnamedFiles">Whether a file can be written before it has a name (<c>O_TMPFILE</c>).</param>
/// <param name="RenamesWithoutReplacing">Whether a file can be renamed without overwriting another (<c>RENAME_NOREPLACE</c>).</param>
public sealed record FileSystemFacts(
    string Kind,
    bool IsLocal,
    bool IsMemory,
    long FreeBytes,
    long DriveFreeBytes,
    bool HasReflinks,
    bool HasUnnamedFiles,
    bool RenamesWithoutReplacing)
{
    /// <summary>Finds out, with files in a directory that the caller owns; they are deleted.</summary>
    /// <param name="directory">The directory, as an absolute path.</param>
    /// <exception cref="IOException">The directory cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static FileSystemFacts Of(string directory)
    {
        string path = Path.Combine(directory, "facts");
        string other = path + "-2";
        FileSystemFacts facts;
        using (SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite))
        {
            RandomAccess.Write(file, new byte[SmallFiles.Bytes], 0);
            Mount mount = Mount.Of(file, path);
            bool hasReflinks;
            using (SafeFileHandle clone = File.OpenHandle(other, FileMode.CreateNew, FileAccess.ReadWrite))
            {
                hasReflinks = LinuxFile.TryClone(file, clone);
            }

            File.Delete(other);
            using SafeFileHandle? unnamed = RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? UnnamedFile.TryCreate(directory) : null;
            facts = new FileSystemFacts(
                new DriveInfo(directory).DriveFormat,
                mount.IsLocal,
                mount.Kind is MountKind.Memory,
                TempSpace.GetAvailableBytes(directory),
                DriveFreeOf(directory),
                hasReflinks,
                unnamed is not null,
                RuntimeInformation.IsOSPlatform(OSPlatform.Windows) || LinuxFile.Rename(path, other) == 0);
        }

        // Windows deletes no file that is open.
        File.Delete(path);
        File.Delete(other);
        return facts;
    }

    /// <summary>On Linux a drive is what is mounted; a quota of a directory shows there only if the file system says so.</summary>
    private static long DriveFreeOf(string directory)
    {
        string? drive = DriveOf(directory, DriveInfo.GetDrives().Select(static drive => drive.Name));
        return new DriveInfo(drive ?? directory).AvailableFreeSpace;
    }

    /// <summary>The drive that a directory is on, whatever links lead to it.</summary>
    internal static string? DriveOf(string directory, IEnumerable<string> drives)
    {
        string inside = WithSeparator(WithoutLinks(directory));
        return drives
            .Where(name => inside.StartsWith(WithSeparator(name), StringComparison.Ordinal))
            .MaxBy(static name => name.Length);
    }

    private static string WithSeparator(string path) => Path.EndsInDirectorySeparator(path) ? path : path + Path.DirectorySeparatorChar;

    internal static string WithoutLinks(string path)
    {
        if (Path.GetDirectoryName(path) is not { } parent)
        {
            return path;
        }

        string real = Path.Combine(WithoutLinks(parent), Path.GetFileName(path));
        return Directory.ResolveLinkTarget(real, returnFinalTarget: true) is { } target ? WithoutLinks(target.FullName) : real;
    }
}
