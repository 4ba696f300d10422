using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;

namespace StreamTuning.NetworkShares.Guest;

/// <summary>The root folder of the guest, made once on this machine.</summary>
internal static class GuestRoot
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
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64 || Environment.UserName != "root")
        {
            return "A guest needs root on 64-bit Linux.";
        }

        string[] packages = Needed.Where(needed => !File.Exists(needed.File)).Select(needed => needed.Package).ToArray();
        return packages.Length == 0 ? null : $"A guest needs {string.Join(", ", packages)}: run build/install-guest-packages.sh.";
    }

    /// <returns>The folder.</returns>
    public static async Task<string> BuildAsync()
    {
        string repository = typeof(GuestRoot).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepositoryRoot").Value!;
        string cache = Environment.GetEnvironmentVariable(CacheVariable) is { Length: > 0 } set ? set : Path.Combine(repository, "artifacts", "guest");
        var start = new ProcessStartInfo("bash", [Script("build-root.sh"), Path.GetFullPath(cache)]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string folder = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? folder.Trim() : throw new InvalidOperationException($"The root of the guest was not built: {await errors}");
    }

    public static string Script(string name) => Path.Combine(AppContext.BaseDirectory, "Guest", name);
}
