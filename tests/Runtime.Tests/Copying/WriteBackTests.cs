using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>What a copy asks about its writes before it succeeds, and what it leaves if they are lost. No share is needed: the disk counts as one.</summary>
public sealed class WriteBackTests : IDisposable
{
    private static readonly byte[] _content = Random((3 * MiB) + 5);
    private static readonly byte[] _old = Random(5000, seed: 2);

    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();

    public static TheoryData<bool> Ways => BothWays;

    public static TheoryData<bool, bool> WaysAndKnowledge => new() { { true, true }, { true, false }, { false, true }, { false, false } };

    public void Dispose()
    {
        _pool.AssertAllReturned();
        _scratch.Dispose();
    }

    [Theory, MemberData(nameof(WaysAndKnowledge))]
    public async Task A_new_file_whose_writes_are_lost_does_not_appear(bool async, bool isKnown)
    {
        IOException thrown = await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), _scratch.PathOf("file"), async, Losing()));
        Assert.Equal(122, thrown.HResult);
        Assert.Contains(_scratch.PathOf("file"), thrown.Message, StringComparison.Ordinal);
        Assert.Empty(_scratch.Names);
    }

    [Theory, MemberData(nameof(WaysAndKnowledge))]
    public async Task A_file_that_was_to_be_replaced_stays(bool async, bool isKnown)
    {
        string path = _scratch.WithFile("file", _old);
        FileCopyOptions options = Losing();
        options.Replace = FileReplacement.Atomic;
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), path, async, options));
        AssertEqual(_old, File.ReadAllBytes(path));
        Assert.Equal(["file"], _scratch.Names);
    }

    [Theory, MemberData(nameof(WaysAndKnowledge))]
    public async Task A_file_that_is_written_in_place_counts_as_empty(bool async, bool isKnown)
    {
        string path = _scratch.WithFile("file", _old);
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), path, async, Losing()));
        Assert.Empty(File.ReadAllBytes(path));
    }

    [Theory, MemberData(nameof(WaysAndKnowledge))]
    public async Task A_callers_file_is_where_the_copy_started(bool async, bool isKnown)
    {
        string path = _scratch.WithFile("file", _old);
        using (var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite) { Position = _old.Length - 10 })
        {
            IOException thrown = await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown), file, async, Losing()));
            Assert.Equal(122, thrown.HResult);
            Assert.Equal((_old.Length - 10, _old.Length), (file.Position, file.Length));
        }

        AssertEqual(_old.AsSpan(0, _old.Length - 10), File.ReadAllBytes(path).AsSpan(0, _old.Length - 10));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_that_fails_leaves_a_callers_file_with_what_has_arrived(bool async)
    {
        foreach (bool arrives in new[] { true, false })
        {
            using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
            var source = new TestSource(_content) { FailsAt = (2 * MiB) + 3, Failure = new IOException("The source broke off.") };
            IOException thrown = await Assert.ThrowsAsync<IOException>(() => CopyAsync(source, file, async, arrives ? Watching(out _) : Losing()));
            Assert.Equal("The source broke off.", thrown.Message);
            int left = arrives ? (2 * MiB) + 3 : 0;
            Assert.Equal((left, left), (file.Position, file.Length));
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_source_that_breaks_its_promise_leaves_a_callers_file_with_what_has_arrived(bool async)
    {
        foreach (int length in new[] { 20, 128 * KiB, 3 * MiB })
        {
            // A type of its own, so that nothing is read again from the disk after a failure, as on a share.
            using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
            FileCopyOptions options = Watching(out _);
            options.ExactLength = length;
            await Assert.ThrowsAsync<InvalidDataException>(() => CopyAsync(Source(isKnown: true), file, async, options));
            Assert.Equal((length, length), (file.Position, file.Length));

            options.ExactLength = length + 1;
            var source = new TestSource(_content[..length]);
            await Assert.ThrowsAsync<EndOfStreamException>(() => CopyAsync(source, file, async, options));
            Assert.Equal((2 * length, 2 * length), (file.Position, file.Length));
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_length_is_given_after_the_writes_have_arrived(bool async)
    {
        foreach (bool isKnown in new[] { true, false })
        {
            string path = _scratch.WithFile("file", _old);
            var lengths = new List<long>();
            FileCopyOptions options = Watching(out _, _ => lengths.Add(new FileInfo(path).Length));
            await CopyAsync(Source(isKnown), path, async, options);
            Assert.NotEqual(_content.Length, Assert.Single(lengths));
            AssertEqual(_content, File.ReadAllBytes(path));

            lengths.Clear();
            using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
            await CopyAsync(Source(isKnown), file, async, options);

            // Where a short last block cannot be written past the buffer of the stream, it is written when all else has arrived, and asked about again.
            Assert.NotEqual(_content.Length, lengths[0]);
            Assert.Equal(_content.Length, file.Length);
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_name_is_given_after_the_writes_have_arrived(bool async)
    {
        string path = _scratch.PathOf("file");
        await CopyAsync(Source(isKnown: true), path, async, Watching(out List<string> asked, _ => Assert.False(File.Exists(path))));
        Assert.Equal(["settle"], asked);
        AssertEqual(_content, File.ReadAllBytes(path));

        asked.Clear();
        FileCopyOptions atomic = Watching(out asked, _ => AssertEqual(_old, File.ReadAllBytes(_scratch.PathOf("old"))));
        atomic.Replace = FileReplacement.Atomic;
        await CopyAsync(Source(isKnown: true), _scratch.WithFile("old", _old), async, atomic);
        Assert.Equal(["settle"], asked);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_disk_of_this_machine_is_asked_for_nothing(bool async)
    {
        using (var file = new FileStream(_scratch.PathOf("file"), FileMode.Create))
        {
            FileCopyOptions options = Watching(out List<string> asked, mount: null);
            if (!Mount.Of(file.SafeFileHandle, file.Name).IsLocal)
            {
                return;
            }

            await CopyAsync(Source(isKnown: true), file, async, options);
            await CopyAsync(Source(isKnown: true), _scratch.PathOf("path"), async, options);
            Assert.Empty(asked);
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task One_write_of_the_platform_is_one_write_of_the_caller(bool async)
    {
        using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
        FileCopyOptions options = Watching(out List<string> asked);
        await CopyAsync(new TestSource(_content[..(128 * KiB)], canSeek: true), file, async, options);
        Assert.Empty(asked);

        // The platform would send eight, of which a later one may tell what became of the first.
        await CopyAsync(new TestSource(_content[..MiB], canSeek: true), file, async, options);
        Assert.Equal(["flush"], asked);
        asked.Clear();
        await CopyAsync(new TestSource(_content[..1000], canSeek: true), _scratch.PathOf("path"), async, options);
        Assert.Equal(["settle"], asked);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Who_does_not_want_to_know_is_not_told(bool async)
    {
        FileCopyOptions options = Losing();
        options.Completion = FileCopyCompletion.Written;
        Assert.Equal(_content.Length, await CopyAsync(Source(isKnown: true), _scratch.PathOf("file"), async, options));
        using var file = new FileStream(_scratch.PathOf("other"), FileMode.Create);
        Assert.Equal(_content.Length, await CopyAsync(Source(isKnown: true), file, async, options));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Durable_brings_file_and_directory_to_the_disk(bool async)
    {
        string directory = Directory.CreateDirectory(_scratch.PathOf("directory")).FullName;
        foreach (bool isLocal in new[] { true, false })
        {
            FileCopyOptions options = Watching(out List<string> asked, isLocal ? null : TestMounts.Share());
            options.Completion = FileCopyCompletion.Durable;
            await CopyAsync(Source(isKnown: true), Path.Combine(directory, $"new{isLocal}"), async, options);
            Assert.Equal(["flush", "flush directory"], asked.Where(question => question != "settle"));

            asked.Clear();
            options.Replace = FileReplacement.Atomic;
            await CopyAsync(Source(isKnown: true), Path.Combine(directory, $"new{isLocal}"), async, options);

            // Once more for owner, mode and list, which the file gets when its content is complete.
            Assert.Equal(["flush", "flush", "flush directory"], asked.Where(question => question != "settle"));

            asked.Clear();
            using var file = new FileStream(Path.Combine(directory, "file"), FileMode.Create);
            await CopyAsync(Source(isKnown: true), file, async, options);
            Assert.Equal(["flush", "flush directory"], asked.TakeLast(2));
        }
    }

    [Fact]
    public async Task A_disk_that_is_real_can_be_asked()
    {
        var options = new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share(), pool: _pool)) { Completion = FileCopyCompletion.Durable };
        await Source(isKnown: true).CopyToFileAsync(_scratch.PathOf("file"), options);
        AssertEqual(_content, File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_server_that_does_not_answer_is_waited_for_until_the_token_ends_that(bool async, bool byPath)
    {
        using var answer = new ManualResetEventSlim();
        using var cancellation = new CancellationTokenSource();
        string path = _scratch.PathOf("file");
        FileCopyOptions options = Watching(out _, _ =>
        {
            cancellation.Cancel();
            answer.Wait();
        });
        using (FileStream? file = byPath ? null : new FileStream(path, FileMode.Create))
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Task.Run(() => file is null
                ? CopyAsync(Source(isKnown: true), path, async, options, cancellation.Token)
                : CopyAsync(Source(isKnown: true), file, async, options, cancellation.Token)));
            Assert.False(answer.IsSet);
            Assert.Equal(0, file?.Position ?? 0);
            Assert.NotEqual(_content.Length, file?.Length ?? 0);
            answer.Set();
        }

        // Only now can the hidden file be closed and deleted.
        Assert.True(SpinWait.SpinUntil(() => !byPath || !_scratch.Names.Any(), TimeSpan.FromMinutes(1)));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_server_that_does_not_say_what_has_arrived_is_waited_for_a_second(bool async)
    {
        using var answer = new ManualResetEventSlim();
        var clock = new ManualClock();
        var writeBack = new WatchedWriteBack { OnQuestion = _ => answer.Wait() };
        var options = new FileCopyOptions(new CopyEnvironment(_pool, clock, writeBack: writeBack, mount: TestMounts.Share()));
        using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
        var source = new TestSource(_content) { FailsAt = (2 * MiB) + 3, Failure = new IOException("The source broke off.") };
        Task copy = Task.Run(() => CopyAsync(source, file, async, options));

        try
        {
            Assert.True(SpinWait.SpinUntil(() => writeBack.Asked.Count > 0, TimeSpan.FromMinutes(1)));
            Assert.False(copy.IsCompleted);
            clock.Pass(TimeSpan.FromSeconds(1));
            IOException thrown = await Assert.ThrowsAsync<IOException>(() => copy.WaitAsync(TimeSpan.FromMinutes(1)));
            Assert.Equal("The source broke off.", thrown.Message);
            Assert.Equal(0, file.Position);
        }
        finally
        {
            answer.Set();
        }
    }

    private static TestSource Source(bool isKnown) => new(_content, canSeek: isKnown, pieces: [300_000]);

    private FileCopyOptions Losing() => Asking(new WatchedWriteBack { Failure = WatchedWriteBack.Lost }, TestMounts.Share());

    private FileCopyOptions Watching(out List<string> asked, Action<string>? onQuestion = null) => Watching(out asked, TestMounts.Share(), onQuestion);

    private FileCopyOptions Watching(out List<string> asked, Mount? mount, Action<string>? onQuestion = null)
    {
        var writeBack = new WatchedWriteBack { OnQuestion = onQuestion };
        asked = writeBack.Asked;
        return Asking(writeBack, mount);
    }

    private FileCopyOptions Asking(WriteBack writeBack, Mount? mount) => new(new CopyEnvironment(_pool, new StoppedClock(), writeBack: writeBack, mount: mount));
}
