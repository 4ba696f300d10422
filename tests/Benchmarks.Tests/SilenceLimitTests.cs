using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

public class SilenceLimitTests
{
    private readonly ManualClock _clock = new();

    [Fact]
    public void Who_is_heard_in_time_may_take_as_long_as_it_takes()
    {
        using var limit = new SilenceLimit(TimeSpan.FromMinutes(5), _clock);
        for (int i = 0; i < 10; i++)
        {
            _clock.Advance(TimeSpan.FromMinutes(4));
            limit.Hear();
        }

        Assert.False(limit.Over.IsCancellationRequested);
    }

    [Fact]
    public void Silence_ends_it()
    {
        using var limit = new SilenceLimit(TimeSpan.FromMinutes(5), _clock);
        _clock.Advance(TimeSpan.FromMinutes(4));
        limit.Hear();
        _clock.Advance(TimeSpan.FromMinutes(5));
        Assert.True(limit.Over.IsCancellationRequested);
    }
}
