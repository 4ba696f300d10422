namespace StreamTuning.Measuring;

public sealed class ReadTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("reads-").FullName;

    [Fact]
    public async Task What_was_read_counts_and_the_file_is_gone_before_steady_writes()
    {
        var probe = new DirectoryProbe(_directory);

        ReadTimes times = await probe.ReadAsync(1 << 20, isRandom: false, 64 << 10, TimeSpan.FromSeconds(10), default);
        Assert.Single(Directory.GetFiles(_directory));
        await probe.WriteSteadilyAsync(1 << 10, 2, TimeSpan.FromSeconds(10), default);

        Assert.Equal(1, times.Requests);
        Assert.Equal(64 << 10, times.BytesPerSecond * times.MedianSeconds, tolerance: 1);
        Assert.Empty(Directory.GetFiles(_directory));
    }

    [Fact]
    public async Task What_has_no_time_left_is_done_once()
    {
        var probe = new DirectoryProbe(_directory);

        Assert.Equal(1, (await probe.ReadAsync(1 << 10, isRandom: false, 64 << 10, TimeSpan.Zero, default)).Requests);
        Assert.Single(await probe.WriteSteadilyAsync(1 << 10, 2, TimeSpan.Zero, default));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);
}
