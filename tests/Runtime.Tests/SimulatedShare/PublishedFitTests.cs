using Xunit.Abstractions;

namespace StreamTuning.SimulatedShare;

/// <summary>How well the profile of Azure Files fits the published times. The counterpart on a mount is <c>benchmarks/Runtime -- fit</c>.</summary>
public sealed class PublishedFitTests(ITestOutputHelper output)
{
    private static readonly IReadOnlyList<PublishedWrites> _cells = PublishedWrites.ReadAll();

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
        double factor = WriteModel.AzureFiles.ErrorFactor(_cells);
        output.WriteLine($"{factor:F4}");
        Assert.InRange(factor, 1.32, 1.34);
    }

    [Fact]
    public void No_other_constants_fit_better()
    {
        var start = new WriteModel(TimeSpan.FromMilliseconds(10), 100e6, TimeSpan.FromMilliseconds(5), TimeSpan.FromMilliseconds(10));
        WriteModel fit = WriteModel.Fit(_cells, start);
        output.WriteLine($"{fit}, off by {fit.ErrorFactor(_cells):F4}");
        Assert.InRange(WriteModel.AzureFiles.ErrorFactor(_cells) / fit.ErrorFactor(_cells), 1, 1.0001);
        Assert.Equal(16.5, fit.Fixed.TotalMilliseconds, 1);
        Assert.Equal(44.1, fit.BytesPerSecond / (1 << 20), 1);

        // Which part of the cost of an extending write a write has anyway is hardly in the data; together they are.
        Assert.Equal(30.3, (fit.Write + fit.Extension).TotalMilliseconds, 1);
        Assert.InRange((WriteModel.AzureFiles.Write + WriteModel.AzureFiles.Extension).TotalMilliseconds, 30.2, 30.5);
        Assert.InRange((WriteModel.AzureFiles with { Write = TimeSpan.Zero }).ErrorFactor(_cells) / fit.ErrorFactor(_cells), 1, 1.001);
    }
}
