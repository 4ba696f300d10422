using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>A directory that fills up, fails or is lost while a file is staged in it: the next one takes over, without losing a byte.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class FailOverTests(MountedShare mounted) : IClassFixture<MountedShare>
{
    private const int DiskFull = 28;
    private static readonly byte[] _content = Random(5 * MiB);

    public static TheoryData<bool, bool, int, int> Copies
    {
        get
        {
            var copies = new TheoryData<bool, bool, int, int>();
            foreach (bool async in new[] { true, false })
            {
                foreach (bool canSeek in new[] { true, false })
                {
                    copies.Add(async, canSeek, 2 * MiB, MiB); // Few large reads,
                    copies.Add(async, canSeek, 7777, MiB); // many small ones,
                    copies.Add(async, canSeek, 100_000, 0); // nothing in memory.
                }
            }

            return copies;
        }
    }

    [SkippableTheory, MemberData(nameof(Copies))]
    public async Task One_that_another_writer_fills_is_left(bool async, bool canSeek, int piece, int memory)
    {
        using var first = MemoryDisk.Mount("size=12m");
        using var next = MemoryDisk.Mount("size=10m");
        var space = new TestSpace(options => options.MemoryLimit = memory, next.Root, first.Root);
        var source = new TestSource(_content, canSeek, [piece]) { BeforeRead = number => Fill(first, number) };
        using (TempFile file = await space.StageAsync(source, async))
        {
            await AssertMovedAsync(space, file, first.Root, next.Root, TempDirectoryVerdict.Full);
        }

        space.AssertNothingLeft();

        void Fill(MemoryDisk disk, int number)
        {
            if (number == (2 * MiB / piece) + 1)
            {
                disk.FillUpTo(100_000);
            }
        }
    }

    [SkippableTheory, MemberData(nameof(Copies))]
    public async Task A_share_that_another_writer_fills_is_left(bool async, bool canSeek, int piece, int memory)
    {
        ShareMount share = mounted.Clean();
        share.Quota = 12 * MiB;
        share.WritesWhatFits = async;
        using var next = MemoryDisk.Mount("size=10m");
        var space = new TestSpace(options => options.MemoryLimit = memory, next.Root, share.Directory);
        var source = new TestSource(_content, canSeek, [piece])
        {
            BeforeRead = number => share.Quota = number == (2 * MiB / piece) + 1 ? (2 * MiB) + 5000 : share.Quota,
        };
        using (TempFile file = await space.StageAsync(source, async))
        {
            await AssertMovedAsync(space, file, share.Directory, next.Root, TempDirectoryVerdict.Full);
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory, MemberData(nameof(Copies))]
    public async Task One_that_is_too_small_for_what_nobody_knew_is_left_for_a_share(bool async, bool canSeek, int piece, int memory)
    {
        ShareMount share = mounted.Clean();
        using var first = MemoryDisk.Mount("size=3m");
        var space = new TestSpace(Configure, first.Root, share.Directory);
        share.Quota = MiB;
        var source = new TestSource(_content, canSeek, [piece])
        {
            ClaimedLength = MiB,
            BeforeRead = number => share.Quota = number == 1 ? null : share.Quota,
        };
        using (TempFile file = await space.StageAsync(source, async, new TempFileOptions { ExpectedLength = MiB }))
        {
            await AssertMovedAsync(space, file, first.Root, share.Directory, TempDirectoryVerdict.Full);
            Assert.Equal(MiB, space.LastDecision.ExpectedLength);
        }

        space.AssertNothingLeft();

        void Configure(TempSpaceOptions options) => options.MemoryLimit = memory;
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_share_that_takes_over_from_a_disk_is_written_as_a_share(bool async, bool isKnown)
    {
        ShareMount share = mounted.Clean();
        using var first = MemoryDisk.Mount("size=80m");
        var space = new TestSpace(options => options.AssumedLength = 0, first.Root, share.Directory);
        byte[] content = Random(12 * MiB);
        var source = new TestSource(content, pieces: [100_000])
        {
            BeforeRead = read =>
            {
                if (read == 30)
                {
                    first.FillUpTo(0);
                    share.ResetRequests();
                }
            },
        };
        using TempFile file = await space.StageAsync(source, async, new TempFileOptions { ExpectedLength = isKnown ? content.Length : null });
        SlowShareRequests requests = share.Requests;
        await TestSpace.AssertHoldsAsync(content, file);
        Assert.Equal(share.Directory, TestSpace.RootOf(file.Path));

        // Few large writes into a length that has been set, after the blocks of 128 KiB that had been filled for the disk: by way of that
        // all would have been so small, and each would have made the file longer.
        Assert.InRange(requests.Writes, 6, 16);
        Assert.InRange(requests.ExtendingWrites, 0, 3); // Blocks that had been filled.
        Assert.InRange(requests.LengthChanges, 1, 4);
    }

    [SkippableTheory]
    [InlineData(true, ShareError.QuotaExceeded, TempDirectoryVerdict.Full)]
    [InlineData(false, ShareError.QuotaExceeded, TempDirectoryVerdict.Full)]
    [InlineData(true, ShareError.NoSpace, TempDirectoryVerdict.Full)]
    [InlineData(false, ShareError.FileTooLarge, TempDirectoryVerdict.Full)]
    [InlineData(true, ShareError.InputOutput, TempDirectoryVerdict.Failed)]
    [InlineData(false, ShareError.InputOutput, TempDirectoryVerdict.Failed)]
    [InlineData(true, ShareError.AccessDenied, TempDirectoryVerdict.Failed)]
    [InlineData(false, ShareError.ReadOnly, TempDirectoryVerdict.Failed)]
    public async Task One_whose_writes_fail_is_left(bool async, ShareError error, TempDirectoryVerdict verdict)
    {
        ShareMount share = mounted.Clean();
        using var next = MemoryDisk.Mount("size=100m");
        foreach (bool canSeek in new[] { true, false })
        {
            foreach (int number in new[] { 1, 2, 3 })
            {
                var space = new TestSpace(share.Directory, next.Root);
                share.SetFaults(new ShareFault(ShareOperation.Write, number) { Count = int.MaxValue, Error = error });
                using (TempFile file = await space.StageAsync(new TestSource(_content, canSeek), async))
                {
                    await AssertMovedAsync(space, file, share.Directory, next.Root, verdict);
                }

                space.AssertNothingLeft();
            }
        }
    }

    [SkippableTheory]
    [InlineData(true, ShareError.NoSpace)]
    [InlineData(false, ShareError.NoSpace)]
    [InlineData(true, ShareError.FileTooLarge)]
    [InlineData(false, ShareError.FileTooLarge)]
    public async Task One_where_the_last_few_bytes_do_not_fit_is_left(bool async, ShareError error)
    {
        ShareMount share = mounted.Clean();
        using var next = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(options => options.MemoryLimit = 1000, share.Directory, next.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Count = int.MaxValue, Error = error });
        byte[] content = _content[..(MiB + 100)];
        using (TempFile file = await space.StageAsync(new TestSource(content), async))
        {
            await TestSpace.AssertHoldsAsync(content, file);
            Assert.Equal(next.Root, TestSpace.RootOf(file.Path));
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task One_that_refuses_the_length_is_left(bool async)
    {
        ShareMount share = mounted.Clean();
        using var next = MemoryDisk.Mount("size=100m");
        foreach (bool canSeek in new[] { true, false })
        {
            var space = new TestSpace(share.Directory, next.Root);
            share.SetFaults(new ShareFault(ShareOperation.SetLength) { Count = int.MaxValue, Error = ShareError.NoSpace });
            using (TempFile file = await space.StageAsync(new TestSource(_content, canSeek), async))
            {
                await AssertMovedAsync(space, file, share.Directory, next.Root, TempDirectoryVerdict.Full);
            }

            space.AssertNothingLeft();
        }
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_only_one_that_refuses_the_length_is_written_without(bool async)
    {
        ShareMount share = mounted.Clean();
        var space = new TestSpace(share.Directory);
        share.SetFaults(new ShareFault(ShareOperation.SetLength) { Error = ShareError.NoSpace });
        using (TempFile file = await space.StageAsync(new TestSource(_content), async))
        {
            await TestSpace.AssertHoldsAsync(_content, file);
        }

        // If it is full in earnest, that is what is said.
        share.SetFaults(
            new ShareFault(ShareOperation.SetLength) { Error = ShareError.NoSpace },
            new ShareFault(ShareOperation.Write, Number: 2) { Count = int.MaxValue, Error = ShareError.NoSpace });
        IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => space.StageAsync(new TestSource(_content), async));
        Assert.Equal(DiskFull, failure.HResult);
        Assert.Contains(share.Directory + " (full", failure.Message, StringComparison.Ordinal);
        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task One_that_fails_when_all_is_written_is_left(bool async, bool canSeek)
    {
        ShareMount share = mounted.Clean();
        using var next = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(share.Directory, next.Root);
        share.SetFaults(new ShareFault(ShareOperation.SetLength, Number: 2) { Count = int.MaxValue, Error = ShareError.InputOutput });
        var source = new TestSource(_content, canSeek) { ClaimedLength = 9 * MiB };
        using (TempFile file = await space.StageAsync(source, async))
        {
            await AssertMovedAsync(space, file, share.Directory, next.Root, TempDirectoryVerdict.Failed);
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task One_that_fills_up_while_it_takes_over_is_left_too(bool async)
    {
        ShareMount share = mounted.Clean();
        share.Quota = 10 * MiB;
        using var first = MemoryDisk.Mount("size=12m");
        using var last = MemoryDisk.Mount("size=7m");
        var space = new TestSpace(last.Root, share.Directory, first.Root);
        var source = new TestSource(_content, pieces: [100_000])
        {
            BeforeRead = number =>
            {
                switch (number)
                {
                    case 15:
                        share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Count = int.MaxValue, Error = ShareError.NoSpace });
                        break;
                    case 30:
                        first.FillUpTo(0);
                        break;
                }
            },
        };
        using (TempFile file = await space.StageAsync(source, async))
        {
            await TestSpace.AssertHoldsAsync(_content, file);
            Assert.Equal(last.Root, TestSpace.RootOf(file.Path));
            Assert.Equal([file.Path], space.Left);
        }

        space.AssertNothingLeft();
        Assert.Equal(
            [(TempSpaceReason.Tight, first.Root), (TempSpaceReason.FailOver, share.Directory), (TempSpaceReason.FailOver, last.Root)],
            space.Decisions.Select(decision => (decision.Reason, decision.Directory)));
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task When_all_fill_up_that_is_said_and_nothing_is_left(bool async, bool canSeek)
    {
        using var one = MemoryDisk.Mount("size=4m");
        using var other = MemoryDisk.Mount("size=3m");
        var space = new TestSpace(one.Root, other.Root);
        var source = new TestSource(_content, canSeek, [100_000]) { ClaimedLength = 2 * MiB };
        IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => space.StageAsync(source, async));
        Assert.Equal(DiskFull, failure.HResult);
        Assert.Contains(one.Root + " (full", failure.Message, StringComparison.Ordinal);
        Assert.Contains(other.Root + " (", failure.Message, StringComparison.Ordinal);
        Assert.Equal(TempSpaceReason.None, space.LastDecision.Reason);
        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task When_one_is_lost_a_source_that_can_be_read_again_is(bool async, bool isUnmounted)
    {
        byte[] content = [1, 2, 3, .. _content];
        foreach (int number in isUnmounted ? [0, 1, 3, 6] : new[] { 3 })
        {
            using ShareMount share = ShareServers.Start();
            using var next = MemoryDisk.Mount("size=100m");
            var space = new TestSpace(share.Directory, next.Root);
            var source = new TestSource(content, canSeek: true, [MiB]) { Position = 3, BeforeRead = Losing(share, number, isUnmounted) };
            using (TempFile file = await space.StageAsync(source, async))
            {
                await AssertMovedAsync(space, file, share.Directory, next.Root, TempDirectoryVerdict.Failed);
            }

            TestSpace.AssertNothingLeftIn(next.Root);
        }
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task One_that_has_no_room_for_a_length_and_is_lost_leaves_no_zeros(bool async, bool canSeek)
    {
        ShareMount share = mounted.Clean();
        using var next = MemoryDisk.Mount("size=9m");
        var space = new TestSpace(options => options.MemoryLimit = 0, share.Directory, next.Root);
        var source = new TestSource(_content, canSeek, [MiB]) { ClaimedLength = canSeek ? 2 * MiB : null };
        share.Quota = 100 * MiB;
        share.SetFaults(new ShareFault(ShareOperation.SetLength, 2) { Error = ShareError.NoSpace }, new ShareFault(ShareOperation.Read, 1) { Count = int.MaxValue, Error = ShareError.InputOutput });
        Task<TempFile> staging = space.StageAsync(source, async, new TempFileOptions { ExpectedLength = 2 * MiB });
        await AssertMovedOrUnreadableAsync(staging, canSeek, space, share.Directory, next.Root, TempDirectoryVerdict.Full);

        share.SetFaults();
        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, true, 1)]
    [InlineData(true, false, 1)]
    [InlineData(false, true, 1)]
    [InlineData(false, false, 1)]
    [InlineData(true, true, 2)]
    [InlineData(true, false, 2)]
    [InlineData(false, true, 2)]
    [InlineData(false, false, 2)]
    public async Task One_that_says_late_that_it_has_lost_a_write_leaves_no_zeros(bool async, bool canSeek, int number)
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Sshfs;
        using var next = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(options => options.MemoryLimit = 0, share.Directory, next.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write, number) { Error = ShareError.InputOutput });
        var source = new TestSource(_content, canSeek, [MiB]);
        Task<TempFile> staging = space.StageAsync(source, async, new TempFileOptions { ExpectedLength = _content.Length });
        await AssertMovedOrUnreadableAsync(staging, canSeek, space, share.Directory, next.Root, TempDirectoryVerdict.Failed);

        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task One_that_has_room_again_after_it_has_lost_a_write_leaves_no_zeros(bool async, bool isOnly)
    {
        ShareMount share = mounted.Clean();
        share.Client = new ShareClient { WritesBack = true, ReportsAtNextWrite = true };
        using var next = MemoryDisk.Mount("size=100m");
        TestSpace space = isOnly ? new(share.Directory) : new(share.Directory, next.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write, 2) { Error = ShareError.NoSpace });
        var source = new TestSource(_content, canSeek: true, [MiB]);
        using (TempFile file = await space.StageAsync(source, async))
        {
            await TestSpace.AssertHoldsAsync(_content, file);
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_length_that_was_set_although_that_failed_leaves_no_zeros(bool async, bool canSeek)
    {
        ShareMount share = mounted.Clean();
        var space = new TestSpace(share.Directory);
        share.SetFaults(new ShareFault(ShareOperation.SetLength) { Error = ShareError.InputOutput, LosesReply = true });
        var source = new TestSource(_content, canSeek, [MiB]) { ClaimedLength = 9 * MiB };
        using (TempFile file = await space.StageAsync(source, async))
        {
            await TestSpace.AssertHoldsAsync(_content, file);
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, 1)]
    [InlineData(false, 1)]
    [InlineData(true, 100_000)]
    [InlineData(false, 100_000)]
    public async Task One_that_loses_the_only_write_is_left(bool async, int length)
    {
        ShareMount share = mounted.Clean();
        share.Client = ShareClient.Nfs;
        using var next = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(share.Directory, next.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write) { Count = int.MaxValue, Error = ShareError.NoSpace });
        using (TempFile file = await space.StageAsync(new TestSource(_content[..length], canSeek: true), async))
        {
            await TestSpace.AssertHoldsAsync(_content.AsMemory(0, length), file);
            Assert.Equal(next.Root, TestSpace.RootOf(file.Path));
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory]
    [InlineData(true, true, true)]
    [InlineData(true, false, true)]
    [InlineData(false, true, true)]
    [InlineData(false, false, true)]
    [InlineData(true, true, false)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    [InlineData(false, false, false)]
    public async Task One_that_takes_over_at_the_end_is_asked_too_whether_it_has_lost_anything(bool async, bool canSeek, bool isDeleted)
    {
        ShareMount share = mounted.Clean();
        using ShareMount other = ShareServers.Start();
        using var last = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(options => options.MemoryLimit = 0, share.Directory, other.Directory, last.Root);
        other.Client = ShareClient.Nfs;
        other.SetFaults(new ShareFault(ShareOperation.Write, 2) { Error = ShareError.NoSpace });
        if (!isDeleted)
        {
            share.SetFaults(new ShareFault(ShareOperation.SetLength, 2) { Count = int.MaxValue, Error = ShareError.InputOutput });
        }

        var source = new TestSource(_content, canSeek, [MiB])
        {
            ClaimedLength = 9 * MiB,
            BeforeRead = number =>
            {
                if (isDeleted && number == 5)
                {
                    File.Delete(space.OnlyFile());
                    share.SetFaults(new ShareFault(ShareOperation.Create) { Count = int.MaxValue, Error = ShareError.AccessDenied });
                }
            },
        };
        using (TempFile file = await space.StageAsync(source, async, new TempFileOptions { ExpectedLength = 9 * MiB }))
        {
            await TestSpace.AssertHoldsAsync(_content, file);
            Assert.Equal(last.Root, TestSpace.RootOf(file.Path));
        }

        space.AssertNothingLeft();
    }

    [SkippableTheory, InlineData(true), InlineData(false)]
    public async Task A_small_write_that_two_refuse_goes_to_the_third(bool async)
    {
        using ShareMount first = ShareServers.Start();
        ShareMount next = mounted.Clean();
        using var last = MemoryDisk.Mount("size=1m");
        (first.Quota, next.Quota) = (100 * MiB, 50 * MiB);
        var full = new ShareFault(ShareOperation.Write, 1) { Count = int.MaxValue, Error = ShareError.NoSpace };
        first.SetFaults(full);
        next.SetFaults(full);
        byte[] content = Random(1000);
        var space = new TestSpace(options => options.MemoryLimit = 0, first.Directory, next.Directory, last.Root);
        using (TempFile file = await space.StageAsync(new TestSource(content), async))
        {
            await TestSpace.AssertHoldsAsync(content, file);
            Assert.Equal(last.Root, TestSpace.RootOf(file.Path));
        }

        space.AssertNothingLeft();
    }

    [SkippableFact]
    public async Task What_is_lost_is_read_again_after_the_read_that_is_under_way()
    {
        using ShareMount share = ShareServers.Start();
        using var next = MemoryDisk.Mount("size=100m");
        var read = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        bool isUnderWay = false;
        bool wasMovedMeanwhile = false;
        var source = new TestSource(_content, canSeek: true, [100_000])
        {
            WaitsFor = number => number == 3 ? LoseAsync() : Task.CompletedTask,
            Moved = () => wasMovedMeanwhile |= isUnderWay,
        };
        var space = new TestSpace(options => options.DecisionMade += decision => Task.Run(() => EndRead(decision)), share.Directory, next.Root);
        using (TempFile file = await space.StageAsync(source, async: true))
        {
            Assert.False(wasMovedMeanwhile);
            await AssertMovedAsync(space, file, share.Directory, next.Root, TempDirectoryVerdict.Failed);
        }

        TestSpace.AssertNothingLeftIn(next.Root);

        async Task LoseAsync()
        {
            isUnderWay = true;
            share.Dispose();
            await read.Task;
            isUnderWay = false;
        }

        void EndRead(TempSpaceDecision decision)
        {
            if (decision.Reason is TempSpaceReason.FailOver)
            {
                // Long enough for a source that is moved too early.
                _ = SpinWait.SpinUntil(() => wasMovedMeanwhile, TimeSpan.FromMilliseconds(200));
                read.TrySetResult(true);
            }
        }
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task When_one_is_lost_what_is_still_in_memory_goes_to_the_next(bool async, bool isUnmounted)
    {
        foreach (int memory in isUnmounted ? [MiB, 2 * MiB] : new[] { MiB })
        {
            using ShareMount share = ShareServers.Start();
            using var next = MemoryDisk.Mount("size=100m");
            var space = new TestSpace(options => options.MemoryLimit = memory, share.Directory, next.Root);
            // The memory holds the first read; when the second begins no more than that can have been written.
            var source = new TestSource(_content, canSeek: false, [2 * MiB]) { BeforeRead = Losing(share, 1, isUnmounted) };
            using (TempFile file = await space.StageAsync(source, async))
            {
                await AssertMovedAsync(space, file, share.Directory, next.Root, TempDirectoryVerdict.Failed);
            }

            TestSpace.AssertNothingLeftIn(next.Root);
        }
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task When_one_is_lost_with_what_cannot_be_read_again_that_is_said(bool async, bool isUnmounted)
    {
        using ShareMount share = ShareServers.Start();
        string directory = share.Directory;
        using var next = MemoryDisk.Mount("size=100m");
        var space = new TestSpace(options => options.MemoryLimit = 100_000, directory, next.Root);
        var source = new TestSource(_content, canSeek: false, [100_000]) { BeforeRead = Losing(share, 40, isUnmounted) };
        IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => space.StageAsync(source, async));
        Assert.Contains($"'{directory}' was lost after ", failure.Message, StringComparison.Ordinal);
        Assert.Contains("cannot be read again", failure.Message, StringComparison.Ordinal);
        Assert.IsAssignableFrom<IOException>(failure.InnerException);
        TestSpace.AssertNothingLeftIn(next.Root);
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task When_the_only_one_is_lost_that_is_said(bool async)
    {
        using ShareMount share = ShareServers.Start();
        var space = new TestSpace(share.Directory);
        var source = new TestSource(_content, canSeek: true, [MiB]) { BeforeRead = Losing(share, 2, isUnmounted: true) };
        IOException failure = await Assert.ThrowsAnyAsync<IOException>(() => space.StageAsync(source, async));
        Assert.Contains(share.Directory + " (failed, ", failure.Message, StringComparison.Ordinal);
        Assert.NotNull(failure.InnerException);
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_file_that_is_deleted_while_it_is_written_goes_on(bool async, bool withFolder)
    {
        using var first = MemoryDisk.Mount("size=200m");
        using var next = MemoryDisk.Mount("size=200m");
        foreach (bool isOnly in new[] { false, true })
        {
            foreach (int number in new[] { 1, 5 })
            {
                TestSpace space = isOnly ? new(first.Root) : new(first.Root, next.Root);
                var source = new TestSource(_content, pieces: [MiB]) { BeforeRead = read => Clean(space, read == number) };
                using (TempFile file = await space.StageAsync(source, async))
                {
                    await TestSpace.AssertHoldsAsync(_content, file);
                    Assert.Equal([file.Path], space.Left);
                }

                space.AssertNothingLeft();
            }
        }

        void Clean(TestSpace space, bool isTime)
        {
            if (isTime && space.Left.Any())
            {
                File.Delete(space.OnlyFile());
                if (withFolder)
                {
                    Directory.Delete(Path.Combine(first.Root, TestSpace.FolderName), recursive: true);
                }
            }
        }
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_copy_is_cancelled_while_it_moves_on(bool async)
    {
        ShareMount share = mounted.Clean();
        using var first = MemoryDisk.Mount("size=8m");
        using var cancellation = new CancellationTokenSource();
        var space = new TestSpace(
            options => options.DecisionMade += decision => CancelIf(decision.Reason == TempSpaceReason.FailOver),
            first.Root,
            share.Directory);
        share.Quota = MiB;
        var source = new TestSource(_content, pieces: [100_000])
        {
            BeforeRead = number =>
            {
                if (number == 40)
                {
                    share.Quota = null;
                    first.FillUpTo(0);
                    share.ResetRequests();
                }
            },
        };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => space.StageAsync(source, async, token: cancellation.Token));
        Assert.Equal(0, share.Requests.Writes);
        space.AssertNothingLeft();

        void CancelIf(bool isTime)
        {
            if (isTime)
            {
                cancellation.Cancel();
            }
        }
    }

    private static Action<int> Losing(ShareMount share, int number, bool isUnmounted) => read =>
    {
        if (read == number)
        {
            if (isUnmounted)
            {
                share.Dispose();
            }
            else
            {
                ShareServers.Kill(share);
            }
        }
    };

    /// <summary>What is lost is staged in the next directory, where the source can be read again; else that is said.</summary>
    private static async Task AssertMovedOrUnreadableAsync(Task<TempFile> staging, bool canSeek, TestSpace space, string from, string to, TempDirectoryVerdict verdict)
    {
        if (canSeek)
        {
            using TempFile file = await staging;
            await AssertMovedAsync(space, file, from, to, verdict);
        }
        else
        {
            IOException failure = await Assert.ThrowsAsync<IOException>(() => staging);
            Assert.Contains("cannot be read again", failure.Message, StringComparison.Ordinal);
        }
    }

    private static async Task AssertMovedAsync(TestSpace space, TempFile file, string from, string to, TempDirectoryVerdict verdict)
    {
        await TestSpace.AssertHoldsAsync(_content, file);
        Assert.Equal(to, TestSpace.RootOf(file.Path));
        Assert.Equal((TempSpaceReason.FailOver, to), (space.LastDecision.Reason, space.LastDecision.Directory));
        TempDirectoryState left = Assert.Single(space.LastDecision.Directories, state => state.Directory == from);
        Assert.Equal(verdict, left.Verdict);
        Assert.NotNull(left.Error);
        if (Directory.Exists(from))
        {
            Assert.Empty(TestSpace.LeftIn(from));
        }
    }
}
