using System.Diagnostics;

namespace StreamTuning;

/// <summary>A real disk of a size that a test chooses. It is in memory, of which it takes only what is written; root on Linux can mount it.</summary>
public sealed class MemoryDisk : IDisposable
{
    private readonly Scratch _scratch = new();

    private MemoryDisk()
    {
    }

    public string Root => _scratch.Root;

    /// <summary>Mounts a disk, or skips the test.</summary>
    /// <param name="options">Of tmpfs: <c>size=10m</c>.</param>
    public static MemoryDisk Mount(string options)
    {
        MemoryDisk? disk = TryMount(options);
        Skip.If(disk is null, "A disk can be mounted only as root on Linux.");
        return disk;
    }

    public static MemoryDisk? TryMount(string options)
    {
        var disk = new MemoryDisk();
        if (OperatingSystem.IsLinux() && Run("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.Root))
        {
            return disk;
        }

        disk._scratch.Dispose();
        return null;
    }

    /// <summary>Changes the options, as <c>ro</c>.</summary>
    public void Remount(string options) => Assert.True(Run("mount", "-o", "remount," + options, Root));

    /// <summary>Leaves so many bytes of room.</summary>
    public void FillUpTo(long left)
    {
        string filler = Path.Combine(Root, "filler");
        while (new DriveInfo(Root).AvailableFreeSpace - left is > 0 and var size)
        {
            try
            {
                using var file = new FileStream(filler, new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, PreallocationSize = size });
                return;
            }
            catch (IOException) when (!File.Exists(filler))
            {
                // Somebody was writing meanwhile; there is less to be filled now.
            }
        }
    }

    public void Dispose()
    {
        // A process that another test is just starting holds for a moment what this one has had open.
        Assert.True(SpinWait.SpinUntil(() => Run("umount", Root), TimeSpan.FromMinutes(1)), "Files of the disk are still open.");
        _scratch.Dispose();
    }

    private static bool Run(string program, params string[] arguments)
    {
        try
        {
            using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
