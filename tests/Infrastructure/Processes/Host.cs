namespace StreamTuning.Infrastructure;

/// <summary>Whether this machine can run servers and mount file systems.</summary>
public static class Host
{
    /// <summary>
    /// Why the programs cannot be used here, or <see langword="null"/> if they can: not Linux, not root, or a package is missing. Tests skip then.
    /// Whatever else goes wrong is a failure.
    /// </summary>
    /// <param name="programs">The programs, without a folder.</param>
    public static string? WhyNot(params ReadOnlySpan<string> programs)
    {
        if (!OperatingSystem.IsLinux())
        {
            return "File systems can be mounted on Linux only.";
        }

        if (!Environment.IsPrivilegedProcess)
        {
            return "File systems can be mounted as root only.";
        }

        foreach (string program in programs)
        {
            if (Find(program) is null)
            {
                return $"The program '{program}' is not installed; build/install-share-packages.sh installs it.";
            }
        }

        return null;
    }

    /// <summary>The full path of a program, or <see langword="null"/> if it is not installed.</summary>
    internal static string? Find(string program)
    {
        // Debian keeps servers and mkfs in folders that are not always in PATH.
        string[] folders = [.. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':'), "/usr/sbin", "/sbin"];
        return folders.Where(folder => folder.Length > 0).Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);
    }
}
