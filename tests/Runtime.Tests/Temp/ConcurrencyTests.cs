using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>Many files at once, each with a thread of its own.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class ConcurrencyTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    private const int Writers = 16;

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task None_fails_while_there_is_room_for_all(bool async, bool isKnown)
    {
        // 32 MiB of data, 20 MiB on each disk. Where the length is not known, all begin on the same.
        using var one = MemoryDisk.Mount("size=20m");
        using var other = MemoryDisk.Mount("size=20m");
        var space = new TestSpace(options => options.MemoryLimit = 10_000, one.Root, other.Root);
        var together = new Meeting(Writers);
        TempFile[] files = await RunAsync(together, Stage);
        Assert.All(files, file => Assert.Contains(TestSpace.RootOf(file.Path), new[] { one.Root, other.Root }));
        Assert.Equal(files.Select(file => file.Path).Order(), space.Left.Order());
        if (isKnown)
        {
            // What has been promised is not given to others: nobody had to move.
            Assert.DoesNotContain(space.Decisions, decision => decision.Reason == TempSpaceReason.FailOver);
        }

        Array.ForEach(files, file => file.Dispose());
        space.AssertNothingLeft();

        async Task<TempFile> Stage(int number)
        {
            byte[] content = Random(2 * MiB, seed: number);
            // They meet between reads, so that all find the disk full at the same time.
            var source = new TestSource(content, canSeek: isKnown, [100_000]) { WaitsFor = read => read < 10 ? together.ArriveAsync() : Task.CompletedTask };
            TempFile file = await space.StageAsync(source, async);
            await TestSpace.AssertHoldsAsync(content, file);
            return file;
        }
    }

    [SkippableFact]
    public async Task Many_of_known_length_do_not_all_take_what_has_room_for_few()
    {
        // Room for three of 20 MiB on the first, with 64 MiB to spare; for all on the second. They ask for it at the same time: the answer takes a while.
        ShareMount one = mounted.Clean();
        one.Quota = 125 * MiB;
        one.SetFaults(new ShareFault(ShareOperation.FreeSpace) { Count = int.MaxValue, Delay = TimeSpan.FromMilliseconds(5) });
        using var other = MemoryDisk.Mount("size=2000m");
        var space = new TestSpace(one.Directory, other.Root);
        var together = new Meeting(Writers);
        byte[] content = Random(3 * MiB);
        TempFile[] files = await RunAsync(together, async number =>
        {
            var source = new TestSource(content) { WaitsFor = Once(together) };
            return await space.StageAsync(source, async: number % 2 == 0, new TempFileOptions { ExpectedLength = 20 * MiB });
        });
        Assert.Equal(3, files.Count(file => TestSpace.RootOf(file.Path) == one.Directory));
        Assert.Equal(13, files.Count(file => TestSpace.RootOf(file.Path) == other.Root));

        // What was promised and not needed is free again, also when the copy fails.
        await RunAsync(together, async _ =>
        {
            var source = new TestSource(content) { WaitsFor = Once(together), FailsAt = MiB };
            await Assert.ThrowsAsync<IOException>(() => space.StageAsync(source, async: true, new TempFileOptions { ExpectedLength = 20 * MiB }));
            return 0;
        });
        Array.ForEach(files, file => file.Dispose());
        mounted.AwaitEmpty();
        Assert.Equal(one.Directory, space.Choose(61 * MiB));
        space.AssertNothingLeft();
    }

    [SkippableFact]
    public async Task A_promise_goes_along_with_a_file_that_moves_on()
    {
        ShareMount share = mounted.Clean();
        using var next = MemoryDisk.Mount("size=125m");
        var space = new TestSpace(share.Directory, next.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Count = int.MaxValue, Error = ShareError.NoSpace });
        var source = new TestSource(Random(5 * MiB), pieces: [MiB])
        {
            BeforeRead = number =>
            {
                if (number == 5)
                {
                    // 5 MiB of 20 have been read; whatever of them has been written, the others are promised.
                    Assert.Equal(next.Root, TestSpace.RootOf(space.OnlyFile()));
                    Assert.Equal(next.Root, new TestSpace(next.Root).Choose(50 * MiB));
                    IOException failure = Assert.ThrowsAny<IOException>(() => ChooseIn(space, 110 * MiB));
                    Assert.Equal(28, failure.HResult);
                }
            },
        };
        using (TempFile file = await space.StageAsync(source, async: false, new TempFileOptions { ExpectedLength = 20 * MiB }))
        {
            Assert.Equal(next.Root, TestSpace.RootOf(file.Path));
            ChooseIn(space, 110 * MiB);
        }

        // Nothing can be created on the share meanwhile.
        void ChooseIn(TestSpace space, long length)
        {
            share.SetFaults(new ShareFault(ShareOperation.Create) { Count = int.MaxValue, Error = ShareError.AccessDenied });
            Assert.Equal(next.Root, space.Choose(length));
        }
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_directory_that_others_have_left_is_used_again(bool async)
    {
        using var one = MemoryDisk.Mount("size=14m");
        using var other = MemoryDisk.Mount("size=13m");
        var space = new TestSpace(options => options.MemoryLimit = 10_000, one.Root, other.Root);
        byte[] content = Random(12 * MiB);
        var source = new TestSource(content, pieces: [100_000])
        {
            BeforeRead = number =>
            {
                switch (number)
                {
                    case 10:
                        one.FillUpTo(0); // It moves to the other,
                        break;
                    case 80:
                        File.Delete(Path.Combine(one.Root, "filler"));
                        other.FillUpTo(0); // and back again.
                        break;
                }
            },
        };
        using (TempFile file = await space.StageAsync(source, async))
        {
            await TestSpace.AssertHoldsAsync(content, file);
            Assert.Equal(one.Root, TestSpace.RootOf(file.Path));
            Assert.Equal([one.Root, other.Root, one.Root], space.Decisions.Select(decision => decision.Directory));
        }

        space.AssertNothingLeft();
    }

    [SkippableFact]
    public async Task A_quota_that_nobody_can_see_ends_the_search()
    {
        ShareMount share = mounted.Clean();
        using var small = MemoryDisk.Mount("size=2m");
        var space = new TestSpace(share.Directory, small.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Count = int.MaxValue, Error = ShareError.QuotaExceeded });
        IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => space.StageAsync(new TestSource(Random(5 * MiB)), async: true));
        Assert.Equal(28, failure.HResult);
        Assert.InRange(share.Requests.Writes, 2, 50);
        space.AssertNothingLeft();
    }

    private static Func<int, Task> Once(Meeting together) => read => read == 0 ? together.ArriveAsync() : Task.CompletedTask;

    private static async Task<T[]> RunAsync<T>(Meeting together, Func<int, Task<T>> run)
    {
        return await Task.WhenAll(Enumerable.Range(0, Writers).Select(number =>
            Task.Factory.StartNew(() => RunOneAsync(number), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap()));

        async Task<T> RunOneAsync(int number)
        {
            try
            {
                return await run(number);
            }
            catch
            {
                together.Dissolve();
                throw;
            }
        }
    }
}
