using System.Diagnostics;
using System.Runtime.InteropServices;

namespace StreamTuning.NetworkShares;

/// <summary>The test program once more, as another process that can be killed; see <see cref="Program"/>.</summary>
internal sealed class ChildProgram : IDisposable
{
    private readonly Process _process;

    private ChildProgram(Process process) => _process = process;

    public static ChildProgram Start(params ReadOnlySpan<string> arguments)
    {
        string host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        var start = new ProcessStartInfo(host, ["exec", typeof(ChildProgram).Assembly.Location, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        return new ChildProgram(Forking.Start(start));
    }

    public string ReadLine() => _process.StandardOutput.ReadLine() ?? throw new InvalidOperationException("The process has ended.");

    /// <summary>The lines that it has printed since, once it has ended.</summary>
    public string[] ReadLines() => _process.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Kills it, as <c>kill -9</c> does.</summary>
    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Kill();
        }

        _process.Dispose();
    }
}
