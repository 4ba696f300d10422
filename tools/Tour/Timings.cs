using System.Globalization;

namespace StreamTuning.Tour;

/// <summary>The times and the memory of the sample before and after the fix.</summary>
/// <param name="Steps">Each step of the sample, in its order.</param>
/// <param name="Total">All steps together.</param>
/// <param name="AllocatedBefore">What all steps together allocate before the fix.</param>
/// <param name="AllocatedAfter">What they allocate after it.</param>
/// <param name="Repetitions">How many runs each median is of.</param>
/// <param name="RanOn">The share and the blob storage.</param>
internal sealed record Timings(IReadOnlyList<Timing> Steps, Timing Total, Spread AllocatedBefore, Spread AllocatedAfter, int Repetitions, RaceConditions RanOn)
{
    private const string TotalName = "total";

    /// <summary>What must be said with the times.</summary>
    public string Conditions =>
        $"Median (and range) of {Repetitions} runs each, in turns. The disk is that of this machine; the share is simulated, ten times as fast as a real one, "
        + $"{RanOn.Share.TrimEnd('.')}; the blob storage: {RanOn.Blobs.TrimEnd('.')}.";

    /// <summary>All steps together in one sentence.</summary>
    public string Summary => string.Create(
        CultureInfo.InvariantCulture,
        $"{Total.Ratio:F1} times as fast: {Total.After.Median / 1000:F1} s instead of {Total.Before.Median / 1000:F1}, and {AllocatedAfter.Median:F0} MiB of memory instead of {AllocatedBefore.Median:F0}");

    /// <summary>The steps, then the total.</summary>
    public IEnumerable<Timing> All => Steps.Append(Total);

    /// <summary>Takes the medians over runs that all have the same steps, the total among them.</summary>
    public static Timings FromRuns(IReadOnlyList<Run> before, IReadOnlyList<Run> after, RaceConditions ranOn)
    {
        string[] names = [.. before[0].Times.Select(time => time.Step)];
        if (!names.Contains(TotalName) || before.Concat(after).Any(run => !run.Times.Select(time => time.Step).SequenceEqual(names)))
        {
            throw new TourException("The runs of the sample do not have the same steps.");
        }

        Timing[] timings =
        [
            .. names.Select((name, i) => new Timing(name, Spread.Of("ms", before.Select(run => run.Times[i].Milliseconds)), Spread.Of("ms", after.Select(run => run.Times[i].Milliseconds)))),
        ];
        return new Timings(
            [.. timings.Where(timing => timing.Step != TotalName)],
            timings.Single(timing => timing.Step == TotalName),
            Spread.Of("MiB", before.Select(run => run.Allocated)),
            Spread.Of("MiB", after.Select(run => run.Allocated)),
            before.Count,
            ranOn);
    }
}

/// <summary>The times of one step.</summary>
/// <param name="Step">Its name.</param>
/// <param name="Before">Before the fix.</param>
/// <param name="After">After it.</param>
internal sealed record Timing(string Step, Spread Before, Spread After)
{
    /// <summary>How many times as fast it has become.</summary>
    public double Ratio => Before.Median / After.Median;

    /// <summary>Whether there is a difference at all: no run before was as fast as one after, or the reverse.</summary>
    public bool IsClear => After.Most < Before.Least || Before.Most < After.Least;
}

/// <summary>What several runs took.</summary>
internal readonly record struct Spread(string Unit, double Median, double Least, double Most)
{
    public static Spread Of(string unit, IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        double median = sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(unit, median, sorted[0], sorted[^1]);
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Median:F0} {Unit} ({Least:F0} to {Most:F0})");
}
