using System.Threading.Channels;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>How many requests a file gets, of what size.</summary>
public sealed class RequestTests : IDisposable
{
    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();

    public void Dispose()
    {
        _pool.AssertAllReturned();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(1, 1, 0)]
    [InlineData(4 * KiB, 1, 0)]
    [InlineData(64 * KiB, 1, 0)]
    [InlineData(MiB - 1, 1, 0)]
    [InlineData(MiB, 1, 0)]
    [InlineData(MiB + 1, 1, 2)] // set ahead, trimmed
    [InlineData(2 * MiB, 1, 2)]
    [InlineData((2 * MiB) + 1, 2, 2)]
    [InlineData(16 * MiB, 8, 2)]
    [InlineData((64 * MiB) - 1, 32, 2)]
    [InlineData(64 * MiB, 16, 2)]
    public async Task A_known_length_costs(int length, int writes, int lengths)
    {
        foreach (bool async in new[] { true, false })
        {
            foreach (bool canSeek in new[] { true, false })
            {
                using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
                var source = new TestSource(new byte[length], canSeek, pieces: [16 * KiB]);
                var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())) { LengthHint = canSeek ? null : length };
                Assert.Equal(length, await CopyAsync(source, file, async, options));
                Assert.Equal((writes, lengths), (file.Writes.Count(), file.Lengths.Count()));
                Assert.Equal(length, file.Length);
            }
        }
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(1, 1, 0)]
    [InlineData(64 * KiB, 1, 0)]
    [InlineData(MiB - 1, 1, 0)]
    [InlineData(MiB, 1, 2)] // set ahead, trimmed
    [InlineData(16 * MiB, 9, 2)]
    [InlineData(17 * MiB, 9, 3)]
    [InlineData(64 * MiB, 33, 4)]
    public async Task An_unknown_length_costs(int length, int writes, int lengths)
    {
        foreach (bool async in new[] { true, false })
        {
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            var source = new TestSource(new byte[length], pieces: [16 * KiB]);
            Assert.Equal(length, await CopyAsync(source, file, async, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay()))));
            Assert.Equal((writes, lengths), (file.Writes.Count(), file.Lengths.Count()));
            Assert.Equal(length, file.Length);
        }
    }

    [Fact]
    public async Task A_small_copy_asks_for_no_more_than_the_platforms()
    {
        foreach (int length in new[] { 0, 1, 4 * KiB, 64 * KiB, 128 * KiB })
        {
            using var ours = new RecordingFile(_scratch.PathOf("ours"), FileMode.Create);
            using var theirs = new RecordingFile(_scratch.PathOf("theirs"), FileMode.Create);
            await new TestSource(new byte[length], canSeek: true).CopyToFileAsync(ours);
            await new TestSource(new byte[length], canSeek: true).CopyToAsync(theirs);

            // The platform's flush comes with Dispose; on a stream without data in its buffer it is no request.
            Assert.Equal(theirs.Requests, ours.Requests.Where(r => r.What != "flush"));
        }
    }

    [Fact]
    public async Task A_local_disk_gets_what_the_platform_would_write()
    {
        using (var probe = new FileStream(_scratch.PathOf("probe"), FileMode.Create))
        {
            if (!Mount.Of(probe.SafeFileHandle, probe.Name).IsLocal)
            {
                return;
            }
        }

        byte[] content = Random(3 * MiB);
        foreach (bool pauses in new[] { true, false })
        {
            using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create, FileAccess.Write);
            await new TestSource(content, canSeek: true, pauses: pauses).CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())));
            Assert.Equal(128 * KiB, _pool.Largest);
            file.Dispose();
            AssertEqual(content, File.ReadAllBytes(file.Name));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_memory_stream_is_written_at_once(bool exposed)
    {
        byte[] content = Random(5 * MiB);
        foreach (bool async in new[] { true, false })
        {
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            using var source = new MemoryStream(content, 100, content.Length - 100, writable: false, publiclyVisible: exposed) { Position = 11 };
            Assert.Equal(content.Length - 111, await CopyAsync(source, file, async, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay()))));
            Assert.Equal([new Request("write", 0, content.Length - 111)], file.Requests.Where(r => r.What != "flush"));
            Assert.Equal(source.Length, source.Position);
            file.Dispose();
            AssertEqual(content.AsSpan(111), File.ReadAllBytes(file.Name));
        }

        Assert.Equal(0, _pool.Rented);
    }

    [Fact]
    public async Task A_memory_stream_keeps_an_exact_length()
    {
        byte[] content = Random(100);
        using var file = new RecordingFile(_scratch.PathOf("file"));
        var source = new MemoryStream(content) { Position = 10 };
        await Assert.ThrowsAsync<InvalidDataException>(() => source.CopyToFileAsync(file, new FileCopyOptions { ExactLength = 20 }));
        Assert.Equal((30, 20), (source.Position, file.Length));
        await Assert.ThrowsAsync<EndOfStreamException>(() => source.CopyToFileAsync(file, new FileCopyOptions { ExactLength = 71 }));
        Assert.Equal((100, 90), (source.Position, file.Length));
        source.Position = 200;
        Assert.Equal(0, await source.CopyToFileAsync(file));
    }

    [Fact]
    public async Task Reading_goes_on_while_a_block_of_a_callers_file_is_written_and_no_second_write_starts()
    {
        var gate = new TaskCompletionSource();
        using var file = new RecordingFile(_scratch.PathOf("file")) { Gate = gate.Task };
        var source = new TestSource(new byte[8 * MiB]);
        Task<long> copy = source.CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())) { LengthHint = 8 * MiB });

        Assert.Equal(4 * MiB, source.Given);
        Assert.Single(file.Writes);
        gate.SetResult();
        await copy;
        Assert.Equal(1, file.MostWritesAtOnce);
    }

    [Fact]
    public async Task A_depth_of_one_reads_and_writes_in_turn()
    {
        var gate = new TaskCompletionSource();
        using var file = new RecordingFile(_scratch.PathOf("file")) { Gate = gate.Task };
        var source = new TestSource(new byte[8 * MiB]);
        Task<long> copy = source.CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())) { LengthHint = 8 * MiB, Depth = 1 });

        Assert.Equal(2 * MiB, source.Given);
        gate.SetResult();
        await copy;
    }

    [Theory]
    [InlineData(1, 5)] // one at a time: larger blocks
    [InlineData(2, 9)]
    [InlineData(4, 9)]
    public async Task A_file_of_our_own_gets_as_many_writes_at_once_as_asked(int depth, int writes)
    {
        using var file = new ParallelFile(_scratch.PathOf("file"));
        Task<long> copy = CopyIntoAsync(file, depth);
        for (int left = writes; left > 0; left -= depth)
        {
            foreach (ParallelFile.Pending write in (await file.StartedAsync(Math.Min(left, depth))).Reverse())
            {
                write.Finish();
            }
        }

        Assert.Equal(9 * MiB, await copy);
        Assert.Equal(depth, file.MostAtOnce);
        Assert.Equal([(9 * MiB) + CopyPlan.GuessedExcess, 9 * MiB], file.Lengths);
        file.Dispose();
        AssertEqual(Random(9 * MiB), File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Fact]
    public async Task A_write_that_gives_the_file_its_length_is_the_only_one_under_way()
    {
        byte[] content = Random((9 * MiB) + 5000);
        using var file = new ParallelFile(_scratch.PathOf("file"));
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.Share())) { LengthHint = 9 * MiB, Depth = 3 };
        Task<long> copy = FileCopy.RunAsync(new StreamSource(new TestSource(content)), file, CopySettings.Of(options, default), async: true).AsTask();
        for (int left = 9; left > 0; left -= 3)
        {
            foreach (ParallelFile.Pending write in (await file.StartedAsync(3)).Reverse())
            {
                write.Finish();
            }
        }

        (await file.StartedAsync(1))[0].Finish();
        Assert.Equal(content.Length, await copy);
        Assert.False(file.HasGrownBeforeOthers);
    }

    [Fact]
    public async Task Of_several_writes_under_way_the_first_that_fails_by_offset_counts_and_all_are_awaited()
    {
        using var file = new ParallelFile(_scratch.PathOf("file"));
        Task<long> copy = CopyIntoAsync(file, depth: 3);
        ParallelFile.Pending[] pending = await file.StartedAsync(3);
        pending[2].Fail(new IOException("the third"));
        pending[1].Fail(new IOException("the second"));
        Assert.False(copy.IsCompleted);
        pending[0].Finish();

        // The first block was free again before the second was seen to have failed.
        Task<ParallelFile.Pending[]> another = file.StartedAsync(1);
        if (await Task.WhenAny(copy, another) == another)
        {
            (await another)[0].Finish();
        }

        // On a share, which the test makes of the disk, a write that has failed leaves nobody sure of those before it.
        Assert.Equal("the second", (await Assert.ThrowsAsync<IOException>(() => copy)).Message);
        file.Dispose();
        Assert.Empty(File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Fact]
    public async Task Blocks_stay_within_the_memory_budget()
    {
        foreach (long budget in new long[] { 1, 100, 64 * KiB, MiB, 3 * MiB, 64 * MiB })
        {
            var pool = new WatchedPool();
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            int length = budget < 1000 ? 1000 : 9 * MiB;
            await new TestSource(new byte[length]).CopyToFileAsync(
                file, new FileCopyOptions(new CopyEnvironment(pool: pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())) { MemoryBudget = budget, BlockSize = 4 * MiB, Depth = 3, LengthHint = length });
            Assert.Equal(length, file.Length);
            Assert.True(pool.Largest <= budget, $"{pool.Largest} of {budget}");
            pool.AssertAllReturned();
        }
    }

    [Fact]
    public async Task Small_data_rent_no_more_than_they_need()
    {
        using var file = new RecordingFile(_scratch.PathOf("file"));
        await new TestSource(new byte[1000], canSeek: true).CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())));
        Assert.Equal((1, 1001), (_pool.Rented, _pool.Largest));
        await new TestSource(new byte[1000]).CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.WhereLengthsPay())));
        Assert.Equal((2, 128 * KiB), (_pool.Rented, _pool.Largest));
    }

    private Task<long> CopyIntoAsync(ParallelFile file, int depth)
    {
        var options = new FileCopyOptions(new CopyEnvironment(pool: _pool, clock: new StoppedClock(), mount: TestMounts.Share())) { LengthHint = 9 * MiB, Depth = depth };
        var source = new StreamSource(new TestSource(Random(9 * MiB)));
        return FileCopy.RunAsync(source, file, CopySettings.Of(options, default), async: true).AsTask();
    }

    /// <summary>A file of positional writes that finish when the test says so.</summary>
    private sealed class ParallelFile : OutputFile, IDisposable
    {
        private readonly FileStream _file;
        private readonly Channel<Pending> _started = Channel.CreateUnbounded<Pending>();
        private int _underWay;

        public ParallelFile(string path)
            : this(new FileStream(path, FileMode.Create))
        {
        }

        private ParallelFile(FileStream file)
            : base(file, mayBuffer: false) => _file = file;

        public int MostAtOnce { get; private set; }

        /// <summary>Whether a write that makes the file longer was under way together with others.</summary>
        public bool HasGrownBeforeOthers { get; private set; }

        public List<long> Lengths { get; } = [];

        public override bool WritesInParallel => true;

        public async Task<Pending[]> StartedAsync(int count)
        {
            var started = new Pending[count];
            for (int i = 0; i < count; i++)
            {
                started[i] = await _started.Reader.ReadAsync();
            }

            return started;
        }

        public override void SetLength(long length)
        {
            Lengths.Add(length);
            base.SetLength(length);
        }

        public override ValueTask WriteAsync(byte[] buffer, int offset, int count, long position, bool async)
        {
            return new ValueTask(WriteAsync());

            async Task WriteAsync()
            {
                var pending = new Pending();
                MostAtOnce = Math.Max(MostAtOnce, Interlocked.Increment(ref _underWay));
                HasGrownBeforeOthers |= position + count > _file.Length && _underWay > 1;
                _started.Writer.TryWrite(pending);
                try
                {
                    await pending.Done.ConfigureAwait(false);
                }
                finally
                {
                    Interlocked.Decrement(ref _underWay);
                }

                // Only now: a block that was given away too early has other bytes.
                RandomAccess.Write(_file.SafeFileHandle, buffer.AsSpan(offset, count), position);
            }
        }

        public void Dispose() => _file.Dispose();

        public sealed class Pending
        {
            private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

            public Task Done => _done.Task;

            public void Finish() => _done.SetResult();

            public void Fail(Exception failure) => _done.SetException(failure);
        }
    }
}
