namespace StreamTuning.SimulatedShare;

/// <summary>What writes cost, by the clock of the model alone.</summary>
public sealed class SharedLinkTests
{
    private static readonly SlowShareProfile _profile = new(1000, Seconds(10), Seconds(100), Seconds(5));

    private readonly SharedLink _link = new();
    private TimeSpan _fileIsFree;
    private TimeSpan _otherIsFree;

    [Fact]
    public void A_write_takes_its_transfer_and_its_answer() => Assert.Equal(Seconds(1 + 2 + 10), Write(at: 1, 2000));

    [Fact]
    public void Transfers_take_turns_and_answers_come_together()
    {
        Assert.Equal(Seconds(2 + 10), Write(at: 0, 2000));
        Assert.Equal(Seconds(2 + 3 + 10), Write(at: 0, 3000));
        Assert.Equal(Seconds(20 + 1 + 10), Write(at: 20, 1000));
    }

    [Fact]
    public void Extensions_of_a_file_take_turns_and_those_of_two_files_do_not()
    {
        Assert.Equal(Seconds(1 + 10 + 100), Extend(at: 0, 1000, ref _fileIsFree));
        Assert.Equal(Seconds(1 + 10 + 100 + 100), Extend(at: 0, 1000, ref _fileIsFree));
        Assert.Equal(Seconds(3 + 10 + 100), Extend(at: 0, 1000, ref _otherIsFree));
        Assert.Equal(Seconds(4 + 10), Write(at: 0, 1000));
    }

    [Fact]
    public void Faster_is_faster_in_everything()
    {
        SlowShareProfile faster = _profile.Faster(10);
        Assert.Equal(new SlowShareProfile(10_000, Seconds(1), Seconds(10), Seconds(0.5)), faster);
        Assert.Equal(SlowShareProfile.Instant, SlowShareProfile.Instant.Faster(10));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private TimeSpan Write(double at, int bytes)
    {
        TimeSpan unused = default;
        return _link.TakeWrite(_profile, Seconds(at), bytes, extends: false, ref unused);
    }

    private TimeSpan Extend(double at, int bytes, ref TimeSpan isFree) => _link.TakeWrite(_profile, Seconds(at), bytes, extends: true, ref isFree);
}
