using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using StreamTuning.Infrastructure;
using StreamTuning.SimulatedShare;
using StreamTuning.Tool.Tests.Setup;
using Xunit.Abstractions;

namespace StreamTuning.Tool.Tests.Measuring;

/// <summary>The first command of the README: one screen with what the storage costs, the places in the code, and what to do next.</summary>
public sealed class FirstCommandTests : IDisposable
{
    private static readonly TimeSpan _most = TimeSpan.FromMinutes(2);

    private readonly ScratchFolder _code = new();
    private readonly ITestOutputHelper _output;

    public FirstCommandTests(ITestOutputHelper output)
    {
        _output = output;
        _code.AddProject("App.csproj")
            .Add("Copy.cs", Sources.OneCopy("Copy"))
            .Add("Length.cs", Sources.OneLength("Length"));
    }

    public void Dispose() => _code.Dispose();

    // On a busy disk the five seconds can be too few to measure anything.
    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task On_a_local_disk_there_is_nothing_to_gain()
    {
        string directory = Directory.CreateDirectory(_code.PathOf("measured")).FullName;

        string said = await RunAsync(directory, "--time", "5s");

        // A machine that is busy can leave it open.
        Assert.Matches("^(Nothing to gain here\\.|It is not certain whether)", said);
        Assert.Contains("(128 requests instead of 17; ", said);
        Assert.Empty(Directory.GetFileSystemEntries(directory));
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task On_a_simulated_share_the_gain_the_places_and_the_next_command_are_told()
    {
        Skip.IfNot(ShareMount.TryStart(SlowShareProfile.AzureFiles, null, out ShareMount? share, out string? reason), reason);
        using (share)
        {
            string said = await RunAsync(share.Directory);

            Assert.Matches(@"^\d+ MiB: .* by CopyToAsync, .* possible \(.*\), 95 % interval \d.* times as fast\.", said);
            Assert.Contains("A write that makes the file longer costs ", said);
            Assert.Contains($"Costs are those of one copy of 16 MiB, as measured in {share.Directory}.", said);
            int dear = said.IndexOf("Copy.cs(8,9): warning STRM1001", StringComparison.Ordinal);
            int cheap = said.IndexOf("Length.cs(", StringComparison.Ordinal);
            Assert.True(0 < dear && dear < cheap, said);
            Assert.Matches(@"STRM1001: .* \(128 requests instead of 17; (about )?\d[\d.]* s for 16 MiB\)", said);
            Assert.Contains("Next: 'streamtuning scan --fix --dry-run' shows the changes", said);
            Assert.Empty(Directory.GetFileSystemEntries(share.Directory));
        }
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task On_sshfs_with_a_delay_the_places_are_told_and_nothing_is_promised_that_was_not_measured()
    {
        Skip.If(Host.WhyNot(SshfsMount.Programs) is not null, Host.WhyNot(SshfsMount.Programs));
        using var folder = new MountFolder();
        SmallDisk disk = SmallDisk.Mount(folder, "disk", "tmpfs", 600L << 20);
        string served = Directory.CreateDirectory(Path.Combine(disk.Root, "served")).FullName;
        using var ssh = new SshServer(folder);
        var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        int port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        using var proxy = new DelayProxy(listener, new IPEndPoint(IPAddress.Loopback, ssh.Port), TimeSpan.FromMilliseconds(10));
        using var mount = new SshfsMount(folder, ssh, served, port);

        string said = await RunAsync(mount.Root);

        // The client takes writes in the background, so it depends on the machine whether there is a gain.
        Assert.Matches(@"^(\d+ MiB: |Nothing to gain here\.|It is not certain whether)", said);
        Assert.Contains("A write", said);
        Assert.Contains($"Costs are those of one copy of 16 MiB, as measured in {mount.Root}.", said);
        Assert.Matches(@"STRM1001: .* \(128 requests instead of 17; ", said);
        bool saves = Regex.IsMatch(said, @"\d m?s for 16 MiB\)");
        Assert.Equal(saves, said.Contains("Next: 'streamtuning scan --fix --dry-run'", StringComparison.Ordinal));
        Assert.Empty(Directory.GetFileSystemEntries(served));
    }

    private async Task<string> RunAsync(string directory, params string[] more)
    {
        long start = Stopwatch.GetTimestamp();
        ToolRun run = await ToolProcess.RunAsync(_code.Root, "", null, ["scan", ".", "--measure", directory, .. more]);
        TimeSpan took = Stopwatch.GetElapsedTime(start);
        _output.WriteLine($"{took}\n{run.Output}\n{run.Error}");

        // Findings of warnings are an error of the code, and not of the command.
        Assert.True(run.ExitCode == 1, run.Error);
        Assert.True(took < _most, $"{took}");
        return run.Output;
    }
}
