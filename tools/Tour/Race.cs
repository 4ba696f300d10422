namespace StreamTuning.Tour;

/// <summary>Runs the sample as it was and as it is now, in turns, so that whatever else the machine does slows both.</summary>
internal static class Race
{
    private const int Rounds = 3;

    public static async Task<Timings> RunAsync(RaceProgram before, RaceProgram after, CancellationToken cancellationToken)
    {
        RaceConditions conditions = await before.ReadyAsync(cancellationToken);
        if (await after.ReadyAsync(cancellationToken) != conditions)
        {
            throw new TourException("The two programs do not run on the same kind of share and of blob storage.");
        }

        var slow = new List<Run>();
        var tuned = new List<Run>();
        for (int i = 0; i < Rounds; i++)
        {
            slow.Add(await before.RunAsync(cancellationToken));
            tuned.Add(await after.RunAsync(cancellationToken));
        }

        string verified = await before.EndAsync(cancellationToken);
        string other = await after.EndAsync(cancellationToken);
        return verified == other
            ? Timings.FromRuns(slow, tuned, conditions)
            : throw new TourException($"The stored bytes differ: {verified} against {other}.");
    }
}

/// <summary>What a program runs on.</summary>
/// <param name="Share">Where the share is.</param>
/// <param name="Blobs">Where the blob storage is.</param>
internal sealed record RaceConditions(string Share, string Blobs)
{
    /// <returns><see langword="null"/> if a line is still missing.</returns>
    public static RaceConditions? TryParse(IReadOnlyList<string> lines)
    {
        return Find("share ") is { } share && Find("blobs ") is { } blobs ? new RaceConditions(share, blobs) : null;

        string? Find(string mark) => lines.FirstOrDefault(line => line.StartsWith(mark, StringComparison.Ordinal))?[mark.Length..];
    }
}
