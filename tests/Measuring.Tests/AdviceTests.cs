namespace StreamTuning.Measuring;

/// <summary>What is said about figures that are wide, few, or those of a local disk.</summary>
public sealed class AdviceTests
{
    private static readonly FileSystemFacts _share = new("cifs", false, false, 1L << 40, 1L << 40, false, false, true);
    private static readonly TemporaryDirectory _temporary = new("/tmp", IsLocal: true, IsMemory: false, 1L << 40);

    [Theory]
    [InlineData(3.0, 0.9, 5, 6)]
    [InlineData(3.0, 2.8, 3.2, 2)]
    [InlineData(1.2, 0.9, 2, 6)]
    public void What_is_not_certain_is_called_so(double median, double low, double high, int turns)
    {
        Advice advice = Advice.Of(Create(_share, new PairedRatio(median, low, high, turns)), _temporary);

        Assert.False(advice.HasGain);
        Assert.StartsWith("It is not certain whether there is something to gain here: measure for longer by --time. 16 MiB:", advice.Verdict);
        Assert.Empty(advice.Lines);
    }

    [Fact]
    public void Three_turns_can_be_enough() => Assert.True(Advice.Of(Create(_share, new PairedRatio(3, 2.8, 3.2, 3))).HasGain);

    [Fact]
    public void A_local_disk_with_a_gain_is_not_called_a_share()
    {
        Advice advice = Advice.Of(Create(_share with { Kind = "ext4", IsLocal = true }, new PairedRatio(3, 2.8, 3.2, 6)), _temporary);

        Assert.True(advice.HasGain);
        Assert.NotEmpty(advice.Lines);
        Assert.DoesNotContain(advice.Lines, line => line.What.Contains("share", StringComparison.Ordinal));
        Assert.DoesNotContain(advice.Lines, line => line.Paste.Contains("/tmp", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(new[] { 1.0, 1.1, 0.9, 1.0, 1.0, 1.0 }, new[] { 0.5, 0.5, 0.5, 0.5, 0.6, 0.5 }, 4)]
    // The machine was slow in some turns, but for both.
    [InlineData(new[] { 1.0, 5.0, 1.0, 3.0, 9.0, 1.0 }, new[] { 0.5, 2.5, 0.5, 1.5, 4.5, 0.5 }, 4)]
    [InlineData(new[] { 1.0, 5.0, 1.0, 3.0, 9.0, 1.0 }, new[] { 2.0, 1.0, 0.5, 0.5, 0.5, 3.0 }, 1)]
    [InlineData(new[] { 1.0, 1.0, 1.0, 1.0 }, new[] { 0.5, 0.5, 0.5, 0.5 }, 1)]
    public void Larger_buffers_are_recommended_only_without_doubt(double[] usualSeconds, double[] largerSeconds, int mebibytes)
    {
        var first = new PairedRatio(1, 0.2, 5, usualSeconds.Length);
        var usual = new WayTimes(new CopyWay(CopyKind.Blocks, 1 << 20), usualSeconds, first);
        var larger = new WayTimes(new CopyWay(CopyKind.Blocks, 4 << 20), largerSeconds, first);
        StorageMeasurement measured = Create(_share, new PairedRatio(3, 2.8, 3.2, 6)) with { Settings = new Comparison(4 << 20, [usual, larger]) };

        Assert.Equal(mebibytes << 20, Advice.BestPlain(measured)!.Block);
    }

    private static StorageMeasurement Create(FileSystemFacts facts, PairedRatio faster) => new()
    {
        Version = StorageMeasurement.CurrentVersion,
        Directory = "/mnt",
        Taken = DateTimeOffset.UnixEpoch,
        Took = TimeSpan.FromSeconds(58),
        Runtime = ".NET 10",
        Seed = PairedRatio.DefaultSeed,
        FileSystem = facts,
        Costs = WriteCosts.AzureFiles,
        CostsError = 1,
        Files = [],
        Ways = new Comparison(
            16 << 20,
            [
                new WayTimes(CopyWay.Platform, [3, 3, 3], new PairedRatio(1, 1, 1, faster.Turns)),
                new WayTimes(CopyWay.PresetBlocks, [3 / faster.High, 3 / faster.Median, 3 / faster.Low], faster),
            ]),
        Settings = null,
        SmallFiles = [],
        Reads = [],
        Steady = null,
        Notes = [],
    };
}
