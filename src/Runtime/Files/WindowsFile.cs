using System.ComponentModel;
using System.Runtime.InteropServices;
#if NET
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
#endif
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>What Windows does with files and .NET does not offer.</summary>
#if NET
[SupportedOSPlatform("windows")]
#endif
internal static class WindowsFile
{
    private const int FileNotFound = 2; // ERROR_FILE_NOT_FOUND
    private const int PathNotFound = 3; // ERROR_PATH_NOT_FOUND
    private const int AccessDenied = 5; // ERROR_ACCESS_DENIED
    private const int InvalidDrive = 15; // ERROR_INVALID_DRIVE
    private const int NotSameDevice = 17; // ERROR_NOT_SAME_DEVICE
    private const int NameTooLong = 206; // ERROR_FILENAME_EXCED_RANGE
    private const uint ReplaceExisting = 1; // MOVEFILE_REPLACE_EXISTING

    // Of winbase.h: FileRemoteProtocolInfo, and the length of FILE_REMOTE_PROTOCOL_INFO. A local disk answers ERROR_INVALID_PARAMETER.
    private const int RemoteProtocol = 13;
    private const int RemoteProtocolBytes = 116;
    private const int InvalidParameter = 87;

    // Of MAX_PATH, 260, a directory must leave room for a name of 8.3 characters.
    private const int LongPath = 248;

    /// <summary>
    /// The bytes that the caller may still write in an existing directory: quotas of the user and of the directory are seen, as on a share.
    /// </summary>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="IOException">The system does not say.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be looked at.</exception>
    public static long GetAvailableBytes(string directory)
    {
        // A share without a separator behind it is refused.
        string name = directory[directory.Length - 1] is '\\' or '/' ? directory : directory + '\\';
        if (GetDiskFreeSpaceEx(Extended(name), out ulong available, out _, out _))
        {
            return (long)Math.Min(available, long.MaxValue);
        }

        int error = Marshal.GetLastWin32Error();
        throw Error(error == FileNotFound ? PathNotFound : error, directory);
    }

    /// <summary>Gives a file another name on the same volume.</summary>
    /// <returns><see langword="false"/> where that is on another one.</returns>
    /// <remarks>.NET's own move would copy, under the final name.</remarks>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory of the new name does not exist.</exception>
    /// <exception cref="IOException">The name is taken, or the system refused.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be created there.</exception>
    public static bool TryMove(string from, string to, bool overwrite)
    {
        if (MoveFileEx(Extended(from), Extended(to), overwrite ? ReplaceExisting : 0))
        {
            return true;
        }

        int error = Marshal.GetLastWin32Error();
        return error == NotSameDevice ? false : throw Error(error, error == FileNotFound ? from : to);
    }

    /// <summary>A full path as Windows takes it however long it is; .NET does the same for the functions that it calls itself.</summary>
    public static string Extended(string path)
    {
        const string Share = @"\\";
        bool isMarked = path.StartsWith(@"\\?\", StringComparison.Ordinal) || path.StartsWith(@"\\.\", StringComparison.Ordinal);
        return path.Length < LongPath || isMarked ? path
            : path.StartsWith(Share, StringComparison.Ordinal) ? @"\\?\UNC\" + path.Substring(Share.Length)
            : @"\\?\" + path;
    }

#if NET
    /// <summary>Creates a directory that, with all it will hold, only the user of the process may open.</summary>
    public static void CreateOwnDirectory(string path)
    {
        using var user = WindowsIdentity.GetCurrent();
        var security = new DirectorySecurity();
        security.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        security.AddAccessRule(new FileSystemAccessRule(
            user.User!,
            FileSystemRights.FullControl,
            InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit,
            PropagationFlags.None,
            AccessControlType.Allow));
        new DirectoryInfo(path).Create(security);
    }

    /// <summary>
    /// Whether an existing directory is known to belong to the user of the process; what an elevated process creates belongs to the
    /// administrators.
    /// </summary>
    public static bool IsOwnDirectory(string path)
    {
        try
        {
            using var user = WindowsIdentity.GetCurrent();
            DirectorySecurity security = new DirectoryInfo(path).GetAccessControl(AccessControlSections.Owner);
            IdentityReference? owner = security.GetOwner(typeof(SecurityIdentifier));
            return owner is SecurityIdentifier id && (id == user.User || id == user.Owner);
        }
        catch (Exception e) when (HasNoRights(e))
        {
            return false;
        }
    }

    /// <summary>
    /// Gives a moved file the rights of the directory it is in now, instead of those that it brought along, where that can be.
    /// </summary>
    public static void InheritRights(string path)
    {
        // Without rules of its own.
        var security = new FileSecurity();
        security.SetAccessRuleProtection(isProtected: false, preserveInheritance: false);
        try
        {
            new FileInfo(path).SetAccessControl(security);
        }
        catch (Exception e) when (HasNoRights(e) || e is IOException or UnauthorizedAccessException)
        {
            // The file has been moved, and is for its user alone.
        }
    }

    /// <summary>Whether a file system has no rights, as FAT.</summary>
    private static bool HasNoRights(Exception error) => error is NotSupportedException or InvalidOperationException;
#endif

    /// <summary>Whether an open file is on a disk of this machine; <see langword="false"/> if the system does not say.</summary>
    public static bool IsLocal(SafeFileHandle file) =>
        !GetFileInformationByHandleEx(file, RemoteProtocol, new byte[RemoteProtocolBytes], RemoteProtocolBytes)
        && Marshal.GetLastWin32Error() == InvalidParameter;

    /// <summary>Has everything that was written to a file brought to its disk, or to its server.</summary>
    /// <exception cref="IOException">Something is lost.</exception>
    public static void Flush(SafeFileHandle file)
    {
        if (!FlushFileBuffers(file))
        {
            // Before .NET asks the system for the message, which is a call with an error of its own.
            int error = Marshal.GetLastWin32Error();
            throw new IOException(new Win32Exception(error).Message, ResultOf(error));
        }
    }

    /// <summary>The exception that .NET makes of an error.</summary>
    private static Exception Error(int error, string path) => error switch
    {
        FileNotFound => new FileNotFoundException($"Could not find file '{path}'.", path),
        PathNotFound => new DirectoryNotFoundException($"Could not find a part of the path '{path}'."),
        AccessDenied => new UnauthorizedAccessException($"Access to '{path}' is denied."),
        InvalidDrive => new DriveNotFoundException($"Could not find the drive of '{path}'."),
        NameTooLong => new PathTooLongException($"The path '{path}' is too long."),
        _ => new IOException($"The operating system reports error {error} for '{path}'.", ResultOf(error)),
    };

    /// <summary>An error as <see cref="Exception.HResult"/> has it.</summary>
    private static int ResultOf(int error) => unchecked((int)0x80070000) | error;

    [DllImport("kernel32.dll", EntryPoint = "GetDiskFreeSpaceExW", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool GetDiskFreeSpaceEx(string directory, out ulong availableToCaller, out ulong total, out ulong free);

    [DllImport("kernel32.dll", EntryPoint = "MoveFileExW", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool MoveFileEx(string from, string to, uint flags);

    [DllImport(
        "kernel32.dll",
        EntryPoint = "GetFileInformationByHandleEx",
        CharSet = CharSet.Unicode,
        ExactSpelling = true,
        SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool GetFileInformationByHandleEx(SafeFileHandle file, int information, byte[] result, uint length);

    [DllImport("kernel32.dll", EntryPoint = "FlushFileBuffers", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool FlushFileBuffers(SafeFileHandle file);
}
