using System.Runtime.InteropServices;

namespace StreamTuning;

/// <summary>Tells disks of this machine from network shares.</summary>
internal static class LocalDisk
{
    /// <summary>
    /// Whether an existing file or directory is on a local disk or in memory. On Windows always <see langword="false"/>: there the answer is about the drive
    /// letter, and a share can be mounted below a local one (Azure App Service does).
    /// </summary>
    public static bool Holds(string path) => TypeOf(path) is DriveType.Fixed or DriveType.Ram;

    /// <summary>Whether space that is reserved before writing is worth its request: on local disks, but not in memory.</summary>
    public static bool IsWorthPreallocating(string path) => TypeOf(path) is DriveType.Fixed;

    private static DriveType TypeOf(string path)
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows) || path.Length == 0 || path[0] != '/')
        {
            return DriveType.Unknown;
        }

        try
        {
            // Asks statfs about the path itself.
            return new DriveInfo(path).DriveType;
        }
        catch (Exception e) when (e is IOException or ArgumentException or UnauthorizedAccessException)
        {
            return DriveType.Unknown;
        }
    }
}
