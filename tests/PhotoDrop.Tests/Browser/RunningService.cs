using System.Diagnostics;

namespace StreamTuning.PhotoDropTests.Browser;

/// <summary>The sample, as a service on a free port of this machine, in a process of its own. Ends when it is disposed, and leaves nothing behind.</summary>
internal sealed class RunningService : IAsyncDisposable
{
    private const string Address = "Now listening on: ";

    private static readonly TimeSpan _timeToStart = TimeSpan.FromMinutes(5);

    private readonly Process _process;
    private readonly string _folder;

    private RunningService(Process process, string folder, Uri uri) => (_process, _folder, Uri) = (process, folder, uri);

    public Uri Uri { get; }

    /// <param name="program">The path of the program.</param>
    /// <param name="arguments">What it is started with besides its address.</param>
    public static async Task<RunningService> StartAsync(string program, params string[] arguments)
    {
        // For temporary files, so that what a process leaves that is killed can be deleted.
        string folder = Directory.CreateTempSubdirectory("StreamTuning-PhotoDrop-").FullName;
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [program, .. arguments, "--urls", "http://127.0.0.1:0"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["TMPDIR"] = folder, ["TMP"] = folder, ["TEMP"] = folder },
        };
        Process process = Process.Start(start)!;
        try
        {
            var address = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
            var lines = new List<string>();
            process.ErrorDataReceived += (_, line) => Add(line.Data);
            process.OutputDataReceived += (_, line) =>
            {
                if (line.Data is not { } text)
                {
                    address.TrySetException(new InvalidOperationException($"{program} has ended instead of listening:\n{Text()}"));
                    return;
                }

                Add(text);
                if (text.IndexOf(Address, StringComparison.Ordinal) is >= 0 and var index)
                {
                    address.TrySetResult(new Uri(text[(index + Address.Length)..].Trim()));
                }
            };
            process.BeginErrorReadLine();
            process.BeginOutputReadLine();
            return new RunningService(process, folder, await address.Task.WaitAsync(_timeToStart));

            void Add(string? line)
            {
                lock (lines)
                {
                    lines.Add(line ?? "");
                }
            }

            string Text()
            {
                lock (lines)
                {
                    return string.Join('\n', lines);
                }
            }
        }
        catch
        {
            await EndAsync(process, folder);
            throw;
        }
    }

    /// <summary>Ends it as a power cut would.</summary>
    public async Task KillAsync()
    {
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync() => await EndAsync(_process, _folder);

    private static async Task EndAsync(Process process, string folder)
    {
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync();
        process.Dispose();
        Directory.Delete(folder, recursive: true);
    }
}
