using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace StreamTuning.SimulatedShare;

/// <summary>
/// A simulated network share that is mounted: a directory on which any code and any program works with any file API, and every request to the file
/// system takes the time that the profile says. It holds its files in memory, counts requests, has a quota, and lets requests fail or wait when it is told to.
/// For root on Linux. The requests are served by a process of their own, which ends, and unmounts, with this object or this process, however that ends.
/// </summary>
public sealed class ShareMount : IDisposable, IAsyncDisposable
{
    private const ulong CapabilityToMount = 1UL << 21;
    private static readonly TimeSpan _timeToEnd = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Process _shell;
    private readonly bool _ownsDirectory;
    private ShareSettings _settings;
    private bool _isDisposed;

    private ShareMount(string directory, bool ownsDirectory, Process shell, ShareSettings settings)
    {
        (Directory, _ownsDirectory, _shell, _settings) = (directory, ownsDirectory, shell, settings);
    }

    /// <summary>The directory that is the share.</summary>
    public string Directory { get; }

    /// <summary>
    /// The largest write in bytes that is one request: 20 MiB, or 1 MiB where Linux does not allow more. Larger ones are several requests. A write
    /// from memory that does not begin with a page may be a page less.
    /// </summary>
    public int LargestRequest { get; private init; }

    /// <summary>What requests cost; a change is for requests that come after it.</summary>
    public SlowShareProfile Profile
    {
        get => _settings.Profile;
        set => Set(settings => settings with { Profile = value });
    }

    /// <summary>
    /// How many bytes there is room for; <see langword="null"/> for no limit. As on a file system with holes it is blocks of 4096 bytes that are written
    /// or reserved that take room, and a length alone does not. What is left is the free space of the directory.
    /// </summary>
    public long? Quota
    {
        get => _settings.Quota;
        set => Set(settings => settings with { Quota = value });
    }

    /// <summary>Whether a write that does not fit into the quota writes what fits, as local file systems do, or nothing. True at first.</summary>
    public bool WritesWhatFits
    {
        get => _settings.WritesWhatFits;
        set => Set(settings => settings with { WritesWhatFits = value });
    }

    /// <summary>
    /// Whether files hold what was written; otherwise their length is as usual, but they read as zeros. True at first. For measurements that must not
    /// need memory; it is for files that have not been written yet.
    /// </summary>
    public bool KeepsContent
    {
        get => _settings.KeepsContent;
        set => Set(settings => settings with { KeepsContent = value });
    }

    /// <summary>
    /// Whether files have the owner and the mode that they were given. True at first. Otherwise all seem to be another user's, and for everybody, whatever
    /// is asked for: as on shares that know nothing of the users of Linux. The system may remember for a second what it has been told before.
    /// </summary>
    public bool KeepsOwners
    {
        get => _settings.KeepsOwners;
        set => Set(settings => settings with { KeepsOwners = value });
    }

    /// <summary>How the client behaves that stands between a program and the share. <see cref="ShareClient.Direct"/> at first.</summary>
    public ShareClient Client
    {
        get => _settings.Client;
        set => Set(settings => settings with { Client = value });
    }

    /// <summary>What has been asked for since the share was mounted, or since <see cref="ResetRequests"/>.</summary>
    public SlowShareRequests Requests => Ask(new ShareCommand()).Requests;

    /// <summary>How many requests a fault holds at the moment.</summary>
    public int HeldRequests => Ask(new ShareCommand()).HeldRequests;

    /// <summary>How many bytes the blocks of all files take. Those of a deleted file are free when the system has told that it is closed, which is a moment later.</summary>
    public long UsedBytes => Ask(new ShareCommand()).UsedBytes;

    /// <summary>Whether shares can be mounted here.</summary>
    /// <param name="reason">Why not, as a sentence.</param>
    public static bool IsSupported([NotNullWhen(false)] out string? reason)
    {
        reason = !OperatingSystem.IsLinux() || !Environment.Is64BitProcess ? "A share can be mounted on 64-bit Linux only."
            : !Environment.IsPrivilegedProcess || !MayMount() ? "A share can be mounted by root only."
            : !File.Exists("/dev/fuse") ? "A share cannot be mounted without /dev/fuse."
            : !File.Exists("/bin/sh") || !File.Exists(Host()) || !File.Exists(Server()) || !File.Exists(Path.ChangeExtension(Server(), ".runtimeconfig.json"))
                ? "The program that serves a mounted share is not beside this one."
            : null;
        return reason is null;
    }

    /// <summary>Mounts a share.</summary>
    /// <param name="profile">What requests cost.</param>
    /// <param name="directory">
    /// Where; it is made if it does not exist, and what it holds is hidden as long as the share is mounted. <see langword="null"/> for a directory of its own
    /// among the temporary files, which is deleted with the share.
    /// </param>
    /// <returns>The share; who disposes it unmounts it, and its files are gone.</returns>
    /// <exception cref="IOException">It could not be mounted.</exception>
    /// <exception cref="PlatformNotSupportedException">Shares cannot be mounted here: see <see cref="IsSupported"/>.</exception>
    public static ShareMount Start(SlowShareProfile profile, string? directory = null)
    {
        if (!IsSupported(out string? reason))
        {
            throw new PlatformNotSupportedException(reason);
        }

        ShareServer.UnmountLeftovers();
        string target = directory is null
            ? System.IO.Directory.CreateTempSubdirectory("slow-share-").FullName
            : System.IO.Directory.CreateDirectory(directory).FullName;
        var settings = ShareSettings.Of(profile);
        Process shell = StartServer(target, isTemporary: directory is null);
        try
        {
            ShareState state = Read(shell);
            var mount = new ShareMount(target, directory is null, shell, settings) { LargestRequest = state.LargestRequest };
            mount.Ask(new ShareCommand { Settings = settings });
            return mount;
        }
        catch
        {
            shell.StandardInput.Close();
            shell.Dispose();
            if (directory is null)
            {
                ShareServer.Delete(target);
            }

            throw;
        }
    }

    /// <summary>Mounts a share where that is possible.</summary>
    /// <inheritdoc cref="Start"/>
    /// <param name="profile">What requests cost.</param>
    /// <param name="directory">Where; <see langword="null"/> for a directory of its own.</param>
    /// <param name="share">The share; who disposes it unmounts it, and its files are gone.</param>
    /// <param name="reason">Why there is none, as a sentence.</param>
    /// <returns>Whether it is mounted.</returns>
    public static bool TryStart(
        SlowShareProfile profile, string? directory, [NotNullWhen(true)] out ShareMount? share, [NotNullWhen(false)] out string? reason)
    {
        share = null;
        if (!IsSupported(out reason))
        {
            return false;
        }

        try
        {
            share = Start(profile, directory);
            return true;
        }
        catch (IOException e)
        {
            // Root of a container, say, may be root and still not mount.
            reason = e.Message;
            return false;
        }
    }

    /// <summary>The path of a file or directory of the share.</summary>
    public string PathOf(string name) => Path.Combine(Directory, name);

    /// <summary>Starts to count from zero.</summary>
    public void ResetRequests() => Ask(new ShareCommand { ResetsRequests = true });

    /// <summary>Lets requests go wrong, instead of those that went wrong until now; requests are counted anew, and those that are held go on.</summary>
    /// <param name="faults">What goes wrong. If several are about one request, the first one counts. None to let all go well.</param>
    public void SetFaults(params IReadOnlyList<ShareFault> faults) => Ask(new ShareCommand { Faults = faults });

    /// <summary>Unmounts the share. Files of it that are open fail from then on.</summary>
    /// <exception cref="IOException">The directory of its own could not be deleted.</exception>
    public void Dispose()
    {
        lock (_gate)
        {
            if (_isDisposed)
            {
                return;
            }

            _isDisposed = true;
        }

        bool ended;
        try
        {
            _shell.StandardInput.Close();
            ended = _shell.StandardOutput.ReadToEndAsync().Wait(_timeToEnd);
        }
        catch (Exception e) when (e is IOException or AggregateException)
        {
            ended = false;
        }

        _shell.Dispose();
        if (!ended)
        {
            ShareServer.Unmount(Directory);
        }

        ShareServer.UnmountLeftovers();
        if (_ownsDirectory)
        {
            ShareServer.Delete(Directory);
        }
    }

    /// <inheritdoc cref="Dispose"/>
    public ValueTask DisposeAsync()
    {
        // There is nothing to wait for that would take long.
        Dispose();
        return default;
    }

    private static bool MayMount()
    {
        const string Effective = "CapEff:";
        string? line = File.ReadLines("/proc/self/status").FirstOrDefault(line => line.StartsWith(Effective, StringComparison.Ordinal));
        return line is not null
            && (ulong.Parse(line.AsSpan(Effective.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture) & CapabilityToMount) != 0;
    }

    // The dotnet that this process runs in, whatever it was started with.
    private static string Host() => Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));

    private static string Server() => typeof(ShareMount).Assembly.Location;

    /// <summary>
    /// Starts the server through a shell that ends at once, so that it is no child of this process: who kills this process with all its children, as
    /// <see cref="Process.Kill(bool)"/> does, must leave it time to unmount.
    /// </summary>
    private static Process StartServer(string directory, bool isTemporary)
    {
        var start = new ProcessStartInfo("/bin/sh")
        {
            ArgumentList = { "-c", "exec 3<&0; \"$0\" \"$@\" <&3 3<&- &", Host(), Server(), Program.ServeCommand, directory },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            WorkingDirectory = "/",
        };
        if (isTemporary)
        {
            start.ArgumentList.Add(Program.DeleteOption);
        }

        return Process.Start(start)!;
    }

    private static ShareState Read(Process shell)
    {
        string line = shell.StandardOutput.ReadLine() ?? throw new IOException("The server of the share has ended.");
        ShareState state = JsonSerializer.Deserialize(line, ControlMessages.Default.ShareState)!;
        return state.Error is { } error ? throw new IOException(error) : state;
    }

    private void Set(Func<ShareSettings, ShareSettings> change)
    {
        lock (_gate)
        {
            _settings = change(_settings);
            Ask(new ShareCommand { Settings = _settings });
        }
    }

    private ShareState Ask(ShareCommand command)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            _shell.StandardInput.WriteLine(JsonSerializer.Serialize(command, ControlMessages.Default.ShareCommand));
            _shell.StandardInput.Flush();
            return Read(_shell);
        }
    }
}
