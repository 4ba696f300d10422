using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace StreamTuning;

/// <summary>
/// Which process on which machine a file was made by, as its name tells: a directory may be shared by many machines, a machine may have
/// been started again, and the number of a process is given to another one when it has ended.
/// </summary>
internal sealed class ProcessIdentity
{
    // Outside Linux the time of the start is computed from two clocks. No machine starts twice within this time.
    private const long ToleranceSeconds = 10;

    private const int Parts = 4;

    private readonly string _machine;
    private readonly long _boot;
    private readonly int _process;
    private readonly long _start;

    private ProcessIdentity(string machine, long boot, int process, long start)
    {
        _machine = machine;
        _boot = boot;
        _process = process;
        _start = start;
    }

    /// <summary>The process that runs this.</summary>
    public static ProcessIdentity Current { get; } = FindCurrent();

    /// <summary>
    /// Whether the process is known to have ended. What cannot be found out counts as no, and so does another machine or boot. A process
    /// that does not even see itself sees no others.
    /// </summary>
    public bool HasEnded =>
        IsOfThisBoot && _start != 0 && Current._start != 0
        && StartOf(_process) is var start && (start is null || (start != 0 && start != _start));

    private static bool IsLinux => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    private bool IsOfThisBoot =>
        _machine == Current._machine && (IsLinux ? _boot == Current._boot : Math.Abs(_boot - Current._boot) <= ToleranceSeconds);

    /// <summary>Reads the identity at the beginning of a name; <see langword="null"/> where there is none.</summary>
    public static ProcessIdentity? TryParse(string name)
    {
        string[] parts = name.Split('-');
        return parts.Length > Parts
            && parts[0].Length == 8
            && TryParse(parts[1], out long boot)
            && TryParse(parts[2], out long process)
            && process is > 0 and <= int.MaxValue
            && TryParse(parts[3], out long start)
                ? new ProcessIdentity(parts[0], boot, (int)process, start)
                : null;
    }

    /// <summary>The beginning of a name.</summary>
    public override string ToString() => FormattableString.Invariant($"{_machine}-{_boot:x}-{_process:x}-{_start:x}");

    private static bool TryParse(string text, out long value) =>
        long.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value);

    private static ProcessIdentity FindCurrent()
    {
#if NET
        int process = Environment.ProcessId;
#else
        using var current = Process.GetCurrentProcess();
        int process = current.Id;
#endif
        return new ProcessIdentity(FindMachine(), FindBoot(), process, StartOf(process) ?? 0);
    }

    /// <summary>
    /// The name of the machine, and of what separates its processes: containers of one name may share a directory, but know nothing of each
    /// other.
    /// </summary>
    private static string FindMachine()
    {
        string text = Environment.MachineName + "\n" + LinuxFile.IdentityOf("/proc/self/ns/pid");
        using var hash = SHA256.Create();
        byte[] bytes = hash.ComputeHash(Encoding.UTF8.GetBytes(text));
        return BitConverter.ToUInt32(bytes, 0).ToString("x8", CultureInfo.InvariantCulture);
    }

    private static long FindBoot()
    {
        if (IsLinux)
        {
            try
            {
                string id = File.ReadAllText("/proc/sys/kernel/random/boot_id");
                if (TryParse(id.Substring(0, 8), out long boot))
                {
                    return boot;
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException)
            {
            }
        }

#if NET
        long running = Environment.TickCount64;
#else
        // Begins anew after seven weeks, which then count as another boot: less is swept, never more.
        long running = unchecked((uint)Environment.TickCount);
#endif
        return DateTimeOffset.UtcNow.ToUnixTimeSeconds() - (running / 1000);
    }

    /// <summary>
    /// When a process was started, in a unit of the system; <see langword="null"/> where there is no such process, 0 where nobody says.
    /// </summary>
    private static long? StartOf(int process)
    {
        if (IsLinux)
        {
            return StartOfLinuxProcess(process, "/proc");
        }

        try
        {
            using var found = Process.GetProcessById(process);
            return found.StartTime.ToUniversalTime().Ticks / TimeSpan.TicksPerSecond;
        }
        catch (ArgumentException)
        {
            return null;
        }
        catch (Exception e) when (e is InvalidOperationException or NotSupportedException or System.ComponentModel.Win32Exception)
        {
            return 0;
        }
    }

    /// <summary>In ticks since the boot: .NET makes a time of day of them, which differs a little from call to call.</summary>
    /// <param name="process">The number of the process.</param>
    /// <param name="processes">Where the system lists processes.</param>
    /// <returns><see langword="null"/> if there is no such process, 0 if it cannot be found out.</returns>
    internal static long? StartOfLinuxProcess(int process, string processes)
    {
        // Of proc(5): the 22nd field; the second, a name, is in brackets and may hold anything.
        const int FieldsAfterName = 19;
        try
        {
            string status = File.ReadAllText(FormattableString.Invariant($"{processes}/{process}/stat"));
            string[] fields = status.Substring(status.LastIndexOf(')') + 2).Split(' ');
            return long.Parse(fields[FieldsAfterName], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            // The system may be told to hide the processes of others (hidepid).
            return IsRunning(process) ? 0 : null;
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or FormatException or ArgumentOutOfRangeException or IndexOutOfRangeException)
        {
            // A process that ends just now.
            return 0;
        }
    }

    /// <summary>Whether a process has this number, as far as the kernel says.</summary>
    private static bool IsRunning(int process)
    {
        const int NoSignal = 0;
        const int NoSuchProcess = 3; // ESRCH
        try
        {
            return Signal(process, NoSignal) == 0 || Marshal.GetLastWin32Error() != NoSuchProcess;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return true;
        }
    }

    [DllImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Signal(int process, int signal);
}
