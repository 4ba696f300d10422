using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>
/// How much memory a copy takes from the pool while its source is slower than a quarter of the rate of its writes, and that faster sources
/// get full blocks.
/// </summary>
public sealed class SourceRateTests : IDisposable
{
    private const int MostOfSlow = 256 * KiB;
    private const int Piece = 16 * KiB;

    // Of the share: each write costs a round trip besides, where a test says so.
    private const double Rate = 100.0 * MiB;

    // A piece of 16 KiB arrives at 0.8 MiB/s.
    private static readonly TimeSpan _slow = TimeSpan.FromMilliseconds(20);

    // As long as anything may wait for more, and as long again.
    private static readonly TimeSpan _notice = TimeSpan.FromSeconds(2);

    private readonly Scratch _scratch = new();
    private readonly ManualClock _clock = new();

    public enum Into
    {
        NewPath,
        NewPathAsOnShare,
        OwnFileOfShare,
        LocalFileStream,
        FileStreamOfShare,
    }

    public enum Length
    {
        Known,
        Unknown,
        Exact,
        Hint,
    }

    public static TheoryData<Into, Length> All => Combine(Enum.GetValues<Into>());

    public static TheoryData<Into, Length> OnShare => Combine(Into.OwnFileOfShare, Into.FileStreamOfShare);

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(All))]
    public async Task A_slow_source_takes_256_KiB_at_most(Into into, Length length)
    {
        foreach ((int depth, bool async, bool pauses) in Ways(into))
        {
            var pool = new WatchedPool();
            using var source = new PacedSource(5 * MiB, length == Length.Known, pauses, Piece, _clock, _ => _slow);
            await CopyAsync(source, into, length, depth, async, Share(), pool);
            Assert.InRange(pool.MostBytes, 1, MostOfSlow);
            pool.AssertAllReturned();
        }
    }

    [Theory]
    [MemberData(nameof(OnShare))]
    public async Task A_source_just_below_a_quarter_of_the_rate_is_slow(Into into, Length length)
    {
        foreach ((int depth, bool async, bool pauses) in Ways(into))
        {
            var pool = new WatchedPool();
            using var source = new PacedSource(16 * MiB, length == Length.Known, pauses, Piece, _clock, _ => At(Rate / 5));
            await CopyAsync(source, into, length, depth, async, Share(), pool);
            Assert.InRange(pool.MostBytes, 1, MostOfSlow);
            pool.AssertAllReturned();
        }
    }

    [Theory]
    [MemberData(nameof(OnShare))]
    public async Task A_source_that_becomes_slow_gives_its_blocks_back(Into into, Length length)
    {
        const long Fast = 24 * MiB;
        foreach ((int depth, bool async, bool pauses) in Ways(into))
        {
            var pool = new WatchedPool();
            WriteCost share = Share();
            long slowSince = -1;
            TimeSpan TimeAfter(long before) => before < Fast ? TimeSpan.Zero : _slow;
            using var source = new PacedSource(Fast + (8 * MiB), length == Length.Known, pauses, Piece, _clock, TimeAfter)
            {
                BeforeRead = before =>
                {
                    slowSince = before >= Fast && slowSince < 0 ? _clock.Now : slowSince;
                    if (slowSince >= 0 && _clock.Now - slowSince > _notice.TotalSeconds * System.Diagnostics.Stopwatch.Frequency)
                    {
                        Assert.InRange(pool.Bytes, 1, MostOfSlow);
                    }
                },
            };
            await CopyAsync(source, into, length, depth, async, share, pool);
            Assert.InRange(pool.Largest, MiB, 8 * MiB);
            pool.AssertAllReturned();
        }
    }

    [Theory]
    [MemberData(nameof(OnShare))]
    public async Task A_source_that_becomes_fast_gets_full_blocks(Into into, Length length)
    {
        const long Slow = 3 * MiB;
        const long Fast = 24 * MiB;
        foreach ((int depth, bool async, bool pauses) in Ways(into))
        {
            var pool = new WatchedPool();
            WriteCost share = Share(roundTrip: true);
            TimeSpan TimeAfter(long before) => before < Slow ? _slow : TimeSpan.Zero;
            using var source = new PacedSource(Slow + Fast, length == Length.Known, pauses, Piece, _clock, TimeAfter)
            {
                BeforeRead = before => Assert.InRange(before <= Slow ? pool.Bytes : 1, 0, MostOfSlow),
            };
            await CopyAsync(source, into, length, depth, async, share, pool);

            // The first writes after the change find out.
            Assert.InRange(InFullBlocks(share), 20 * MiB, Fast);
            pool.AssertAllReturned();
        }
    }

    [Theory]
    [MemberData(nameof(OnShare))]
    public async Task A_fast_source_gets_full_blocks(Into into, Length length)
    {
        // As fast as memory, as fast as the link, and half as fast.
        foreach (TimeSpan time in new[] { TimeSpan.Zero, At(Rate), At(Rate / 2) })
        {
            foreach ((int depth, bool async, bool pauses) in Ways(into))
            {
                var pool = new WatchedPool();
                WriteCost share = Share(roundTrip: true);
                using var source = new PacedSource(24 * MiB, length == Length.Known, pauses, Piece, _clock, _ => time);
                await CopyAsync(source, into, length, depth, async, share, pool);
                Assert.InRange(InFullBlocks(share), 20 * MiB, 24 * MiB);
                pool.AssertAllReturned();
            }
        }
    }

    private static int InFullBlocks(WriteCost share) => share.Writes.Where(count => count >= MiB).Sum();

    /// <summary>How long a piece takes at a rate.</summary>
    private static TimeSpan At(double bytesPerSecond) => TimeSpan.FromSeconds(Piece / bytesPerSecond);

    private static TheoryData<Into, Length> Combine(params Into[] destinations)
    {
        var all = new TheoryData<Into, Length>();
        foreach (Into into in destinations)
        {
            foreach (Length length in Enum.GetValues<Length>())
            {
                all.Add(into, length);
            }
        }

        return all;
    }

    /// <summary>
    /// One and two blocks, synchronous and not, and the latter from a source that pauses and from one that does not. If the system writes,
    /// an asynchronous write may end at any time of the clock, so there the copies are synchronous.
    /// </summary>
    private static IEnumerable<(int Depth, bool Async, bool Pauses)> Ways(Into into)
    {
        foreach (int depth in new[] { 1, 2 })
        {
            yield return (depth, false, false);
            if (into is not (Into.NewPath or Into.NewPathAsOnShare))
            {
                yield return (depth, true, false);
                yield return (depth, true, true);
            }
        }
    }

    private WriteCost Share(bool roundTrip = false) => new(_clock, TimeSpan.FromMilliseconds(roundTrip ? 10 : 0), Rate);

    private async Task CopyAsync(PacedSource source, Into into, Length length, int depth, bool async, WriteCost share, WatchedPool pool)
    {
        long bytes = source.Bytes;
        var options = new FileCopyOptions(new CopyEnvironment(clock: _clock, pool: pool, mount: into is Into.NewPathAsOnShare or Into.OwnFileOfShare ? TestMounts.Share() : null))
        {
            Depth = depth,
            ExactLength = length == Length.Exact ? bytes : null,
            LengthHint = length == Length.Hint ? bytes : null,
        };
        string path = _scratch.PathOf("file");
        File.Delete(path);
        switch (into)
        {
            case Into.NewPath or Into.NewPathAsOnShare:
                Assert.Equal(bytes, await Copies.CopyAsync(source, path, async, options));
                break;
            case Into.OwnFileOfShare:
                using (var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 1))
                {
                    var output = new TimedOwnFile(file, share);
                    CopySettings settings = CopySettings.Of(options, default);
                    Assert.Equal(bytes, await FileCopy.RunAsync(new StreamSource(source), output, settings, async));
                }

                break;
            case Into.LocalFileStream:
                using (var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write))
                {
                    Assert.Equal(bytes, await Copies.CopyAsync(source, file, async, options));
                }

                break;
            default:
                using (var file = new TimedFile(path, share))
                {
                    Assert.Equal(bytes, await Copies.CopyAsync(source, file, async, options));
                }

                break;
        }

        Assert.Equal(bytes, new FileInfo(path).Length);
    }
}
