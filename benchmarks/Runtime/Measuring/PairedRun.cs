using System.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Measures several ways to do the same thing in turn, in an order that changes, so that what disturbs the machine disturbs all of them; and compares
/// the runs of each turn with each other.
/// </summary>
internal static class PairedRun
{
    /// <summary>Runs each way so many times, after turns that do not count.</summary>
    public static async Task<Measurement[]> MeasureAsync(int warmUps, int turns, IReadOnlyList<Way> ways)
    {
        double[][] seconds = [.. ways.Select(_ => new double[turns])];
        double[][] bytes = [.. ways.Select(_ => new double[turns])];
        int[] order = [.. Enumerable.Range(0, ways.Count)];
        var random = new Random(1);
        for (int turn = -warmUps; turn < turns; turn++)
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
                    seconds[way][turn] = Stopwatch.GetElapsedTime(start).TotalSeconds;
                    bytes[way][turn] = GC.GetTotalAllocatedBytes(precise: true) - allocated;
                }
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
                (long)Median(bytes[i]))),
        ];
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
