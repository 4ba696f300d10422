using StreamTuning.SimulatedShare;
using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>The simulated share, and what a copy asks of it. Requests are counted; nobody waits.</summary>
public sealed class SlowShareTests(ITestOutputHelper output) : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly SlowShare _share = new(SlowShareProfile.AzureFiles.Faster(1e6));

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task Small_writes_are_collected_as_a_file_stream_does()
    {
        using FileStream file = _share.Create(_scratch.PathOf("file"));
        foreach (int count in new[] { 3000, 3000, 131_072, 3000 })
        {
            await file.WriteAsync(new byte[count]);
        }

        await file.FlushAsync();
        Assert.Equal(new SlowShareRequests(Writes: 4, ExtendingWrites: 4, LengthChanges: 0, Opens: 1, Bytes: 140_072), _share.Requests);
    }

    [Fact]
    public async Task Its_files_hold_what_any_file_would_hold()
    {
        var random = new Random(Seed.Next(output));
        using FileStream ours = _share.Open(_scratch.PathOf("ours"), FileMode.Create, FileAccess.ReadWrite, bufferSize: random.Next(3) * 500);
        using FileStream theirs = new(_scratch.PathOf("theirs"), FileMode.Create, FileAccess.ReadWrite);
        await TwinFiles.AssertAlikeAsync(ours, theirs, random);
    }

    [SkippableFact]
    public async Task A_copy_asks_a_share_for_little()
    {
        Host.SkipUnlessDisksAreKnown();
        using (FileStream file = _share.Create(_scratch.PathOf("theirs")))
        {
            await new TestSource(new byte[16 * MiB], canSeek: true).CopyToAsync(file);
        }

        Assert.Equal(new SlowShareRequests(Writes: 128, ExtendingWrites: 128, LengthChanges: 0, Opens: 1, Bytes: 16 * MiB), _share.Requests);
        _share.ResetRequests();
        using (FileStream file = _share.Create(_scratch.PathOf("ours")))
        {
            await new TestSource(new byte[16 * MiB], canSeek: true).CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())));
        }

        Assert.Equal(new SlowShareRequests(Writes: 8, ExtendingWrites: 0, LengthChanges: 2, Opens: 1, Bytes: 16 * MiB), _share.Requests);
    }
}
