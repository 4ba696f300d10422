namespace StreamTuning.Measuring;

/// <summary>
/// What it takes to write a new file, block after block:
/// <c>File + bytes / BytesPerSecond + writes * (Write + Extension) + LengthChange</c>. A file whose length is set first has no
/// extensions, and one change of its length.
/// </summary>
/// <param name="File">What a file costs.</param>
/// <param name="BytesPerSecond">How fast the link is; infinite if the times do not show it.</param>
/// <param name="Write">What a write costs.</param>
/// <param name="Extension">What a write costs besides when it makes the file longer.</param>
/// <param name="LengthChange">What it costs to set the length.</param>
public sealed record WriteCosts(TimeSpan File, double BytesPerSecond, TimeSpan Write, TimeSpan Extension, TimeSpan LengthChange)
{
    private const double MiB = 1024 * 1024;

    /// <summary>
    /// The model of a share of Azure Files: the fit to the medians of 72 measurements published in 2021 (docs/benchmarks/fit.md). The
    /// published times do not show what it costs to set a length.
    /// </summary>
    public static WriteCosts AzureFiles { get; } = new(
        TimeSpan.FromMilliseconds(16.5), 44.1 * MiB, TimeSpan.FromMilliseconds(0.19), TimeSpan.FromMilliseconds(30.2), TimeSpan.Zero);

    /// <summary>
    /// How far a measured time is off by chance, as the logarithm of the ratio: about 10 percent. One that is further off was taken while
    /// the machine or the storage was busy with something else.
    /// </summary>
    public const double MeasuredNoise = 0.1;

    /// <summary>Finds the costs that come closest to measured times.</summary>
    /// <param name="times">The files, and what they took.</param>
    /// <param name="showLengthChange">Whether the times show what it costs to set the length.</param>
    /// <param name="noise">How far times are off by chance; see <see cref="LogFit.Solve"/>.</param>
    /// <exception cref="ArgumentException">There are too few times.</exception>
    public static WriteCosts Fit(
        IReadOnlyList<(WrittenFile File, TimeSpan Time)> times, bool showLengthChange, double noise = double.PositiveInfinity)
    {
        int costs = showLengthChange ? 5 : 4;
        double[] found = LogFit.Solve(
            [.. times.Select(one => Counts(one.File)[..costs])], [.. times.Select(static one => one.Time.TotalSeconds)], noise);
        return new WriteCosts(
            TimeSpan.FromSeconds(found[0]),
            1 / found[1],
            TimeSpan.FromSeconds(found[2]),
            TimeSpan.FromSeconds(found[3]),
            showLengthChange ? TimeSpan.FromSeconds(found[4]) : TimeSpan.Zero);
    }

    /// <summary>How long it takes to write a file.</summary>
    public TimeSpan TimeOf(WrittenFile file) =>
        TimeSpan.FromSeconds(Counts(file).Zip(ToSeconds(), static (count, cost) => count * cost).Sum());

    /// <summary>
    /// By which factor the costs are off: the root mean square of the logarithms of the ratios to measured times, as a factor of at
    /// least 1.
    /// </summary>
    public double ErrorFactor(IReadOnlyList<(WrittenFile File, TimeSpan Time)> times) =>
        Math.Exp(Math.Sqrt(times.Average(one => Math.Pow(Math.Log(TimeOf(one.File) / one.Time), 2))));

    private static double[] Counts(WrittenFile file) =>
        [1, file.Bytes, file.Writes, file.PresetsLength ? 0 : file.Writes, file.PresetsLength ? 1 : 0];

    private double[] ToSeconds() =>
        [File.TotalSeconds, 1 / BytesPerSecond, Write.TotalSeconds, Extension.TotalSeconds, LengthChange.TotalSeconds];
}
