using StreamTuning.Measuring;

namespace StreamTuning.Tool.Tests.Setup;

/// <summary>Measurements made up for tests of reports.</summary>
internal static class Measured
{
    public const long Bytes = 16 << 20;

    /// <summary>A share where a copy takes 4.4 s, and could take 0.4 s.</summary>
    public static StorageMeasurement Share { get; } = Create(
        "/mnt/<share>",
        WriteCosts.AzureFiles with { LengthChange = TimeSpan.FromMilliseconds(8) },
        new FileSystemFacts("cifs", false, false, 10L << 30, 100L << 30, false, false, true));

    /// <summary>A disk where there is nothing to gain.</summary>
    public static StorageMeasurement Disk { get; } = Create(
        "/srv",
        new WriteCosts(TimeSpan.FromMilliseconds(0.1), 2e9, TimeSpan.FromMilliseconds(0.005), TimeSpan.Zero, TimeSpan.Zero),
        new FileSystemFacts("ext4", true, false, 100L << 30, 100L << 30, false, true, true));

    private static StorageMeasurement Create(string directory, WriteCosts costs, FileSystemFacts facts) => new()
    {
        Version = StorageMeasurement.CurrentVersion,
        Directory = directory,
        Taken = DateTimeOffset.UnixEpoch,
        Took = TimeSpan.FromSeconds(58),
        Runtime = ".NET 10",
        Seed = PairedRatio.DefaultSeed,
        FileSystem = facts,
        Costs = costs,
        CostsError = 1.04,
        Files = [],
        Ways = new Comparison(Bytes, [Times(CopyWay.Platform, 1), Times(CopyWay.PresetBlocks, 0.99), Times(CopyWay.Path, 0.98)]),
        Settings = null,
        SmallFiles = [new SmallFiles(1, 500, 10), new SmallFiles(8, 200, 1)],
        Reads = [new ReadTimes(4096, true, true, 10, 0.001, 4e6)],
        Steady = SteadyWrites.Of(1 << 20, [.. Enumerable.Range(1, 200).Select(static i => i < 100 ? 0.02 * i : 2 + (0.1 * (i - 100)))]),
        Notes = ["A note with <b>."],
    };

    private static WayTimes Times(CopyWay way, double part) => new(way, [0, 0, 0, 0, 0, 0], new PairedRatio(1 / part, 1 / part, 1 / part, 6));

    /// <summary>The same, with times from the costs.</summary>
    public static StorageMeasurement WithTimes(this StorageMeasurement measured) => measured with
    {
        Ways = measured.Ways with
        {
            Ways =
            [
                .. measured.Ways.Ways.Select(one =>
                {
                    double first = measured.Costs!.TimeOf(CopyWay.Platform.FileOf(Bytes)).TotalSeconds;
                    double time = one.Way == CopyWay.Platform ? first : measured.Costs.TimeOf(CopyWay.PresetBlocks.FileOf(Bytes)).TotalSeconds;
                    double ratio = first / time;
                    return new WayTimes(one.Way, [0.9 * time, time, 1.1 * time], new PairedRatio(ratio, 0.95 * ratio, 1.05 * ratio, 6));
                }),
            ],
        },
    };
}
