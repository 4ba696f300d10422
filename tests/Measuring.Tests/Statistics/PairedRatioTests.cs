using MathNet.Numerics.Distributions;
using Xunit.Abstractions;

namespace StreamTuning.Measuring;

public sealed class PairedRatioTests(ITestOutputHelper output)
{
    [Fact]
    public void The_ratio_is_that_of_the_turns_and_not_of_the_medians()
    {
        // What slows a turn down slows both ways down.
        PairedRatio ratio = PairedRatio.Of([2, 20], [1, 10]);

        Assert.Equal(new PairedRatio(2, 2, 2, 2), ratio);
        Assert.False(ratio.IsInterval);
    }

    [Fact]
    public void The_same_turns_give_the_same_interval()
    {
        double[] slow = [4.1, 4.4, 4.2, 4.9, 4.0, 4.3, 4.2, 4.5];
        double[] fast = [1.0, 1.1, 1.2, 1.0, 0.9, 1.0, 1.0, 1.1];

        Assert.Equal(PairedRatio.Of(slow, fast), PairedRatio.Of(slow, fast));
        Assert.True(PairedRatio.Of(slow, fast).IsInterval);
    }

    [Fact]
    public void Turns_that_are_missing_are_an_error() => Assert.Throws<ArgumentException>(() => PairedRatio.Of([1, 2], [1]));

    /// <summary>Draws many measurements with a known median of their ratios, and counts how often the interval has it.</summary>
    [Theory]
    [InlineData(8, 0.05)]
    [InlineData(8, 0.5)]
    [InlineData(10, 0.2)]
    [InlineData(30, 0.2)]
    public void The_interval_holds_the_true_ratio_about_as_often_as_it_says(int turns, double spread)
    {
        const int Measurements = 300;
        const double True = 7;
        var random = new Random(Seed.Next(output));
        int inside = 0;
        for (int i = 0; i < Measurements; i++)
        {
            double[] disturbance = Draw(1);
            PairedRatio ratio = PairedRatio.Of(
                [.. Draw(spread).Zip(disturbance, (time, slower) => True * time * slower)],
                [.. Draw(spread).Zip(disturbance, (time, slower) => time * slower)]);
            inside += ratio.Low <= True && True <= ratio.High ? 1 : 0;
        }

        output.WriteLine($"{turns} turns, spread {spread}: {(double)inside / Measurements:P1}");
        Assert.True(inside >= 0.86 * Measurements, $"{inside} of {Measurements}");

        double[] Draw(double sigma)
        {
            double[] values = new double[turns];
            LogNormal.Samples(random, values, 0, sigma);
            return values;
        }
    }

    /// <summary>
    /// The few turns that there is time for on a slow share. Every tenth run takes four times as long if there are spikes.
    /// </summary>
    [Theory]
    [InlineData(3, 0.05, false)]
    [InlineData(3, 0.3, true)]
    [InlineData(4, 0.3, false)]
    [InlineData(4, 0.1, true)]
    [InlineData(5, 0.3, false)]
    [InlineData(5, 0.1, true)]
    [InlineData(6, 0.3, false)]
    [InlineData(6, 0.1, true)]
    [InlineData(7, 0.3, false)]
    [InlineData(7, 0.1, true)]
    public void With_few_turns_it_holds_the_true_ratio_in_nine_of_ten_measurements_at_least(int turns, double spread, bool hasSpikes)
    {
        const int Measurements = 2000;
        const double True = 7;
        var random = new Random(Seed.Next(output));
        int inside = 0;
        for (int i = 0; i < Measurements; i++)
        {
            PairedRatio ratio = PairedRatio.Of([.. Draw().Select(static time => True * time)], [.. Draw()]);
            inside += ratio.IsInterval && ratio.Low <= True && True <= ratio.High ? 1 : 0;
        }

        output.WriteLine($"{turns} turns, spread {spread}, spikes {hasSpikes}: {(double)inside / Measurements:P1}");
        Assert.True(inside >= 0.9 * Measurements, $"{inside} of {Measurements}");

        IEnumerable<double> Draw() => Enumerable.Range(0, turns)
            .Select(_ => LogNormal.Sample(random, 0, spread) * (hasSpikes && random.Next(10) == 0 ? 4 : 1))
            .ToArray();
    }

    [Theory]
    [InlineData(new double[] { 3, 1, 2 }, 0.5, 2)]
    [InlineData(new double[] { 4, 1, 2, 3 }, 0.5, 2.5)]
    [InlineData(new double[] { 1, 2, 3, 4, 5 }, 0.25, 2)]
    [InlineData(new double[] { 10 }, 0.95, 10)]
    public void Quantiles_are_interpolated(double[] values, double part, double expected) =>
        Assert.Equal(expected, Samples.Quantile(values, part), 12);

    [Fact]
    public void Quantiles_of_many_values_are_those_of_their_distribution()
    {
        var random = new Random(Seed.Next(output));
        double[] values = new double[20_000];
        Exponential.Samples(random, values, rate: 1);

        // Their standard deviations are 1.0 and 1.5 %: six and five of them away is one run in millions.
        Assert.InRange(Samples.Median(values), 0.94 * Math.Log(2), 1.06 * Math.Log(2));
        Assert.InRange(Samples.Quantile(values, 0.99), 0.92 * Math.Log(100), 1.08 * Math.Log(100));
    }
}
