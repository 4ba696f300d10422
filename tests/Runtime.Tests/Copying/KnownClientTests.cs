using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>What a copy sends to a share of a client that is known. No share is needed: the disk counts as one.</summary>
public sealed class KnownClientTests : IDisposable
{
    private static readonly byte[] _content = Random((9 * MiB) + 5);
    private static readonly byte[] _old = Random(5000, seed: 2);

    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();

    public static TheoryData<bool> Ways => BothWays;

    public void Dispose()
    {
        _pool.AssertAllReturned();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("Cifs", false, 10)]
    [InlineData("Nfs", false, 10)]
    [InlineData("Fuse", false, 10)]
    [InlineData("Cifs", true, 3)]
    [InlineData("Nfs", true, 3)]
    public async Task No_length_is_set_and_blocks_are_larger_where_each_waits_for_the_server(string kind, bool writesThrough, int writes)
    {
        foreach (bool async in new[] { true, false })
        {
            foreach (bool isKnown in new[] { true, false })
            {
                using var file = new RecordingFile(_scratch.PathOf("file"), FileMode.Create);
                Assert.Equal(_content.Length, await CopyAsync(Source(isKnown), file, async, On(kind, writesThrough)));
                Assert.Empty(file.Lengths);
                Assert.Equal(writes, file.Writes.Count());
                AssertEqual(_content, File.ReadAllBytes(file.Name));
            }
        }
    }

    [Theory]
    [InlineData("Cifs", false, new[] { "send" })]
    [InlineData("Nfs", false, new[] { "flush" })]
    [InlineData("Cifs", true, new string[0])]
    [InlineData("Nfs", true, new string[0])]
    public async Task A_callers_file_asks_for_no_more_than_it_must(string kind, bool writesThrough, string[] questions)
    {
        foreach (bool async in new[] { true, false })
        {
            FileCopyOptions options = On(kind, writesThrough);
            using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
            await CopyAsync(Source(isKnown: true), file, async, options);
            Assert.Equal(questions, Watched(options).Asked);

            // A single block is as a write of the caller.
            Watched(options).Asked.Clear();
            await CopyAsync(new TestSource(_content[..MiB], canSeek: true), file, async, options);
            Assert.Empty(Watched(options).Asked);
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Large_blocks_stay_within_the_budget(bool async)
    {
        var source = new TestSource(Random(40 * MiB), canSeek: true);
        Assert.Equal(40 * MiB, await CopyAsync(source, _scratch.PathOf("file"), async, On("Nfs", writesThrough: true)));
        Assert.InRange(_pool.MostBytes, 4 * MiB, 8 * MiB);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Writes_are_on_their_way_while_the_source_is_read(bool async)
    {
        foreach (bool isWrittenThrough in new[] { true, false })
        {
            FileCopyOptions options = On("Cifs", isWrittenThrough);
            using var file = new FileStream(_scratch.WithFile("file", _old), FileMode.Open) { Position = 1000 };
            await CopyAsync(Source(isKnown: false), file, async, options);
            Assert.Equal(isWrittenThrough ? [] : [(1000, 4 * MiB), (1000 + (4 * MiB), 4 * MiB)], Watched(options).Sent);
        }
    }

    [SkippableTheory, MemberData(nameof(Ways))]
    public async Task A_lost_copy_leaves_the_length_and_the_position_from_before(bool async)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Only Linux has these clients.");
        foreach (string kind in new[] { "Cifs", "Nfs" })
        {
            foreach (int start in new[] { 0, 1000, _old.Length, _old.Length + 50 })
            {
                FileCopyOptions options = On(kind, writesThrough: false, new WatchedWriteBack { Failure = WatchedWriteBack.Lost });
                using var file = new FileStream(_scratch.WithFile("file", _old), FileMode.Open) { Position = start };
                await Assert.ThrowsAsync<IOException>(() => CopyAsync(Source(isKnown: true), file, async, options));
                Assert.Equal((start, Math.Max(start, _old.Length)), (file.Position, file.Length));
            }
        }
    }

    [SkippableFact]
    public void The_lower_half_of_a_length_is_known_without_a_request()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Only Linux tells.");
        using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
        foreach (long length in new[] { 0, 5, int.MaxValue, 1L << 32, (5L << 32) + 17 })
        {
            file.SetLength(length);
            Assert.Equal((uint)length, LinuxFile.LowLengthOf(file.SafeFileHandle));
        }
    }

    private static TestSource Source(bool isKnown) => new(_content, canSeek: isKnown);

    private static WatchedWriteBack Watched(FileCopyOptions options) => (WatchedWriteBack)options.Environment.WriteBack;

    private FileCopyOptions On(string kind, bool writesThrough, WriteBack? writeBack = null) => new(new CopyEnvironment(
        _pool, new StoppedClock(), writeBack ?? new WatchedWriteBack(), new Mount(Enum.Parse<MountKind>(kind), writesThrough)));
}
