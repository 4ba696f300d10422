using System.Runtime.InteropServices;
#if NET
using System.Runtime.Versioning;
#endif

namespace StreamTuning;

/// <summary>How much can still be written in a directory, which may have a quota of its own.</summary>
internal static class FreeSpace
{
#if NET
    [SupportedOSPlatformGuard("windows")]
#endif
    private static bool IsWindows { get; } = RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

    /// <summary>The bytes that the caller may write in an existing directory.</summary>
    /// <exception cref="IOException">The system does not say, or the directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The system does not say.</exception>
    /// <remarks>On Windows <see cref="DriveInfo"/> knows of drives only; elsewhere it asks about the directory that it is given.</remarks>
    public static long Of(string directory) =>
        IsWindows ? WindowsFile.GetAvailableBytes(directory) : new DriveInfo(directory).AvailableFreeSpace;
}
