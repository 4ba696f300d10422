using System.Security.Cryptography;
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
            Outcome longWay = await RunAsync(seed + round, new FileCopyOptions(new CopyEnvironment(isNeverSmall: true, clock: new StoppedClock())));
            Outcome shortWay = await RunAsync(seed + round, new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock())));
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
        var options = new FileCopyOptions(new CopyEnvironment(isNeverSmall: !isShort));
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

    [Theory, MemberData(nameof(Ways))]
    public async Task A_small_file_is_written_without_a_thread_of_the_pool(bool async)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        byte[] content = Random(100 * KiB);
        var source = new FileInfo(_scratch.WithFile("source", content));
        string path = _scratch.PathOf("file");
        var progress = new List<long>();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var options = new FileCopyOptions { ExactLength = content.Length, Hash = hash, Progress = new Listener(progress), BlockSize = content.Length };
        Task<long> copy = async ? source.CopyToFileAsync(path, options) : Task.FromResult(source.CopyToFile(path, options));
        Assert.True(copy.IsCompleted);
        Assert.Equal(content.Length, await copy);
        AssertEqual(content, File.ReadAllBytes(path));
        Assert.Equal([content.Length], progress);
        Assert.Equal(SHA256.HashData(content), hash.GetHashAndReset());
    }

    private async Task<Outcome> RunAsync(int seed, FileCopyOptions options)
    {
        var random = new Random(seed);
        bool async = random.Next(2) == 0;
        byte[] content = Random(random.Next(4) switch { 0 => 0, 1 => random.Next(5000), 2 => random.Next(140 * KiB), _ => random.Next(300 * KiB) }, seed);
        using var cancellation = new CancellationTokenSource();
        bool isPath = random.Next(3) == 0;

        // To a path, the question of the long way what has become of the writes would end the copy after its last read.
        int cancels = random.Next(8) == 0 && !isPath ? random.Next(3) : -1;
        var test = new TestSource(
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
        var progress = new List<long>();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

        // Of two failures the first counts, and which one that is depends on whether the source was read while a write was under way.
        bool throws = random.Next(4) == 0 && test.FailsAt == int.MaxValue && cancels < 0;
        options.Progress = random.Next(2) == 0 ? new Listener(progress, throws) : null;
        options.Hash = random.Next(2) == 0 ? hash : null;
        options.BlockSize = random.Next(4) switch { 0 => random.Next(1, 200 * KiB), 1 => 128 * KiB, _ => MiB };
        options.MemoryBudget = random.Next(4) == 0 ? random.Next(1, MiB) : 8 * MiB;
        options.ExactLength = random.Next(6) switch { 0 => random.Next(200 * KiB), 1 or 2 => content.Length, _ => null };
        options.LengthHint = options.ExactLength is null && random.Next(3) == 0 ? random.Next(200 * KiB) : null;
        Stream source = random.Next(4) == 0 ? new MemoryStream(content) : test;
        string path = _scratch.WithFile("file", Random(random.Next(2) * random.Next(200 * KiB), seed + 1));
        CancellationToken token = random.Next(2) == 0 || cancels >= 0 ? cancellation.Token : default;
        long copied = -1;
        long position = -1;
        string? error = null;
        if (isPath)
        {
            if (random.Next(2) == 0)
            {
                File.Delete(path);
            }

            await RunAsync(() => CopyAsync(source, path, async, options, token));
        }
        else
        {
            FileMode mode = random.Next(4) == 0 ? FileMode.Append : FileMode.Open;
            using var file = new FileStream(path, mode, FileAccess.Write, FileShare.Read, random.Next(3) switch { 0 => 0, 1 => 4096, _ => 200 * KiB });
            if (mode == FileMode.Open)
            {
                file.Position = random.Next((int)file.Length + 100);
                file.Write(new byte[random.Next(2) * random.Next(100)]);
            }

            await RunAsync(() => CopyAsync(source, file, async, options, token));
            position = file.Position;
        }

        Assert.Equal(File.Exists(path) ? ["file"] : [], _scratch.Names);
        return new Outcome(
            copied,
            error,
            position,
            source == test ? test.Given : source.Position,
            string.Join(' ', progress),
            Convert.ToHexString(hash.GetHashAndReset()),
            File.Exists(path) ? File.ReadAllBytes(path) : []);

        async Task RunAsync(Func<Task<long>> copy)
        {
            try
            {
                copied = await copy();
            }
            catch (Exception e) when (e is IOException or OperationCanceledException or InvalidDataException or TimeoutException)
            {
                error = e.GetType().Name + e.Message;
            }
        }
    }

    private sealed class Listener(List<long> reports, bool throws = false) : IProgress<long>
    {
        public void Report(long value)
        {
            reports.Add(value);
            if (throws)
            {
                throw new TimeoutException("Enough is seen.");
            }
        }
    }

    private sealed record Outcome(long Copied, string? Error, long Position, long Given, string Progress, string Hash, byte[] Content)
    {
        // After a failure, nobody can tell how far the source was read while a write was under way.
        private (long Copied, string? Error, long Position, long Given, string Progress, string Hash, int Length) Facts =>
            (Copied, Error, Position, Error is null ? Given : 0, Progress, Hash, Content.Length);

        public bool Equals(Outcome? other) => other is not null && Facts == other.Facts;

        public override int GetHashCode() => Copied.GetHashCode();
    }
}
