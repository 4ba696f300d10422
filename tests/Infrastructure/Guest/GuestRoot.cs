using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;

namespace StreamTuning.Infrastructure;

/// <summary>The root folder of the guest, made once on this machine.</summary>
public static class GuestRoot
{
    /// <summary>Where root folders are kept, instead of the repository's artifacts folder.</summary>
    private const string CacheVariable = "STREAMTUNING_GUEST_CACHE";

    private static readonly (string File, string Package)[] Needed =
    [
        ("/usr/bin/linux.uml", "user-mode-linux"),
        ("/usr/sbin/debootstrap", "debootstrap"),
        ("/usr/bin/unshare", "util-linux"),
        ("/usr/bin/apt-get", "apt"),
    ];

    /// <summary>Why this machine can have no guest, or <see langword="null"/> when it must be able to.</summary>
    public static string? Missing()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64 || !Environment.IsPrivilegedProcess)
        {
            return "A guest needs root on 64-bit Linux.";
        }

        string[] packages = Needed.Where(needed => !File.Exists(needed.File)).Select(needed => needed.Package).ToArray();
        return packages.Length == 0 ? null : $"A guest needs {string.Join(", ", packages)}: run build/install-guest-packages.sh.";
    }

    /// <returns>The folder.</returns>
    public static async Task<string> BuildAsync()
    {
        string cache = Environment.GetEnvironmentVariable(CacheVariable) is { Length: > 0 } set
            ? set
            : Path.Combine(Repository(), "artifacts", "guest");
        using Process process = Start("build-root.sh", Path.GetFullPath(cache));
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string folder = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0
            ? folder.Trim()
            : throw new InvalidOperationException($"The root of the guest was not built: {await errors}");
    }

    private static string Repository() =>
        typeof(GuestRoot).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepositoryRoot").Value!;

    /// <summary>
    /// Starts one of the scripts. It ends with this process, also when this process is killed, which holds the standard input of the script.
    /// </summary>
    public static Process Start(string script, params string[] arguments)
    {
        static string Folder(string name) => Path.Combine(AppContext.BaseDirectory, "Guest", name);
        return Process.Start(new ProcessStartInfo("bash", [Folder("with-input.sh"), "bash", Folder(script), .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
    }
}
