namespace StreamTuning.Tour;

/// <summary>The times of the sample before and after the fix.</summary>
/// <param name="Steps">Each step of the sample, in its order.</param>
/// <param name="Total">All steps together.</param>
/// <param name="Repetitions">How many runs each median is of.</param>
internal sealed record Timings(IReadOnlyList<Timing> Steps, Timing Total, int Repetitions)
{
    private const string TotalName = "total";

    /// <summary>The steps, then the total.</summary>
    public IEnumerable<Timing> All => Steps.Append(Total);

    /// <summary>Takes the medians over runs that all have the same steps, the total among them.</summary>
    public static Timings FromRuns(
        IReadOnlyList<IReadOnlyList<(string Step, double Milliseconds)>> before, IReadOnlyList<IReadOnlyList<(string Step, double Milliseconds)>> after)
    {
        string[] names = [.. before[0].Select(time => time.Step)];
        if (!names.Contains(TotalName) || before.Concat(after).Any(run => !run.Select(time => time.Step).SequenceEqual(names)))
        {
            throw new TourException("The runs of the sample do not have the same steps.");
        }

        Timing[] timings = [.. names.Select((name, i) => new Timing(name, Median(before.Select(run => run[i].Milliseconds)), Median(after.Select(run => run[i].Milliseconds))))];
        return new Timings([.. timings.Where(timing => timing.Step != TotalName)], timings.Single(timing => timing.Step == TotalName), before.Count);
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}

/// <summary>The times of one step.</summary>
/// <param name="Step">Its name.</param>
/// <param name="Before">Milliseconds before the fix.</param>
/// <param name="After">Milliseconds after it.</param>
internal sealed record Timing(string Step, double Before, double After)
{
    /// <summary>How many times as fast it has become.</summary>
    public double Ratio => Before / After;
}
