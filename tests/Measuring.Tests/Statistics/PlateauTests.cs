using MathNet.Numerics.Distributions;
using Xunit.Abstractions;

namespace StreamTuning.Measuring;

public sealed class PlateauTests(ITestOutputHelper output)
{
    private const double MiB = 1024 * 1024;

    /// <summary>
    /// A bucket of credit that is filled at the low rate: what it holds is spent at the high one. Of 20,000 draws of each row none was
    /// out of range; at 10 MiB/s with the same noise, 3 requests in a window are so few that one in 200 was.
    /// </summary>
    [Theory]
    [InlineData(200, 50, 3, 0.1)]
    [InlineData(200, 100, 6, 0.2)]
    [InlineData(60, 20, 8, 0.3)]
    [InlineData(100, 2, 4, 0.1)]
    public void A_bucket_that_is_empty_is_found_where_it_is(double high, double low, double burst, double noise)
    {
        var random = new Random(Seed.Next(output));
        Plateau? found = Plateau.Find(Series(12, random, noise, seconds => seconds < burst ? high : low));

        output.WriteLine($"{found}");
        Assert.NotNull(found);
        Assert.InRange(found.AfterSeconds, burst - 1, burst + 1);
        Assert.InRange(found.Before, 0.8 * high * MiB, 1.2 * high * MiB);
        Assert.InRange(found.After, 0.8 * low * MiB, 1.2 * low * MiB);
    }

    [Theory]
    [InlineData(0.05)]
    [InlineData(0.3)]
    public void A_rate_that_only_swings_has_none(double noise)
    {
        var random = new Random(Seed.Next(output));
        for (int i = 0; i < 200; i++)
        {
            Assert.Null(Plateau.Find(Series(10, random, noise, static _ => 80)));
        }
    }

    [Fact]
    public void Stalls_that_end_are_none()
    {
        var random = new Random(Seed.Next(output));
        Assert.Null(Plateau.Find(Series(12, random, 0.1, static seconds => seconds % 4 < 3 ? 100 : 10)));
        Assert.Null(Plateau.Find(Series(12, random, 0.1, static seconds => seconds is > 6 and < 7 ? 5 : 100)));
    }

    [Fact]
    public void A_rate_that_rises_has_none()
    {
        var random = new Random(Seed.Next(output));
        Assert.Null(Plateau.Find(Series(12, random, 0.1, static seconds => seconds < 4 ? 20 : 100)));
    }

    [Fact]
    public void A_few_requests_tell_nothing()
    {
        Assert.Null(Plateau.Find([]));
        Assert.Null(Plateau.Find([(0.1, MiB), (0.2, MiB), (1, MiB), (2, MiB)]));
    }

    /// <summary>Requests of 1 MiB, one after the other, at a rate in MiB/s.</summary>
    private static List<(double Seconds, double Units)> Series(double length, Random random, double noise, Func<double, double> rateAt)
    {
        var requests = new List<(double Seconds, double Units)>();
        for (double now = 0; now < length;)
        {
            now += LogNormal.Sample(random, 0, noise) / rateAt(now);
            requests.Add((now, MiB));
        }

        return requests;
    }
}
