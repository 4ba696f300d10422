using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace StreamTuning;

/// <summary>What Unix does with files and .NET does not offer, or not everywhere. Each answers 0, or the error of the C library.</summary>
internal static class UnixFile
{
    /// <summary>EACCES, on Linux as on macOS.</summary>
    public const int AccessDenied = 13;

    /// <summary>EXDEV, on Linux as on macOS.</summary>
    public const int OtherVolume = 18;

    /// <summary>ENOENT, on Linux as on macOS.</summary>
    public const int NoSuchEntry = 2;

    /// <summary>EEXIST, on Linux as on macOS.</summary>
    public const int Exists = 17;

    // Where the function is missing; no error has this number.
    private const int Missing = int.MinValue;

    // Of sys/stat.h: what umask leaves of these is what a new file gets.
    private const int AllMayReadAndWrite = 0b110_110_110;

    // Of sys/stat.h of macOS, which has 144 bytes.
    private const int MacStatBytes = 256;
    private const int MacModeOffset = 4;
    private const int MacOwnerOffset = 16;
    private const int MacGroupOffset = 20;

    private static bool IsMac { get; } = RuntimeInformation.IsOSPlatform(OSPlatform.OSX);

    /// <summary>The user that the process acts for.</summary>
    public static uint User { get; } = FindUser();

    /// <summary>Creates a directory with a mode that nobody has to tighten afterwards.</summary>
    public static int CreateDirectory(string path, int mode) => Call(() => MakeDirectory(Name(path), (uint)mode));

    /// <summary>Asks whether files may be created in a directory: by its rights and those of its mount.</summary>
    public static int MayCreateIn(string directory)
    {
        const int Write = 2;
        const int Execute = 1;
        return Call(() => Access(Name(directory), Write | Execute));
    }

    public static int ChangeMode(string path, int mode) => Call(() => ChangeMode(Name(path), (uint)mode));

    /// <summary>Changes the mode of an open file.</summary>
    public static int ChangeMode(SafeFileHandle file, int mode) => Call(() => ChangeMode(file, (uint)mode));

    /// <summary>Changes owner and group of an open file; <see cref="uint.MaxValue"/> keeps one of them.</summary>
    public static int ChangeOwner(SafeFileHandle file, uint owner, uint group) => Call(() => ChangeOwners(file, owner, group));

    /// <summary>Owner, group and mode of an existing file, links followed.</summary>
    /// <returns>0, or why they are not known; negative if nobody was asked.</returns>
    public static int OwnersOf(string path, out uint owner, out uint group, out int mode)
    {
        if (!IsMac)
        {
            return LinuxFile.OwnersOf(path, out owner, out group, out mode);
        }

        byte[] result = new byte[MacStatBytes];
        int error = CallOfMac(() => MacStat64(Name(path), result), () => MacStat(Name(path), result));
        owner = BitConverter.ToUInt32(result, MacOwnerOffset);
        group = BitConverter.ToUInt32(result, MacGroupOffset);
        mode = BitConverter.ToUInt16(result, MacModeOffset);
        return error;
    }

    /// <summary>Owner and group of an open file, if the system tells.</summary>
    public static (uint Owner, uint Group)? OwnersOf(SafeFileHandle file)
    {
        if (!IsMac)
        {
            return LinuxFile.OwnersOf(file);
        }

        byte[] result = new byte[MacStatBytes];
        return CallOfMac(() => MacStat64(file, result), () => MacStat(file, result)) == 0
            ? (BitConverter.ToUInt32(result, MacOwnerOffset), BitConverter.ToUInt32(result, MacGroupOffset))
            : null;
    }

    /// <summary>The exception for an error of the C library, as .NET throws it.</summary>
    /// <param name="path">The file that was asked for.</param>
    /// <param name="error">The error.</param>
    public static Exception Error(string path, int error) => error switch
    {
        // EPERM, EACCES, EISDIR
        1 or AccessDenied or 21 => new UnauthorizedAccessException($"'{path}' may not be created.", Plain(path, error)),
        NoSuchEntry => new DirectoryNotFoundException($"The directory of '{path}' does not exist."),
        Exists => new IOException($"'{path}' exists already.", error),
        _ => Plain(path, error),
    };

    /// <summary>The mode of an existing file, links followed; <see langword="null"/> where there is none, or nobody says.</summary>
    public static int? ModeOf(string path)
    {
#if NET
        try
        {
            return OperatingSystem.IsWindows() ? null : (int)File.GetUnixFileMode(path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
#else
        return LinuxFile.ModeOf(path);
#endif
    }

    /// <summary>Gives a file another name, whatever has it now, if that is on the same volume.</summary>
    public static int Replace(string from, string to) => Call(() => Rename(Name(from), Name(to)));

    /// <summary>Gives a file a second name, if that is free and on the same volume.</summary>
    public static int AddName(string from, string to) => Call(() => Link(Name(from), Name(to)));

    /// <summary>The mode that a new file gets.</summary>
    /// <param name="directory">A directory of the process's own.</param>
    public static int ModeOfNewFiles(string directory) => AllMayReadAndWrite & ~(MaskOfProcess() ?? MaskSeenIn(directory));

    /// <summary>To ask for the mask otherwise means to change it, for all threads.</summary>
    private static int? MaskOfProcess()
    {
        const string MaskLine = "Umask:";
        try
        {
            foreach (string line in File.ReadLines("/proc/self/status"))
            {
                if (line.StartsWith(MaskLine, StringComparison.Ordinal))
                {
                    return Convert.ToInt32(line.Substring(MaskLine.Length).Trim(), fromBase: 8);
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
        }

        return null;
    }

    /// <summary>What a new file lacks; nothing is given to anybody where this cannot be seen.</summary>
    private static int MaskSeenIn(string directory)
    {
        const int OwnerOnly = 0b000_111_111;
#if NET
        if (!OperatingSystem.IsWindows())
        {
            string probe = Path.Combine(directory, RandomName.Create());
            try
            {
                using (new FileStream(probe, FileMode.CreateNew, FileAccess.Write))
                {
                    return ~(int)File.GetUnixFileMode(probe);
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
            }
            finally
            {
                File.Delete(probe);
            }
        }
#endif
        return OwnerOnly;
    }

    private static IOException Plain(string path, int error) =>
        new($"'{path}' could not be created: {new Win32Exception(error).Message}.", error);

    private static byte[] Name(string path) => Encoding.UTF8.GetBytes(path + "\0");

    private static int Call(Func<int> function)
    {
        try
        {
            return function() == 0 ? 0 : Marshal.GetLastWin32Error();
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return Missing;
        }
    }

    /// <summary>On x64 the plain name is an older function, with another structure; on ARM there is only the plain name.</summary>
    private static int CallOfMac(Func<int> function, Func<int> plain) => Call(function) is not Missing and var error ? error : Call(plain);

    private static uint FindUser()
    {
        try
        {
            return EffectiveUser();
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return uint.MaxValue;
        }
    }

    [DllImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern uint EffectiveUser();

    [DllImport("libc", EntryPoint = "access", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Access(byte[] path, int mode);

    [DllImport("libc", EntryPoint = "mkdir", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MakeDirectory(byte[] path, uint mode);

    [DllImport("libc", EntryPoint = "chmod", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeMode(byte[] path, uint mode);

    [DllImport("libc", EntryPoint = "fchmod", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeMode(SafeFileHandle file, uint mode);

    [DllImport("libc", EntryPoint = "fchown", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeOwners(SafeFileHandle file, uint owner, uint group);

    [DllImport("libc", EntryPoint = "rename", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Rename(byte[] from, byte[] to);

    [DllImport("libc", EntryPoint = "link", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Link(byte[] from, byte[] to);

    [DllImport("libc", EntryPoint = "stat$INODE64", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MacStat64(byte[] path, byte[] result);

    [DllImport("libc", EntryPoint = "stat", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MacStat(byte[] path, byte[] result);

    [DllImport("libc", EntryPoint = "fstat$INODE64", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MacStat64(SafeFileHandle file, byte[] result);

    [DllImport("libc", EntryPoint = "fstat", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MacStat(SafeFileHandle file, byte[] result);
}
