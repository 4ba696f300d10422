using MathNet.Numerics.Distributions;
using Xunit.Abstractions;

namespace StreamTuning.Measuring;

public sealed class WriteCostsTests(ITestOutputHelper output)
{
    private const int KiB = 1024;
    private const int MiB = 1024 * KiB;

    private static readonly WrittenFile[] _files =
    [
        .. from block in new[] { 64 * KiB, 128 * KiB, MiB, 4 * MiB }
           from blocks in new[] { 1, 4, 16 }
           from presets in new[] { false, true }
           select new WrittenFile((long)block * blocks, block, presets),
    ];

    private static readonly WriteCosts[] _shares =
    [
        WriteCosts.AzureFiles with { LengthChange = TimeSpan.FromMilliseconds(8) },
        new(TimeSpan.FromMilliseconds(10), 100 * MiB, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10)),
        new(TimeSpan.FromMilliseconds(1), 900.0 * MiB, TimeSpan.FromMilliseconds(0.02), TimeSpan.Zero, TimeSpan.Zero),
    ];

    public static TheoryData<WriteCosts> Shares => [.. _shares];

    [Theory]
    [MemberData(nameof(Shares))]
    public void Exact_times_give_their_costs(WriteCosts costs)
    {
        WriteCosts fit = WriteCosts.Fit([.. _files.Select(file => (file, costs.TimeOf(file)))], showLengthChange: true);

        Equal(costs.File, fit.File);
        Assert.Equal(1, fit.BytesPerSecond / costs.BytesPerSecond, 3);
        Equal(costs.Write, fit.Write);
        Equal(costs.Extension, fit.Extension);
        Equal(costs.LengthChange, fit.LengthChange);

        static void Equal(TimeSpan expected, TimeSpan actual) => Assert.Equal(expected.TotalMilliseconds, actual.TotalMilliseconds, 2);
    }

    [Fact]
    public void Noisy_times_give_about_their_costs_and_say_how_noisy_they_are()
    {
        var random = new Random(Seed.Next(output));
        WriteCosts costs = _shares[1];
        (WrittenFile File, TimeSpan Time)[] times = [.. _files.Select(file => (file, costs.TimeOf(file) * LogNormal.Sample(random, 0, 0.03)))];

        WriteCosts fit = WriteCosts.Fit(times, showLengthChange: true);

        Assert.True(fit.BytesPerSecond / costs.BytesPerSecond is > 0.85 and < 1.15, $"{fit}");
        Assert.True((fit.Write + fit.Extension) / (costs.Write + costs.Extension) is > 0.85 and < 1.15, $"{fit}");
        Assert.True(fit.ErrorFactor(times) is > 1.005 and < 1.06, $"{fit.ErrorFactor(times)}");
    }

    /// <summary>A file that was measured once, while the machine or the share was busy with something else.</summary>
    [Fact]
    public void One_time_that_is_far_off_changes_the_costs_little()
    {
        var random = new Random(Seed.Next(output));
        WriteCosts costs = new(
            TimeSpan.FromMilliseconds(30), 20 * MiB, TimeSpan.FromMilliseconds(25), TimeSpan.FromMilliseconds(25), TimeSpan.FromMilliseconds(25));
        for (int spike = 0; spike < _files.Length; spike++)
        {
            (WrittenFile File, TimeSpan Time)[] times =
            [
                .. _files.Select((file, i) => (file, costs.TimeOf(file) * LogNormal.Sample(random, 0, 0.02) * (i == spike ? 6 : 1))),
            ];

            WriteCosts fit = WriteCosts.Fit(times, showLengthChange: true, WriteCosts.MeasuredNoise);

            Assert.True(fit.BytesPerSecond / costs.BytesPerSecond is > 0.85 and < 1.15, $"{_files[spike]}: {fit}");
            Assert.True((fit.Write + fit.Extension) / (costs.Write + costs.Extension) is > 0.85 and < 1.15, $"{_files[spike]}: {fit}");
            Assert.True(fit.LengthChange / costs.LengthChange is > 0.4 and < 1.6, $"{_files[spike]}: {fit}");
        }
    }

    [Fact]
    public void Costs_that_nothing_shows_are_zero_and_too_few_times_an_error()
    {
        (WrittenFile, TimeSpan)[] alike = [.. Enumerable.Range(1, 6).Select(i => (new WrittenFile(i * MiB, MiB, false), TimeSpan.FromMilliseconds(i)))];
        Assert.Equal(TimeSpan.Zero, WriteCosts.Fit(alike, showLengthChange: true).LengthChange);
        Assert.Throws<ArgumentException>(() => WriteCosts.Fit(alike[..3], showLengthChange: false));
    }

    [Fact]
    public void A_length_that_is_set_is_one_request_more()
    {
        Assert.Equal(128, new WrittenFile(16 * MiB, 128 * KiB, false).Requests);
        Assert.Equal(17, new WrittenFile(16 * MiB, MiB, true).Requests);
        Assert.Equal(2, new WrittenFile(MiB + 1, MiB, false).Requests);
    }
}
