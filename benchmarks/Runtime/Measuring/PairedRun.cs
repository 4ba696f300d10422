using System.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Measures several ways to do the same thing in turn, in an order that changes, so that what disturbs the machine disturbs all of them; and compares
/// the runs of each turn with each other.
/// </summary>
internal static class PairedRun
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
        List<double>[] seconds = [.. ways.Select(_ => new List<double>(turns))];
        List<double>[] bytes = [.. ways.Select(_ => new List<double>(turns))];
        long begin = Stopwatch.GetTimestamp();
        int[] order = [.. Enumerable.Range(0, ways.Count)];
        var random = new Random(1);
        for (int turn = -warmUps; turn < turns && MayStart(turn); turn++)
        {
            random.Shuffle(order);
            foreach (int way in order)
            {
                ways[way].Prepare?.Invoke();
                long allocated = GC.GetTotalAllocatedBytes(precise: true);
                long start = Stopwatch.GetTimestamp();
                await ways[way].Run();
                if (turn >= 0)
                {
                    seconds[way].Add(Stopwatch.GetElapsedTime(start).TotalSeconds);
                    bytes[way].Add(GC.GetTotalAllocatedBytes(precise: true) - allocated);
                }

                ways[way].Finish?.Invoke();
            }
        }

        return
        [
            .. ways.Select((way, i) => new Measurement(
                way.Name,
                TimeSpan.FromSeconds(Median(seconds[i])),
                TimeSpan.FromSeconds(seconds[i].Min()),
                TimeSpan.FromSeconds(seconds[i].Max()),
                Median(seconds[i].Select((s, turn) => seconds[0][turn] / s)),
                (long)Median(bytes[i]),
                seconds[i].Count)),
        ];

        bool MayStart(int turn) =>
            budget is not { } most || turn <= 0 || Stopwatch.GetElapsedTime(begin) < (turn < LeastTurns ? most * MostBudgets : most);
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
