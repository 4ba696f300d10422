using System.Diagnostics;
using System.Globalization;
using StreamTuning.Infrastructure;
using StreamTuning.Tool.Tests.Setup;
using Xunit.Abstractions;

namespace StreamTuning.Tool.Tests.Measuring;

/// <summary>A measurement that is ended from outside leaves nothing behind, or the next one cleans up.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class SignalTests(ITestOutputHelper output) : IDisposable
{
    private const int Stopped = 130;

    private readonly ScratchFolder _folder = new();

    private string Measured => _folder.PathOf("measured");

    [SkippableFact]
    public void Signals_at_ten_random_moments_leave_nothing()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Signals are sent by the kill of Linux.");
        Directory.CreateDirectory(Measured);
        int seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (int i = 0; i < 10; i++)
        {
            string signal = i % 2 == 0 ? "INT" : "TERM";
            using Process tool = Start();
            Task<string> error = tool.StandardError.ReadToEndAsync();
            WaitForFile(random.Next(1, 400), tool);
            Command.Run("kill", "-s", signal, tool.Id.ToString(CultureInfo.InvariantCulture));
            tool.WaitForExit();

            Assert.True(tool.ExitCode == Stopped, $"{signal}: {tool.ExitCode}, {error.Result}");
            Assert.Empty(Directory.GetFileSystemEntries(Measured));
        }
    }

    [SkippableFact]
    public async Task What_a_killed_one_leaves_the_next_one_deletes()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Processes are killed by the kill of Linux.");
        Directory.CreateDirectory(Measured);
        using (Process tool = Start())
        {
            WaitForFile(1, tool);
            tool.Kill();
            await tool.WaitForExitAsync();
        }

        Assert.Single(Directory.GetFileSystemEntries(Measured));
        ToolRun next = await ToolRun.RunAsync(_folder.Root, "measure", "measured", "--time", "5s");

        Assert.True(next.ExitCode == 0, next.Error);
        Assert.Empty(Directory.GetFileSystemEntries(Measured));
    }

    [SkippableFact]
    public async Task A_file_system_that_is_read_only_is_named_and_nothing_is_left()
    {
        Skip.If(Host.WhyNot("mount", "umount", "setsid") is not null, Host.WhyNot("mount", "umount", "setsid"));
        using var mounts = new MountFolder();
        SmallDisk disk = SmallDisk.Mount(mounts, "disk", "tmpfs", 600L << 20);
        Command.Run("mount", "-o", "remount,ro", disk.Root);

        ToolRun run = await ToolRun.RunAsync(_folder.Root, "measure", disk.Root, "--time", "5s");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("Read-only file system", run.Error);
        Assert.Contains("Nothing of the measurement is left", run.Error);
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>Starts the command so that SIGINT ends it, whatever started this process.</summary>
    private Process Start() => Process.Start(new ProcessStartInfo(
        "env",
        ["--default-signal=INT", "dotnet", "exec", Path.Combine(AppContext.BaseDirectory, "StreamTuning.Tool.dll"), "measure", Measured])
    {
        RedirectStandardError = true,
        RedirectStandardOutput = true,
    })!;

    /// <summary>Files are numbered as they are written.</summary>
    private void WaitForFile(int least, Process tool) => Wait.Until(
        () => tool.HasExited || Directory.GetFileSystemEntries(Measured).SelectMany(NamesIn).Any(name => NumberOf(name) >= least),
        () => "The measurement has not begun.");

    private static IEnumerable<string> NamesIn(string folder)
    {
        try
        {
            return [.. Directory.EnumerateFiles(folder).Select(static path => Path.GetFileName(path))];
        }
        catch (DirectoryNotFoundException)
        {
            return [];
        }
    }

    private static int NumberOf(string name) =>
        int.TryParse(name.AsSpan(name.LastIndexOf('-') + 1), CultureInfo.InvariantCulture, out int number) ? number : 0;
}
