using System.Diagnostics;

namespace StreamTuning.Tour;

/// <summary>The sample as a process that handles a delivery of photos each time it is told to.</summary>
internal sealed class RaceProgram : IAsyncDisposable
{
    private static readonly TimeSpan _timeToEnd = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly Task<string> _errors;

    private RaceProgram(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
    }

    public static RaceProgram Start(string path)
    {
        string host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        return new RaceProgram(Process.Start(new ProcessStartInfo(host, [path, "--rounds"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!);
    }

    /// <summary>Waits until it has started and warmed up.</summary>
    /// <returns>The lines about its share and its blob storage.</returns>
    public Task<RaceConditions> ReadyAsync(CancellationToken cancellationToken) => ReadAsync(RaceConditions.TryParse, cancellationToken);

    /// <summary>Has it handle one delivery.</summary>
    public async Task<Run> RunAsync(CancellationToken cancellationToken)
    {
        await _process.StandardInput.WriteLineAsync();
        await _process.StandardInput.FlushAsync(cancellationToken);
        return await ReadAsync(Run.TryParse, cancellationToken);
    }

    /// <summary>Ends it.</summary>
    /// <returns>How many files it has verified, and their hash.</returns>
    public async Task<string> EndAsync(CancellationToken cancellationToken)
    {
        const string Mark = "verified ";
        _process.StandardInput.Close();
        string verified = await ReadAsync(
            static lines => lines[^1].StartsWith(Mark, StringComparison.Ordinal) ? lines[^1][Mark.Length..] : null,
            cancellationToken);
        await _process.WaitForExitAsync(cancellationToken);
        return verified;
    }

    /// <summary>Lets it delete what it has stored, or kills it.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
            await _process.WaitForExitAsync().WaitAsync(_timeToEnd);
        }
        catch (Exception e) when (e is IOException or TimeoutException)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync();
        }

        _process.Dispose();
    }

    /// <summary>Reads lines until they are complete.</summary>
    private async Task<T> ReadAsync<T>(Func<IReadOnlyList<string>, T?> parse, CancellationToken cancellationToken)
        where T : class
    {
        var lines = new List<string>();
        while (await _process.StandardOutput.ReadLineAsync(cancellationToken) is { } line)
        {
            lines.Add(line);
            if (parse(lines) is { } result)
            {
                return result;
            }
        }

        throw new TourException($"The sample ended before it had printed everything:\n{string.Join('\n', lines)}\n{await _errors}");
    }
}
