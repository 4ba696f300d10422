namespace StreamTuning.SimulatedShare;

/// <summary>How well the profiles of the kernel's clients fit measured times.</summary>
public sealed class KernelClientFitTests
{
    private const int Count = 8;

    public static TheoryData<int> Copies { get; } = [.. Enumerable.Range(0, Count)];

    [Fact]
    public void The_measured_times_are_all_there() => Assert.Equal(Count, KernelClientCopy.ReadAll().Count);

    [Theory]
    [MemberData(nameof(Copies))]
    public void A_plain_copy_is_off_by_a_fifth_at_most(int row)
    {
        KernelClientCopy real = KernelClientCopy.ReadAll()[row];
        SlowShareProfile profile = real.Simulation.Profile;
        ShareRoundTrips trips = profile.RoundTripsOf;
        TimeSpan transfer = TimeSpan.FromSeconds(real.Bytes / profile.BytesPerSecond);
        TimeSpan expected = ((trips.Open + trips.SetLength + trips.Close) * profile.Metadata) + transfer + profile.Write;
        Assert.InRange(expected / real.Median, 0.8, 1.2);
    }
}
