namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Catches what does not come to an end.</summary>
internal static class Watchdog
{
    /// <summary>More than ten times what the slowest takes on a machine with nothing else to do.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Runs work that has to end. What takes too long is run once more, since it may have been the machine that stood still: what hangs, hangs twice.</summary>
    /// <param name="work">The work. Its token ends it when it takes too long.</param>
    /// <exception cref="TimeoutException">It did not end twice.</exception>
    public static async Task RunAsync(Func<CancellationToken, Task> work)
    {
        if (!await EndsAsync(work) && !await EndsAsync(work))
        {
            throw new TimeoutException($"Has not come to an end within {Patience}, nor when run again.");
        }
    }

    private static async Task<bool> EndsAsync(Func<CancellationToken, Task> work)
    {
        using var late = new CancellationTokenSource(Patience);
        try
        {
            // What does not look at the token either is given up a little later.
            await Task.Run(() => work(late.Token)).WaitAsync(2 * Patience);
            return true;
        }
        catch (Exception exception) when (exception is TimeoutException || (exception is OperationCanceledException && late.IsCancellationRequested))
        {
            return false;
        }
    }
}
