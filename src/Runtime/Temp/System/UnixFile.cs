using System.Runtime.InteropServices;
using System.Text;

namespace StreamTuning;

/// <summary>What Unix does with files and .NET does not offer, or not everywhere. Each answers 0, or the error of the C library.</summary>
internal static class UnixFile
{
    /// <summary>EXDEV, on Linux as on macOS.</summary>
    public const int OtherVolume = 18;

    /// <summary>EEXIST, on Linux as on macOS.</summary>
    public const int Exists = 17;

    // Where the function is missing; no error has this number.
    private const int Missing = int.MinValue;

    // Of sys/stat.h: what umask leaves of these is what a new file gets.
    private const int AllMayReadAndWrite = 0b110_110_110;

    /// <summary>The user that the process acts for.</summary>
    public static uint User { get; } = FindUser();

    /// <summary>Creates a directory with a mode that nobody has to tighten afterwards.</summary>
    public static int CreateDirectory(string path, int mode) => Call(() => MakeDirectory(Name(path), (uint)mode));

    public static int ChangeMode(string path, int mode) => Call(() => ChangeMode(Name(path), (uint)mode));

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

    [DllImport("libc", EntryPoint = "mkdir", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MakeDirectory(byte[] path, uint mode);

    [DllImport("libc", EntryPoint = "chmod", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeMode(byte[] path, uint mode);

    [DllImport("libc", EntryPoint = "rename", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Rename(byte[] from, byte[] to);

    [DllImport("libc", EntryPoint = "link", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Link(byte[] from, byte[] to);
}
