using System.Diagnostics;
using System.Runtime.InteropServices;

namespace StreamTuning;

/// <summary>The test program once more, as another process.</summary>
internal sealed class ChildProcess : IDisposable
{
    private readonly Process _process;

    private ChildProcess(Process process) => _process = process;

    /// <param name="arguments">What <see cref="ChildProgram"/> is to do.</param>
    /// <param name="environment">Variables to set.</param>
    /// <param name="umask">The mask for new files, in octal digits.</param>
    /// <param name="user">Who runs it, if somebody else.</param>
    /// <param name="wrapper">A command that runs the one behind it.</param>
    public static ChildProcess Start(
        string[] arguments, (string Name, string Value)[]? environment = null, string? umask = null, int? user = null, string[]? wrapper = null)
    {
        string host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
        string program = typeof(ChildProcess).Assembly.Location;

        // A program that was published with its runtime has no host beside that.
        string[] start = File.Exists(host) ? [host, "exec", program] : [Path.ChangeExtension(program, OperatingSystem.IsWindows() ? ".exe" : null)];
        string[] command = [.. wrapper ?? [], .. start, .. arguments];
        if (umask is not null)
        {
            command = ["/bin/sh", "-c", $"umask {umask}; exec \"$0\" \"$@\"", .. command];
        }

        if (user is not null)
        {
            command = ["setpriv", $"--reuid={user}", $"--regid={user}", "--clear-groups", .. command];
        }

        var information = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        foreach ((string name, string value) in environment ?? [])
        {
            information.Environment[name] = value;
        }

        return new ChildProcess(Process.Start(information)!);
    }

    /// <summary>Starts one that leaves a file and a directory, and ends it before it can delete them.</summary>
    /// <returns>The file.</returns>
    public static async Task<string> LeaveFileAsync(string root)
    {
        using ChildProcess child = Start([ChildProgram.Leave, root]);
        string file = await child.ReadLineAsync();
        Directory.Delete(await child.ReadLineAsync(), recursive: true);
        await child.KillAsync();
        return file;
    }

    public async Task<string> ReadLineAsync() =>
        await _process.StandardOutput.ReadLineAsync() ?? throw new InvalidOperationException("The process has ended.");

    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    /// <summary>Lets it end by itself.</summary>
    /// <returns>What it has said since.</returns>
    public async Task<string> EndAsync()
    {
        _process.StandardInput.Close();
        string said = await _process.StandardOutput.ReadToEndAsync();
        await _process.WaitForExitAsync();
        Assert.Equal(0, _process.ExitCode);
        return said;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}
