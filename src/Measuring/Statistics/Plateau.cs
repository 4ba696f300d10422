namespace StreamTuning.Measuring;

/// <summary>A rate that fell after a burst and stayed low, as that of storage with a limit does when its credit is used up.</summary>
/// <param name="AfterSeconds">When it fell, from the first request.</param>
/// <param name="Before">The median rate before that, in units a second.</param>
/// <param name="After">The median rate from then on.</param>
public sealed record Plateau(double AfterSeconds, double Before, double After)
{
    // Coarse enough to average over single requests, and fine enough to place the fall.
    private const int Windows = 40;
    private const int LeastWindows = 8;
    private const double MostLeft = 0.7;
    private const double MostSpread = 0.35;

    /// <summary>Looks for the fall.</summary>
    /// <param name="requests">
    /// When each request ended, in seconds from the first one's start, and its units, such as bytes; in order.
    /// </param>
    /// <returns><see langword="null"/> if the rate did not fall, or did not stay low.</returns>
    public static Plateau? Find(IReadOnlyList<(double Seconds, double Units)> requests)
    {
        double[] rates = RatesOf(requests, out double window);
        if (rates.Length < 2 * LeastWindows)
        {
            return null;
        }

        // The two levels that leave the least of the logarithms' squares.
        double[] logs = [.. rates.Select(static rate => Math.Log(Math.Max(rate, double.Epsilon)))];
        int change = Enumerable.Range(LeastWindows / 2, rates.Length - LeastWindows - (LeastWindows / 2) + 1)
            .MinBy(at => Squares(logs.AsSpan(0, at)) + Squares(logs.AsSpan(at)));
        double[] before = rates[..change];
        double[] after = rates[change..];
        double high = Samples.Median(before);
        double low = Samples.Median(after);

        // Low is also what is after a pause, or swings: a plateau is level, and below nearly all that was before.
        bool isLevel = Samples.Quantile(after, 0.9) - Samples.Quantile(after, 0.1) <= MostSpread * 2 * low;
        bool isBelow = Samples.Quantile(after, 0.9) < Samples.Quantile(before, 0.25);
        return low <= MostLeft * high && isLevel && isBelow ? new Plateau(change * window, high, low) : null;
    }

    /// <summary>The rates in windows of equal length. A request counts in each for the part of its time that it has there.</summary>
    private static double[] RatesOf(IReadOnlyList<(double Seconds, double Units)> requests, out double window)
    {
        window = requests.Count == 0 ? 0 : requests[^1].Seconds / Math.Min(Windows, Math.Max(1, requests.Count / 4));
        if (window <= 0)
        {
            return [];
        }

        double[] units = new double[(int)Math.Round(requests[^1].Seconds / window)];
        double start = 0;
        foreach ((double end, double count) in requests)
        {
            for (int i = Math.Min((int)(start / window), units.Length - 1); i < units.Length && i * window < end; i++)
            {
                double overlap = Math.Min(end, (i + 1) * window) - Math.Max(start, i * window);
                units[i] += end > start ? count * overlap / (end - start) : count;
            }

            start = end;
        }

        double length = window;
        return Array.ConvertAll(units, count => count / length);
    }

    private static double Squares(ReadOnlySpan<double> values)
    {
        double sum = 0;
        foreach (double value in values)
        {
            sum += value;
        }

        double squares = 0;
        foreach (double value in values)
        {
            squares += Math.Pow(value - (sum / values.Length), 2);
        }

        return squares;
    }
}
