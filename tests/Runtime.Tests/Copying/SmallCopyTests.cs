using Xunit.Abstractions;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Copying;

/// <summary>Small sources take a shorter way through the engine, which must not be seen but by a clock.</summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class SmallCopyTests(ITestOutputHelper output) : IDisposable
{
    private const int Rounds = 600;

    private readonly Scratch _scratch = new();

    public static TheoryData<bool> Ways => BothWays;

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task The_short_way_does_what_the_long_one_does()
    {
        int seed = Seed.Next(output);
        for (int round = 0; round < Rounds; round++)
        {
            // With options, even if they say nothing, the long way is taken.
            Outcome longWay = await RunAsync(seed + round, new FileCopyOptions());
            Outcome shortWay = await RunAsync(seed + round, options: null);
            Assert.True(longWay.Equals(shortWay), $"seed {seed + round}: {longWay} against {shortWay}");
            AssertEqual(longWay.Content, shortWay.Content);
        }
    }

    [SkippableTheory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task After_a_full_disk_the_position_is_behind_the_bytes_that_fit(bool async, bool isShort)
    {
        using MemoryDisk disk = MemoryDisk.Mount("size=1m");
        disk.FillUpTo(64 * KiB);
        byte[] content = Random(100 * KiB);
        using var file = new FileStream(Path.Combine(disk.Root, "file"), FileMode.Create, FileAccess.ReadWrite, FileShare.Read, bufferSize: 1);
        FileCopyOptions? options = isShort ? null : new FileCopyOptions();
        await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(content, canSeek: true), file, async, options));
        Assert.Equal(file.Length, file.Position);
        Assert.InRange(file.Position, 1, 64 * KiB);
        byte[] left = new byte[file.Position];
        file.Position = 0;
        file.ReadExactly(left);
        AssertEqual(content.AsSpan(0, left.Length), left);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_memory_stream_is_read_from_its_position_and_left_at_its_end(bool async)
    {
        byte[] content = Random(5000);
        var source = new MemoryStream(content) { Position = 1000 };
        using (var file = new FileStream(_scratch.WithFile("file", [1, 2, 3]), FileMode.Open))
        {
            file.Position = 2;
            Assert.Equal(4000, await CopyAsync(source, file, async));
            Assert.Equal((4002, 5000), (file.Position, source.Position));
        }

        AssertEqual([1, 2, .. content.AsSpan(1000)], File.ReadAllBytes(_scratch.PathOf("file")));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_write_that_fails_leaves_the_position(bool async)
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/dev/full"))
        {
            return;
        }

        using var file = new FileStream("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        IOException error = await Assert.ThrowsAsync<IOException>(() => CopyAsync(new TestSource(new byte[100], canSeek: true), file, async));
        Assert.True(IOErrors.IsDiskFull(error));
        Assert.Equal(0, file.Position);
    }

    private async Task<Outcome> RunAsync(int seed, FileCopyOptions? options)
    {
        var random = new Random(seed);
        bool async = random.Next(2) == 0;
        byte[] content = Random(random.Next(4) switch { 0 => 0, 1 => random.Next(5000), 2 => random.Next(140 * KiB), _ => random.Next(300 * KiB) }, seed);
        using var cancellation = new CancellationTokenSource();
        int cancels = random.Next(8) == 0 ? random.Next(3) : -1;
        var source = new TestSource(
            content,
            canSeek: random.Next(2) == 0,
            pieces: random.Next(2) == 0 ? null : [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => random.Next(1, 50_000))],
            pauses: random.Next(3) == 0)
        {
            FailsAt = random.Next(5) == 0 ? random.Next(content.Length + 1) : int.MaxValue,
            ClaimedLength = random.Next(4) == 0 ? random.Next(200 * KiB) : null,
            BeforeRead = number =>
            {
                if (number == cancels)
                {
                    cancellation.Cancel();
                }
            },
        };
        string path = _scratch.WithFile("file", Random(random.Next(2) * random.Next(200 * KiB), seed + 1));
        FileMode mode = random.Next(4) == 0 ? FileMode.Append : FileMode.Open;
        using var file = new FileStream(path, mode, FileAccess.Write, FileShare.Read, random.Next(3) switch { 0 => 0, 1 => 4096, _ => 200 * KiB });
        if (mode == FileMode.Open)
        {
            file.Position = random.Next((int)file.Length + 100);
            file.Write(new byte[random.Next(2) * random.Next(100)]);
        }

        long copied = -1;
        string? error = null;
        try
        {
            copied = await CopyAsync(source, file, async, options, random.Next(2) == 0 || cancels >= 0 ? cancellation.Token : default);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            error = e.GetType().Name + e.Message;
        }

        long position = file.Position;
        file.Dispose();
        return new Outcome(copied, error, position, source.Given, File.ReadAllBytes(path));
    }

    private sealed record Outcome(long Copied, string? Error, long Position, int Given, byte[] Content)
    {
        public bool Equals(Outcome? other) =>
            other is not null && (Copied, Error, Position, Given, Content.Length) == (other.Copied, other.Error, other.Position, other.Given, other.Content.Length);

        public override int GetHashCode() => Copied.GetHashCode();
    }
}
