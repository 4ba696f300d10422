using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>What is in the file, where it stands and what it was asked for when something does not go as promised.</summary>
public sealed class FailureTests : IDisposable
{
    private static readonly byte[] _content = Random(12 * MiB);

    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();

    public static TheoryData<bool> Ways => BothWays;

    public void Dispose()
    {
        _pool.AssertAllReturned();
        _scratch.Dispose();
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_shorter_than_the_hint_leaves_no_zeros(bool async)
    {
        using RecordingFile file = NewFile();
        long copied = await CopyAsync(Source(5 * MiB), file, async, Options(hint: 8 * MiB));

        Assert.Equal(5 * MiB, copied);
        AssertFile(file, _content.AsSpan(0, 5 * MiB), position: 5 * MiB);
        Assert.Equal([(8 * MiB) + CopyPlan.GuessedExcess, 5 * MiB], file.Lengths);
        Assert.Equal([(0, 2 * MiB), (2 * MiB, 2 * MiB), (4 * MiB, MiB)], file.Writes.Select(w => (w.Offset, w.Count)));
        Assert.Single(file.Requests, r => r.What == "flush");
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_shorter_than_the_exact_length_throws(bool async)
    {
        using RecordingFile file = NewFile();
        await Assert.ThrowsAsync<EndOfStreamException>(() => CopyAsync(Source(5 * MiB), file, async, Options(exact: 8 * MiB)));

        AssertFile(file, _content.AsSpan(0, 5 * MiB), position: 5 * MiB);
        Assert.Equal(3, file.Writes.Count());
        Assert.Equal([(8 * MiB) + CopyPlan.CertainExcess, 5 * MiB], file.Lengths);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_longer_than_the_hint_is_copied_whole(bool async)
    {
        using RecordingFile file = NewFile();
        long copied = await CopyAsync(Source(11 * MiB), file, async, Options(hint: 8 * MiB));

        Assert.Equal(11 * MiB, copied);
        AssertFile(file, _content.AsSpan(0, 11 * MiB), position: 11 * MiB);
        Assert.Equal(6, file.Writes.Count());
        Assert.Equal([(8 * MiB) + CopyPlan.GuessedExcess, (20 * MiB) + CopyPlan.GuessedExcess, 11 * MiB], file.Lengths);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_seen_to_be_longer_than_the_exact_length_throws(bool async)
    {
        using RecordingFile file = NewFile();
        TestSource source = Source(11 * MiB, canSeek: true);
        await Assert.ThrowsAsync<InvalidDataException>(() => CopyAsync(source, file, async, Options(exact: 8 * MiB)));

        Assert.Equal(8 * MiB, source.Given);
        AssertFile(file, _content.AsSpan(0, 8 * MiB), position: 8 * MiB);
        Assert.Equal(4, file.Writes.Count());
        Assert.Equal([(8 * MiB) + CopyPlan.CertainExcess, 8 * MiB], file.Lengths);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task No_byte_is_read_behind_the_exact_length(bool async)
    {
        using RecordingFile file = NewFile();
        TestSource source = Source(11 * MiB);
        long copied = await CopyAsync(source, file, async, Options(exact: (8 * MiB) + 1));

        Assert.Equal((8 * MiB) + 1, copied);
        Assert.Equal((8 * MiB) + 1, source.Given);
        AssertFile(file, _content.AsSpan(0, (8 * MiB) + 1), position: (8 * MiB) + 1);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task An_exact_length_of_nothing_does_not_read(bool async)
    {
        using RecordingFile file = NewFile();
        TestSource source = Source(0, beforeRead: _ => Assert.Fail("Nothing must be read."));
        Assert.Equal(0, await CopyAsync(source, file, async, Options(exact: 0)));
        Assert.Empty(file.Writes);
        Assert.Empty(file.Lengths);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_that_breaks_off_leaves_what_it_gave(bool async)
    {
        using RecordingFile file = NewFile();
        var failure = new IOException("The source broke off.");
        TestSource source = new(_content, pieces: [MiB / 2]) { FailsAt = (5 * MiB) + 17, Failure = failure };
        Exception thrown = await Assert.ThrowsAsync<IOException>(() => CopyAsync(source, file, async, Options(hint: 8 * MiB)));

        Assert.Same(failure, thrown);
        AssertFile(file, _content.AsSpan(0, (5 * MiB) + 17), position: (5 * MiB) + 17);
        Assert.Equal(3, file.Writes.Count());
        Assert.Equal([(8 * MiB) + CopyPlan.GuessedExcess, (5 * MiB) + 17], file.Lengths);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_cancelled_copy_leaves_what_was_read(bool async)
    {
        Host.SkipUnlessDisksAreKnown();
        using var cancellation = new CancellationTokenSource();
        using RecordingFile file = NewFile();
        TestSource? source = null;
        source = new(_content, pieces: [MiB / 2])
        {
            BeforeRead = _ =>
            {
                if (source!.Given == 4 * MiB)
                {
                    cancellation.Cancel();
                }
            },
        };
        Task copy = CopyAsync(source, file, async, Options(hint: 8 * MiB), cancellation.Token);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);

        Assert.True(copy.IsCanceled);
        Assert.Equal(9 * MiB / 2, source.Given);
        AssertFile(file, _content.AsSpan(0, 9 * MiB / 2), position: 9 * MiB / 2);
        Assert.Equal([(8 * MiB) + CopyPlan.GuessedExcess, 4 * MiB], file.Lengths);
    }

    [SkippableFact]
    public async Task A_cancelled_copy_awaits_the_write_that_is_under_way()
    {
        Host.SkipUnlessDisksAreKnown();
        using var cancellation = new CancellationTokenSource();
        var gate = new TaskCompletionSource();
        var reading = new TaskCompletionSource();
        using var file = new RecordingFile(_scratch.PathOf("file")) { Gate = gate.Task };
        TestSource? source = null;
        source = new(_content, pieces: [2 * MiB])
        {
            BeforeRead = _ =>
            {
                if (source!.Given == 2 * MiB)
                {
                    cancellation.Cancel();
                    reading.SetResult();
                }
            },
        };
        Task<long> copy = source.CopyToFileAsync(file, Options(hint: 8 * MiB), cancellation.Token);
        await reading.Task;
        Assert.False(copy.IsCompleted);

        gate.SetResult();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
        Assert.InRange(source.Given, (2 * MiB) + 1, 4 * MiB);
        AssertFile(file, _content.AsSpan(0, source.Given), position: source.Given);
    }

    [SkippableTheory]
    [InlineData(true, 0)]
    [InlineData(false, 0)]
    [InlineData(true, MiB)]
    [InlineData(false, MiB)]
    public async Task A_write_that_fails_leaves_the_blocks_before_it(bool async, int lands)
    {
        Host.SkipUnlessDisksAreKnown();
        var failure = new IOException("No space left on device", 28);
        using var file = new RecordingFile(_scratch.PathOf("file")) { FailingWrite = 2, Failure = failure, LandsBeforeFailing = lands };
        using var hash = System.Security.Cryptography.IncrementalHash.CreateHash(System.Security.Cryptography.HashAlgorithmName.SHA256);
        FileCopyOptions options = Options(hint: 8 * MiB);
        options.Hash = hash;
        Exception thrown = await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(8 * MiB), file, async, options));

        Assert.Same(failure, thrown);
        AssertFile(file, _content.AsSpan(0, 4 * MiB), position: 4 * MiB);
        Assert.Equal(3, file.Writes.Count());
        Assert.Equal([(8 * MiB) + CopyPlan.GuessedExcess, 4 * MiB], file.Lengths);
        Assert.Equal(System.Security.Cryptography.SHA256.HashData(_content.AsSpan(0, 4 * MiB)), hash.GetHashAndReset());
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_flush_that_fails_fails_the_copy(bool async)
    {
        var failure = new IOException("No space left on device", 28);
        using var file = new RecordingFile(_scratch.PathOf("file")) { FlushFailure = failure };
        Exception thrown = await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(5000), file, async));
        Assert.Same(failure, thrown);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_clean_up_that_fails_does_not_hide_the_failure(bool async)
    {
        var failure = new InvalidOperationException("The source is confused.");
        TestSource source = new(_content, pieces: [MiB]) { FailsAt = 3 * MiB, Failure = failure };
        using var file = new BrokenAfterFailure(_scratch.PathOf("file"));
        Assert.Same(failure, await Assert.ThrowsAsync<InvalidOperationException>(() => CopyAsync(source, file, async, Options(hint: 8 * MiB))));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task What_is_before_the_position_and_behind_the_end_stays(bool async)
    {
        byte[] old = Random(8 * MiB, seed: 2);
        using var file = new RecordingFile(_scratch.WithFile("file", old)) { Position = MiB };
        long copied = await CopyAsync(Source(2 * MiB), file, async, Options(hint: 2 * MiB));

        Assert.Equal(2 * MiB, copied);
        AssertFile(file, [.. old[..MiB], .. _content[..(2 * MiB)], .. old[(3 * MiB)..]], position: 3 * MiB);
        Assert.Empty(file.Lengths);
        Assert.Single(file.Writes);
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_failure_never_makes_the_file_shorter_than_it_was(bool async)
    {
        Host.SkipUnlessDisksAreKnown();
        byte[] old = Random(4 * MiB, seed: 2);
        using var file = new RecordingFile(_scratch.WithFile("file", old)) { Position = MiB, FailingWrite = 1 };
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(10 * MiB), file, async, Options(hint: 10 * MiB)));

        AssertFile(file, [.. old[..MiB], .. _content[..(2 * MiB)], .. old[(3 * MiB)..]], position: 3 * MiB);
        Assert.Equal([(11 * MiB) + CopyPlan.GuessedExcess, 4 * MiB], file.Lengths);
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task Appending_grows_from_the_old_end(bool async, bool fails)
    {
        byte[] old = Random(3 * MiB, seed: 2);
        string path = _scratch.WithFile("file", old);
        using (var file = new FileStream(path, FileMode.Append))
        {
            FileCopyOptions options = OptionsOn(TestMounts.Share(), hint: 8 * MiB);
            TestSource source = new(_content[..(8 * MiB)]) { FailsAt = fails ? 5 * MiB : int.MaxValue };
            Task<long> copy = CopyAsync(source, file, async, options);
            if (fails)
            {
                await Assert.ThrowsAsync<IOException>(() => copy);
            }
            else
            {
                Assert.Equal(8 * MiB, await copy);
            }

            Assert.Equal((fails ? 8 : 11) * MiB, file.Position);
        }

        AssertEqual([.. old, .. _content[..((fails ? 5 : 8) * MiB)]], File.ReadAllBytes(path));
    }

    [Theory]
    [InlineData(typeof(IOException))]
    [InlineData(typeof(NotSupportedException))]
    [InlineData(typeof(UnauthorizedAccessException))]
    public async Task A_file_whose_length_cannot_be_set_is_written_all_the_same(Type type)
    {
        foreach (bool async in new[] { true, false })
        {
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create)
            {
                LengthFailure = (Exception)Activator.CreateInstance(type)!,
            };
            Assert.Equal(5 * MiB, await CopyAsync(Source(5 * MiB, canSeek: true), file, async, Options()));
            AssertFile(file, _content.AsSpan(0, 5 * MiB), position: 5 * MiB);
            Assert.Equal([(5 * MiB) + CopyPlan.CertainExcess], file.Lengths);
        }
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_length_that_was_set_although_that_failed_leaves_no_zeros(bool async, bool canSeek)
    {
        using var file = new RecordingFile(_scratch.PathOf("file")) { LengthFailure = new IOException("No reply."), LengthLandsBeforeFailing = true };
        Assert.Equal(5 * MiB, await CopyAsync(Source(5 * MiB, canSeek), file, async, Options()));
        AssertFile(file, _content.AsSpan(0, 5 * MiB), position: 5 * MiB);
    }

    [Fact]
    public async Task A_length_that_is_certain_and_does_not_fit_fails_before_anything_is_written()
    {
        var failure = new IOException("File too large", 27);
        using var file = new RecordingFile(_scratch.PathOf("file")) { LengthFailure = failure };
        Assert.Same(failure, await Assert.ThrowsAsync<IOException>(() => Source(5 * MiB, canSeek: true).CopyToFileAsync(file, Options())));
        Assert.Empty(file.Writes);
        Assert.Equal(0, file.Length);
    }

    [Theory]
    [InlineData(8L * MiB)]
    [InlineData(null)]
    [InlineData(long.MaxValue)]
    public async Task A_length_that_is_guessed_and_does_not_fit_fails_nothing(long? hint)
    {
        using var file = new RecordingFile(_scratch.PathOf("file")) { LengthFailure = new IOException("No space left on device", 28) };
        Assert.Equal(5 * MiB, await Source(5 * MiB).CopyToFileAsync(file, Options(hint)));
        AssertFile(file, _content.AsSpan(0, 5 * MiB), position: 5 * MiB);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_that_claims_a_wrong_length_is_copied_to_its_end(bool async)
    {
        foreach (long claimed in new long[] { 0, 1, 3 * MiB, 9 * MiB })
        {
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            var source = new TestSource(_content[..(5 * MiB)], canSeek: true) { ClaimedLength = claimed };
            Assert.Equal(5 * MiB, await CopyAsync(source, file, async, Options()));
            AssertFile(file, _content.AsSpan(0, 5 * MiB), position: 5 * MiB);
        }
    }

    [Fact]
    public async Task A_source_that_returns_more_than_was_asked_for_fails_the_copy()
    {
        using RecordingFile file = NewFile();
        await Assert.ThrowsAsync<IOException>(() => new LyingSource().CopyToFileAsync(file, Options()));
        Assert.Equal(0, file.Length);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Progress_that_throws_ends_the_copy(bool async)
    {
        using RecordingFile file = NewFile();
        FileCopyOptions options = Options(hint: 8 * MiB);
        var failure = new InvalidOperationException("Enough.");
        options.Progress = new Reporter(total =>
        {
            if (total == 4 * MiB)
            {
                throw failure;
            }
        });
        Assert.Same(failure, await Assert.ThrowsAsync<InvalidOperationException>(() => CopyAsync(Source(8 * MiB), file, async, options)));
        AssertFile(file, _content.AsSpan(0, 4 * MiB), position: 4 * MiB);
    }

    [SkippableTheory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task A_handle_that_appends_gets_the_data_and_nothing_else(bool async, bool fails)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The flags of Linux are meant.");
        foreach (bool isShare in new[] { true, false })
        {
            byte[] old = Random(1000, seed: 2);
            string path = _scratch.WithFile("file", old);
            using (var file = new FileStream(Appending(path), FileAccess.Write, bufferSize: 1))
            {
                FileCopyOptions options = OptionsOn(isShare ? TestMounts.Share() : null, hint: 5 * MiB);
                Task<long> copy = CopyAsync(new TestSource(_content[..(5 * MiB)]) { FailsAt = fails ? 4 * MiB : int.MaxValue }, file, async, options);
                if (fails)
                {
                    await Assert.ThrowsAsync<IOException>(() => copy);
                }
                else
                {
                    await copy;
                }
            }

            AssertEqual([.. old, .. _content[..((fails ? 4 : 5) * MiB)]], File.ReadAllBytes(path));
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_length_that_is_certain_and_refused_ends_the_copy_before_a_byte_is_read(bool async)
    {
        var failure = new IOException("Disk quota exceeded", 122);
        using var file = new RecordingFile(_scratch.PathOf("file")) { LengthFailure = failure };
        TestSource source = Source(5 * MiB, canSeek: true, beforeRead: _ => Assert.Fail("Nothing must be read."));
        Assert.Same(failure, await Assert.ThrowsAsync<IOException>(() => CopyAsync(source, file, async, Options())));
        Assert.Equal(0, source.Position);
    }

    private static Microsoft.Win32.SafeHandles.SafeFileHandle Appending(string path)
    {
        const int WriteAndAppend = 0x401;
        return Open(System.Text.Encoding.UTF8.GetBytes(path + "\0"), WriteAndAppend);
    }

    [System.Runtime.InteropServices.DllImport("libc", EntryPoint = "open")]
    [System.Runtime.InteropServices.DefaultDllImportSearchPaths(System.Runtime.InteropServices.DllImportSearchPath.SafeDirectories)]
    private static extern Microsoft.Win32.SafeHandles.SafeFileHandle Open(byte[] path, int flags);

    private static TestSource Source(int length, bool canSeek = false, Action<int>? beforeRead = null) =>
        new(_content[..length], canSeek, pieces: [300_000, 1_000_000, 7]) { BeforeRead = beforeRead };

    private static void AssertFile(FileStream file, ReadOnlySpan<byte> expected, long position)
    {
        Assert.Equal(position, file.Position);
        using var reader = new FileStream(file.Name, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        byte[] actual = new byte[reader.Length];
        reader.ReadExactly(actual);
        AssertEqual(expected, actual);
    }

    private RecordingFile NewFile() => new(_scratch.PathOf("file"));

    private FileCopyOptions Options(long? hint = null, long? exact = null) => OptionsOn(TestMounts.WhereLengthsPay(), hint, exact);

    private FileCopyOptions OptionsOn(Mount? mount, long? hint = null, long? exact = null) => new(new CopyEnvironment(_pool, new StoppedClock(), mount: mount))
    {
        LengthHint = hint, ExactLength = exact,
    };

    private sealed class Reporter(Action<long> report) : IProgress<long>
    {
        public void Report(long value) => report(value);
    }

    private sealed class BrokenAfterFailure(string path) : FileStream(path, FileMode.Create)
    {
        private long _longest;

        public override void SetLength(long value)
        {
            if (value < _longest)
            {
                throw new IOException("The share is gone.");
            }

            _longest = value;
            base.SetLength(value);
        }
    }

    private sealed class LyingSource : MemoryStream
    {
        public override int Read(byte[] buffer, int offset, int count) => count + 1;

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(buffer.Length + 1);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => Task.FromResult(count + 1);
    }
}
