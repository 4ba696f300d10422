using System.Diagnostics;
using System.Text.Json;

namespace StreamTuning.Mutation;

/// <summary>A host of one test project, as another process that is started again if a mutant has broken it.</summary>
internal sealed class HostProcess(string assembly) : IDisposable
{
    /// <summary>A process that has done nothing for so long hangs.</summary>
    private static readonly TimeSpan _longestSilence = TimeSpan.FromMinutes(2);

    private readonly string _reached = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
    private Process? _process;

    /// <param name="request">What to run.</param>
    /// <param name="limit">The time of the processor after which the process hangs.</param>
    /// <param name="watchReached">Whether the process notes which mutants it reaches.</param>
    /// <returns>Null if the process hung or broke, and is gone.</returns>
    public async Task<List<TestOutcome>?> AskAsync(HostRequest request, double limit, bool watchReached = false)
    {
        if (_process is null || _process.HasExited)
        {
            Dispose();
            _process = Start(request.Mutant, watchReached);

            // Finding the tests is not part of the time.
            if (await AskAsync(request with { Tests = [] }, limit: 100, watchReached) is null)
            {
                return null;
            }
        }

        try
        {
            await _process.StandardInput.WriteLineAsync(JsonSerializer.Serialize(request));
            await _process.StandardInput.FlushAsync();
            using var hangs = new CancellationTokenSource();
            Task watching = WatchAsync(_process, limit, hangs);
            while (await _process.StandardOutput.ReadLineAsync(hangs.Token) is { } line)
            {
                if (line.StartsWith(TestHost.Marker, StringComparison.Ordinal))
                {
                    await hangs.CancelAsync();
                    await watching;
                    return JsonSerializer.Deserialize<List<TestOutcome>>(line[TestHost.Marker.Length..]);
                }
            }
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
        }

        Dispose();
        return null;
    }

    public void Dispose()
    {
        if (_process is not null)
        {
            try
            {
                _process.Kill(entireProcessTree: true);
            }
            catch (InvalidOperationException)
            {
            }

            _process.Dispose();
            _process = null;
            File.Delete(_reached);
        }
    }

    /// <summary>Asks for the time of the processor: a busy machine must not look like a mutant that hangs.</summary>
    private static async Task WatchAsync(Process process, double limit, CancellationTokenSource hangs)
    {
        try
        {
            TimeSpan begin = process.TotalProcessorTime;
            (TimeSpan Used, long At) progress = (begin, Stopwatch.GetTimestamp());
            while (!hangs.IsCancellationRequested)
            {
                await Task.Delay(500, hangs.Token);
                process.Refresh();
                TimeSpan used = process.TotalProcessorTime;
                if (used - progress.Used > TimeSpan.FromMilliseconds(100))
                {
                    progress = (used, Stopwatch.GetTimestamp());
                }

                if ((used - begin).TotalSeconds > limit || Stopwatch.GetElapsedTime(progress.At) > _longestSilence)
                {
                    await hangs.CancelAsync();
                }
            }
        }
        catch (Exception e) when (e is OperationCanceledException or InvalidOperationException or ObjectDisposedException)
        {
            // It has answered, or ended.
        }
    }

    private Process Start(int mutant, bool watchReached)
    {
        // Beside the tests, so that their dependencies are found.
        string folder = Path.GetDirectoryName(assembly)!;
        string host = typeof(HostProcess).Assembly.Location;
        string program = Path.Combine(folder, Path.GetFileName(host));
        if (!File.Exists(program) || File.GetLastWriteTimeUtc(program) != File.GetLastWriteTimeUtc(host))
        {
            // A worker beside this one may be running the file already: it gets a new one, not new contents.
            string copy = $"{program}.{Guid.NewGuid():N}";
            File.Copy(host, copy);
            File.Move(copy, program, overwrite: true);
        }

        var start = new ProcessStartInfo("dotnet", [
            "exec", "--runtimeconfig", Path.ChangeExtension(assembly, ".runtimeconfig.json"), "--depsfile", Path.ChangeExtension(assembly, ".deps.json"),
            program, "host", assembly])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["STREAMTUNING_MUTANT"] = mutant.ToString(System.Globalization.CultureInfo.InvariantCulture);

        // A mutant may collect things without end.
        start.Environment["DOTNET_GCHeapHardLimit"] = "0xA0000000";
        if (watchReached)
        {
            start.Environment["STREAMTUNING_MUTANTS_REACHED"] = _reached;
        }

        Process process = Process.Start(start)!;
        process.ErrorDataReceived += (_, _) => { };
        process.BeginErrorReadLine();
        return process;
    }
}
