using StreamTuning.BlobService.Network;

namespace StreamTuning.BlobService;

/// <summary>What the simulated network takes, without waiting for it.</summary>
public sealed class NetworkTests
{
    private const double Rate = 8 * Content.MiB;
    private static readonly TimeSpan _roundTrip = TimeSpan.FromMilliseconds(20);

    [Fact]
    public void Bytes_take_their_time_one_after_the_other()
    {
        var link = new Link(Rate);
        Assert.True(link.IsLimited);
        Assert.Equal(Seconds(1.125), link.Send(Seconds(1), Content.MiB, continues: false));
        Assert.Equal(Seconds(1.25), link.Send(Seconds(1), Content.MiB, continues: true));
        Assert.Equal(Seconds(1.375), link.Send(Seconds(1.1), Content.MiB, continues: false));
    }

    [Fact]
    public void Who_continues_a_little_late_loses_nothing_and_gains_nothing_by_coming_later()
    {
        var link = new Link(Rate);
        link.Send(Seconds(1), Content.MiB, continues: false);
        Assert.Equal(Seconds(1.25), link.Send(Seconds(1.135), Content.MiB, continues: true));
        Assert.Equal(Seconds(2.125), link.Send(Seconds(2), Content.MiB, continues: true));
        Assert.Equal(Seconds(2.26), link.Send(Seconds(2.135), Content.MiB, continues: false));
    }

    [Fact]
    public void A_new_connection_is_slow_at_first()
    {
        var link = new Link(Rate, _roundTrip, hasSlowStart: true);
        TimeSpan first = link.Send(Seconds(0), 14_600, continues: false);
        Assert.Equal(_roundTrip, first);
        TimeSpan second = link.Send(first, 2 * 14_600, continues: true);
        Assert.Equal(_roundTrip, second - first);

        // Four windows later it is as fast as it can be.
        TimeSpan warm = link.Send(second, 16 * 14_600, continues: true);
        Assert.Equal(0.125, (link.Send(warm, Content.MiB, continues: true) - warm).TotalSeconds, 3);
    }

    [Fact]
    public void An_idle_connection_gets_slow_again()
    {
        TimeSpan without = AfterIdle(0.01);
        Assert.Equal(without, AfterIdle(0.2));
        Assert.True(AfterIdle(0.3) > without);
        Assert.Equal(AfterIdle(100), AfterIdle(1000));

        static TimeSpan AfterIdle(double seconds)
        {
            var link = new Link(Rate, _roundTrip, hasSlowStart: true);
            TimeSpan warm = link.Send(Seconds(0), 8 * Content.MiB, continues: false);
            TimeSpan later = warm + Seconds(seconds);
            return link.Send(later, 256 * Content.KiB, continues: false) - later;
        }
    }

    [Fact]
    public void Without_limits_there_is_no_time()
    {
        var link = new Link(double.PositiveInfinity);
        Assert.False(link.IsLimited);
        Assert.Equal(Seconds(1), link.Send(Seconds(1), int.MaxValue, continues: false));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
