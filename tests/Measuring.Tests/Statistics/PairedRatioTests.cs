using MathNet.Numerics.Distributions;
using Xunit.Abstractions;

namespace StreamTuning.Measuring;

public sealed class PairedRatioTests(ITestOutputHelper output)
{
    [Fact]
    public void The_ratio_is_that_of_the_turns_and_not_of_the_medians()
    {
        // What slows a turn down slows both ways down.
        PairedRatio ratio = PairedRatio.Of([2, 20, 200], [1, 10, 100]);

        Assert.Equal(new PairedRatio(2, 2, 2, 3), ratio);
        Assert.False(ratio.IsInterval);
    }

    [Fact]
    public void The_same_turns_give_the_same_interval()
    {
        double[] slow = [4.1, 4.4, 4.2, 4.9, 4.0, 4.3];
        double[] fast = [1.0, 1.1, 1.2, 1.0, 0.9, 1.0];

        Assert.Equal(PairedRatio.Of(slow, fast), PairedRatio.Of(slow, fast));
        Assert.True(PairedRatio.Of(slow, fast).IsInterval);
    }

    [Fact]
    public void Turns_that_are_missing_are_an_error() => Assert.Throws<ArgumentException>(() => PairedRatio.Of([1, 2], [1]));

    /// <summary>Draws many measurements with a known median of their ratios, and counts how often the interval has it.</summary>
    [Theory]
    [InlineData(6, 0.05)]
    [InlineData(6, 0.5)]
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

        Assert.InRange(Samples.Median(values), 0.97 * Math.Log(2), 1.03 * Math.Log(2));
        Assert.InRange(Samples.Quantile(values, 0.99), 0.92 * Math.Log(100), 1.08 * Math.Log(100));
    }
}
