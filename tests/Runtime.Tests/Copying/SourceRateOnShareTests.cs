using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>That the requests which a share gets from a fast source are full blocks.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class SourceRateOnShareTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_fast_source_into_a_path_is_written_in_blocks_of_1_MiB(bool knowsLength, bool async)
    {
        ShareMount share = mounted.Clean();
        var options = new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock()));
        var source = new TestSource(new byte[16 * MiB], canSeek: knowsLength, pieces: [16 * KiB]);
        await Copies.CopyAsync(source, share.PathOf("file"), async, options);
        Assert.InRange(share.Requests.WriteSizes.Of(MiB) + (2 * share.Requests.WriteSizes.Of(2 * MiB)), 14, 16);
    }
}
