using System.Runtime.InteropServices;
#if NET
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
#endif

namespace StreamTuning;

/// <summary>What Windows does with files and .NET does not offer.</summary>
#if NET
[SupportedOSPlatform("windows")]
#endif
internal static class WindowsFile
{
    private const int NotSameDevice = 17; // ERROR_NOT_SAME_DEVICE
    private const uint ReplaceExisting = 1; // MOVEFILE_REPLACE_EXISTING

    /// <summary>The bytes that the caller may still write in an existing directory: quotas of the user and of the directory are seen, as on a share.</summary>
    public static long GetAvailableBytes(string directory)
    {
        // A share without a separator behind it is refused.
        string name = directory[directory.Length - 1] is '\\' or '/' ? directory : directory + '\\';
        return GetDiskFreeSpaceEx(name, out ulong available, out _, out _)
            ? (long)Math.Min(available, long.MaxValue)
            : throw Error(directory);
    }

    /// <summary>Gives a file another name on the same volume.</summary>
    /// <returns><see langword="false"/> where that is on another one.</returns>
    /// <remarks>.NET's own move would copy, under the final name.</remarks>
    /// <exception cref="IOException">The name is taken, or the system refused.</exception>
    public static bool TryMove(string from, string to, bool overwrite)
    {
        if (MoveFileEx(from, to, overwrite ? ReplaceExisting : 0))
        {
            return true;
        }

        return Marshal.GetLastWin32Error() == NotSameDevice ? false : throw Error(to);
    }

#if NET
    /// <summary>Creates a directory that, with all it will hold, only the user of the process may open.</summary>
    public static void CreateOwnDirectory(string path)
    {
        using var user = WindowsIdentity.GetCurrent();
        var security = new DirectorySecurity();
        security.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        security.AddAccessRule(new FileSystemAccessRule(
            user.User!, FileSystemRights.FullControl, InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit, PropagationFlags.None, AccessControlType.Allow));
        new DirectoryInfo(path).Create(security);
    }

    /// <summary>Whether an existing directory belongs to the user of the process; what an elevated process creates belongs to the administrators.</summary>
    public static bool IsOwnDirectory(string path)
    {
        using var user = WindowsIdentity.GetCurrent();
        IdentityReference? owner = new DirectoryInfo(path).GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier));
        return owner is SecurityIdentifier id && (id == user.User || id == user.Owner);
    }

    /// <summary>Gives a moved file the rights of the directory it is in now, instead of those that it brought along.</summary>
    public static void InheritRights(string path)
    {
        var security = new FileSecurity();
        security.SetAccessRuleProtection(isProtected: false, preserveInheritance: false);
        new FileInfo(path).SetAccessControl(security);
    }
#endif

    private static IOException Error(string path)
    {
        int error = Marshal.GetLastWin32Error();
        return new IOException($"The operating system reports error {error} for '{path}'.", unchecked((int)0x80070000) | error);
    }

    [DllImport("kernel32.dll", EntryPoint = "GetDiskFreeSpaceExW", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool GetDiskFreeSpaceEx(string directory, out ulong availableToCaller, out ulong total, out ulong free);

    [DllImport("kernel32.dll", EntryPoint = "MoveFileExW", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool MoveFileEx(string from, string to, uint flags);
}
