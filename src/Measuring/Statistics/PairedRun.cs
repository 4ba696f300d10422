namespace StreamTuning.Measuring;

/// <summary>
/// Measures several ways to do the same thing in turn, in an order that changes, so that what disturbs the machine disturbs all of them;
/// and compares the runs of each turn with each other.
/// </summary>
public static class PairedRun
{
    private const int LeastTurns = 3;
    private const int MostBudgets = 8;

    /// <summary>Runs each way so many times, after turns that do not count.</summary>
    /// <param name="warmUps">The turns that do not count.</param>
    /// <param name="turns">Those that do.</param>
    /// <param name="ways">The ways.</param>
    /// <param name="budget">No turn starts after that time. The second and the third may start after up to eight times as long.</param>
    public static async Task<Measurement[]> MeasureAsync(int warmUps, int turns, IReadOnlyList<Way> ways, TimeSpan? budget = null)
    {
        long begin = TimeProvider.System.GetTimestamp();
        PairedTurns done = await RunAsync(warmUps, ways, MayStart, TimeProvider.System).ConfigureAwait(false);
        return done.ToMeasurements();

        bool MayStart(PairedTurns turn) => turn.Count < turns
            && (budget is not { } most
                || turn.Count == 0
                || TimeProvider.System.GetElapsedTime(begin) < (turn.Count < LeastTurns ? most * MostBudgets : most));
    }

    /// <summary>Runs all ways, turn after turn.</summary>
    /// <param name="warmUps">The turns that do not count.</param>
    /// <param name="ways">The ways.</param>
    /// <param name="mayStart">Whether one more turn may start, after those that are complete.</param>
    /// <param name="clock">Times the runs.</param>
    public static async Task<PairedTurns> RunAsync(
        int warmUps, IReadOnlyList<Way> ways, Func<PairedTurns, bool> mayStart, TimeProvider clock)
    {
        var turns = new PairedTurns(ways);
        int[] order = [.. Enumerable.Range(0, ways.Count)];
        var random = new Random(1);
        for (int turn = -warmUps; turn < 0 || mayStart(turns); turn++)
        {
            long begin = clock.GetTimestamp();
            random.Shuffle(order);
            foreach (int way in order)
            {
                ways[way].Prepare?.Invoke();
                long allocated = GC.GetTotalAllocatedBytes(precise: true);
                long start = clock.GetTimestamp();
                await ways[way].Run().ConfigureAwait(false);
                TimeSpan took = clock.GetElapsedTime(start);
                if (turn >= 0)
                {
                    turns.Add(way, took, GC.GetTotalAllocatedBytes(precise: true) - allocated);
                }

                ways[way].Finish?.Invoke();
            }

            if (turn >= 0)
            {
                turns.EndTurn(clock.GetElapsedTime(begin));
            }
        }

        return turns;
    }
}
