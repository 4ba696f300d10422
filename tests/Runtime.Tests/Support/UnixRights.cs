using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;

namespace StreamTuning;

/// <summary>Owners, groups and mounts, which only root can set up; skips the tests of anybody else.</summary>
internal static class UnixRights
{
    /// <summary>An owner and a group that nobody here has.</summary>
    public const uint Stranger = 54321;

    public static void SkipUnlessRoot() => Skip.IfNot(OperatingSystem.IsLinux() && UnixFile.User == 0, "Only root on Linux can give files to others.");

    public static void Give(string path, uint owner, uint group, int mode)
    {
        SkipUnlessRoot();
        Assert.Equal(0, ChangeOwner(Encoding.UTF8.GetBytes(path + '\0'), owner, group));
        Assert.Equal(0, UnixFile.ChangeMode(path, mode));
    }

    /// <summary>A new file that only its owner can open.</summary>
    public static FileStream CreatePrivate(string path)
    {
        var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        Assert.Equal(0, UnixFile.ChangeMode(path, 0b110_000_000));
        return file;
    }

    /// <summary>Owner, group and mode of a file, in octal, with the bits for setuid, setgid and sticky: <c>0:0 644</c>.</summary>
    public static string Of(string path)
    {
        using Process process = Process.Start(new ProcessStartInfo("stat", ["-c", "%u:%g %a", path]) { RedirectStandardOutput = true })!;
        string text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return text.Trim();
    }

    /// <summary>Mounts a file or directory over another; <see cref="Unmount"/> ends that.</summary>
    public static void Bind(string from, string to)
    {
        SkipUnlessRoot();
        Skip.IfNot(Run("mount", "--bind", from, to), "Nothing can be mounted here.");
    }

    /// <summary>As <see cref="Bind"/>, but nothing can be written there.</summary>
    public static void BindReadOnly(string from, string to)
    {
        Bind(from, to);
        Assert.True(Run("mount", "-o", "remount,ro,bind", to));
    }

    /// <summary>Unmounts it, again and again while a process that another test is just starting still holds one of its files.</summary>
    public static void Unmount(string path) =>
        Assert.True(SpinWait.SpinUntil(() => Run("umount", path), TimeSpan.FromMinutes(1)), $"Files of '{path}' are still open.");

    private static bool Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        process.WaitForExit();
        return process.ExitCode == 0;
    }

    [DllImport("libc", EntryPoint = "chown")]
    private static extern int ChangeOwner(byte[] path, uint owner, uint group);
}
