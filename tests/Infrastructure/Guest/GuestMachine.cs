using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;

namespace StreamTuning.Infrastructure;

/// <summary>A guest that runs. It ends with this process, also when that is killed.</summary>
public sealed class GuestMachine : IDisposable
{
    private readonly Process _process;
    private readonly Action<string>? _onLine;
    private readonly List<string> _console = [];
    private SilenceLimit? _limit;

    private GuestMachine(Process process, Action<string>? onLine)
    {
        _process = process;
        _onLine = onLine;
        process.OutputDataReceived += (_, line) => Add(line.Data);
        process.ErrorDataReceived += (_, line) => Add(line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>All lines of the console so far.</summary>
    public string[] Console
    {
        get
        {
            lock (_console)
            {
                return [.. _console];
            }
        }
    }

    /// <param name="root">The folder of <see cref="GuestRoot"/>.</param>
    /// <param name="program">The program that runs in the guest. It is in the folder of this one.</param>
    /// <param name="onLine">Is given each line of the console, one at a time.</param>
    /// <param name="settings">Those of init.sh.</param>
    public static GuestMachine Start(string root, Assembly program, Action<string>? onLine, params ReadOnlySpan<string> settings)
    {
        string dotnet = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        string application = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        string[] arguments = [root, application, dotnet, $"program={program.GetName().Name}", .. settings];
        return new GuestMachine(GuestRoot.Start("start-guest.sh", arguments), onLine);
    }

    /// <summary>
    /// False if nothing has come from the guest for <paramref name="patience"/>. A guest that is only slow, since others need the processor, ends.
    /// </summary>
    public async Task<bool> WaitForEndAsync(TimeSpan patience)
    {
        using var limit = new SilenceLimit(patience);
        lock (_console)
        {
            _limit = limit;
        }

        try
        {
            await _process.WaitForExitAsync(limit.Over);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
        finally
        {
            lock (_console)
            {
                _limit = null;
            }
        }
    }

    public void Dispose()
    {
        // The guest ends when its standard input does.
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private void Add(string? line)
    {
        if (line is not null)
        {
            lock (_console)
            {
                _limit?.Hear();
                _console.Add(line.TrimEnd());
                _onLine?.Invoke(line.TrimEnd());
            }
        }
    }
}
