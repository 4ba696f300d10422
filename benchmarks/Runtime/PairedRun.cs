using System.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Measures several ways to do the same thing in turn, in an order that changes, so that what disturbs the machine disturbs all of them; and compares
/// the runs of each turn with each other.
/// </summary>
internal static class PairedRun
{
    /// <summary>Runs each way so many times, after two turns that do not count.</summary>
    /// <param name="turns">How many times.</param>
    /// <param name="prepare">Runs before each run of each way, and is not measured.</param>
    /// <param name="ways">The ways.</param>
    /// <returns>For each way the median time, and the median of how many times faster than the first way it was in the same turn.</returns>
    public static async Task<(TimeSpan Median, double Ratio)[]> MeasureAsync(int turns, Action prepare, params Func<Task>[] ways)
    {
        double[][] seconds = [.. ways.Select(_ => new double[turns])];
        int[] order = [.. Enumerable.Range(0, ways.Length)];
        var random = new Random(1);
        for (int turn = -2; turn < turns; turn++)
        {
            random.Shuffle(order);
            foreach (int way in order)
            {
                prepare();
                long start = Stopwatch.GetTimestamp();
                await ways[way]();
                if (turn >= 0)
                {
                    seconds[way][turn] = Stopwatch.GetElapsedTime(start).TotalSeconds;
                }
            }
        }

        return [.. seconds.Select(own => (TimeSpan.FromSeconds(Median(own)), Median(own.Select((s, turn) => seconds[0][turn] / s))))];
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
