using StreamTuning.SimulatedShare;
using Xunit.Abstractions;

namespace StreamTuning.Measuring;

/// <summary>How well the model of Azure Files fits the published times. The counterpart on a mount is <c>benchmarks/Runtime -- fit</c>.</summary>
public sealed class PublishedFitTests(ITestOutputHelper output)
{
    private static readonly IReadOnlyList<PublishedWrites> _cells = PublishedWrites.ReadAll();
    private static readonly IReadOnlyList<(WrittenFile File, TimeSpan Time)> _times = [.. _cells.Select(cell => (FileOf(cell), cell.Median))];

    [Fact]
    public void The_published_times_are_all_there()
    {
        Assert.Equal((72, 99), (_cells.Count, _cells.Sum(cell => cell.Sessions.Count)));
        PublishedWrites untuned = _cells.Single(cell => cell is { Bytes: 256 << 20, WriteSize: 128 << 10 });
        Assert.Equal((2048, TimeSpan.FromMilliseconds(71_592.25)), (untuned.Writes, untuned.Median));
        PublishedWrites tuned = _cells.Single(cell => cell is { Bytes: 256 << 20, WriteSize: 4 << 20, SetsLength: true });
        Assert.Equal((64, TimeSpan.FromMilliseconds(6118.5)), (tuned.Writes, tuned.Median));
    }

    [Fact]
    public void The_profile_is_off_by_a_third()
    {
        double factor = WriteCosts.AzureFiles.ErrorFactor(_times);
        output.WriteLine($"{factor:F4}");
        Assert.InRange(factor, 1.32, 1.34);
    }

    [Fact]
    public void No_other_constants_fit_better()
    {
        WriteCosts fit = WriteCosts.Fit(_times, showLengthChange: false);
        output.WriteLine($"{fit}, off by {fit.ErrorFactor(_times):F4}");
        Assert.InRange(WriteCosts.AzureFiles.ErrorFactor(_times) / fit.ErrorFactor(_times), 1, 1.0001);
        Assert.Equal(16.5, fit.File.TotalMilliseconds, 1);
        Assert.Equal(44.1, fit.BytesPerSecond / (1 << 20), 1);

        // Which part of the cost of an extending write a write has anyway is hardly in the data; together they are.
        Assert.Equal(30.3, (fit.Write + fit.Extension).TotalMilliseconds, 1);
        Assert.InRange((WriteCosts.AzureFiles.Write + WriteCosts.AzureFiles.Extension).TotalMilliseconds, 30.2, 30.5);
        Assert.InRange((WriteCosts.AzureFiles with { Write = TimeSpan.Zero }).ErrorFactor(_times) / fit.ErrorFactor(_times), 1, 1.001);
    }

    [Fact]
    public void The_simulated_share_has_the_costs_of_the_model()
    {
        SlowShareProfile profile = SlowShareProfile.AzureFiles;
        Assert.Equal(
            (profile.BytesPerSecond, profile.Write, profile.Extension),
            (WriteCosts.AzureFiles.BytesPerSecond, WriteCosts.AzureFiles.Write, WriteCosts.AzureFiles.Extension));
    }

    private static WrittenFile FileOf(PublishedWrites cell) => new(cell.Bytes, cell.WriteSize, cell.SetsLength);
}
