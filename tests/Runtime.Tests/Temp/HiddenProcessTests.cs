using System.Diagnostics;

namespace StreamTuning.Temp;

/// <summary>Where /proc hides the processes of others (<c>hidepid=2</c>), a process that cannot be seen may still run.</summary>
public sealed class HiddenProcessTests : IDisposable
{
    // One user in two groups: each may enter the folder of the other, but not see its process.
    private const string Owner = "--reuid=65534 --regid=65533 --clear-groups";
    private const string Sweeper = "--reuid=65534 --regid=65532 --clear-groups";
    private const string HideProcesses = "mount -t proc -o hidepid=2 proc /proc";

    private readonly Scratch _root = new();

    public void Dispose() => _root.Dispose();

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task A_closed_file_of_a_process_that_is_hidden_is_kept_until_that_has_ended()
    {
        Skip.IfNot(OperatingSystem.IsLinux() && UnixFile.User == 0, "Only root can hide processes.");
        Skip.IfNot(Run(Hidden("true")) == 0, "The machine does not let root mount /proc.");
        Assert.Equal(0, UnixFile.ChangeMode(_root.Root, 0b111_111_111));
        using ChildProcess owner = ChildProcess.Start([ChildProgram.LeaveClosed, _root.Root], wrapper: ["setpriv", .. Owner.Split(' ')]);
        string file = await owner.ReadLineAsync();
        Assert.Equal("0", await SweepAsync());
        Assert.True(File.Exists(file));
        await owner.KillAsync();
        Assert.Equal("1", await SweepAsync());
        Assert.False(File.Exists(file));
    }

    [SkippableFact]
    public void A_process_without_an_entry_has_ended_only_if_nobody_has_its_number()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Elsewhere there is no /proc.");
        Assert.NotEqual(0, ProcessIdentity.StartOfLinuxProcess(Environment.ProcessId, "/proc"));
        Assert.Equal(0, ProcessIdentity.StartOfLinuxProcess(Environment.ProcessId, _root.Root));
        Assert.Equal(0, ProcessIdentity.StartOfLinuxProcess(1, _root.Root));
        Assert.Null(ProcessIdentity.StartOfLinuxProcess(int.MaxValue, _root.Root));
    }

    private static string[] Hidden(string command) => ["unshare", "--mount", "--propagation=private", "sh", "-c", $"{HideProcesses} && exec {command}"];

    private static int Run(string[] command)
    {
        using Process process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardError = true })!;
        process.WaitForExit();
        return process.ExitCode;
    }

    private async Task<string> SweepAsync()
    {
        using ChildProcess sweeper = ChildProcess.Start([ChildProgram.Sweep, _root.Root], wrapper: Hidden($"setpriv {Sweeper} \"$0\" \"$@\""));
        return (await sweeper.EndAsync()).Trim();
    }
}
