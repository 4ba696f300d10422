using System.Security.Cryptography;
using StreamTuning.Copying;
using Xunit.Abstractions;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>
/// Thousands of random uploads to a store on which anything may go wrong. One that succeeds is exact to the byte; one that fails leaves the object as it was, unless the
/// reply to its commit was lost for good; no request outlives its upload, and no buffer is used after it has gone back, since what goes back is poisoned at once.
/// </summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class BlockChaosTests(ITestOutputHelper output)
{
    private const int Rounds = 2000;

    [Fact]
    public async Task Whatever_happens_no_byte_is_wrong()
    {
        int seed = Seed.Next(output);
        int failed = 0;
        for (int round = 0; round < Rounds; round++)
        {
            failed += await RunAsync(seed + round) ? 0 : 1;
        }

        output.WriteLine($"{failed} of {Rounds} uploads failed.");
        Assert.InRange(failed, Rounds / 20, Rounds * 9 / 10);
    }

    private static async Task<bool> RunAsync(int seed)
    {
        var random = new Random(seed);
        byte[] old = Random(random.Next(1, 3000), seed);
        byte[] content = Random(random.Next(4) == 0 ? random.Next(5) * 1000 : random.Next(40_000), seed + 1);
        var store = new FakeBlockStore { MustBeNew = random.Next(3) == 0 };
        bool existed = random.Next(3) == 0;
        if (existed)
        {
            store.Replace(old);
        }

        var uploads = new Uploads();
        bool verifies = random.Next(4) > 0;
        bool resumes = verifies && random.Next(2) == 0;
        int limit = random.Next(2) == 0 ? 0 : random.Next(5000);
        int concurrency = random.Next(1, 6);
        long budget = random.Next(1, 10_000);
        BlockUploadOptions options = uploads.Options(options =>
        {
            options.BlockSize = 1000;
            options.VerifyBlocks = verifies;
            options.Resume = resumes;
            options.SingleRequestLimit = limit;
            options.MaximumConcurrency = concurrency;
            options.MemoryBudget = budget;
        });
        using var cancellation = new CancellationTokenSource();
        string what = $"seed {seed}: {content.Length} bytes, limit {limit}, {concurrency} at a time, budget {budget}, verified {verifies}, resumed {resumes}, new {store.MustBeNew}, existed {existed}";
        Stream source = Source(random, content, cancellation, ref what);
        Trouble(random, store, verifies, cancellation, ref what);
        if (resumes)
        {
            // What earlier tries have left: the same content, or other.
            await TryAsync(BlockUpload.UploadAsync(new TestSource(random.Next(3) == 0 ? old : content), store, options));
            source.Position = 0;
            AssertObject(store, old, content, existed, succeeded: null, what);
            existed = store.Object is not null;
        }

        byte[]? before = store.Object;
        Exception? failure = await TryAsync(BlockUpload.UploadAsync(source, store, options, cancellation.Token));

        what += $"; {failure}";
        Assert.True(store.InFlight == 0, what);
        
        // The blocks, and the question for those that are there.
        Assert.True(store.MostInFlight <= concurrency + (resumes ? 1 : 0), what);
        Assert.True(uploads.Pool.MostBytes <= Math.Max(Math.Max(budget, 2_000), limit + 1_001L), $"{uploads.Pool.MostBytes}; {what}");
        uploads.Pool.AssertAllReturned();
        if (failure is null)
        {
            AssertObject(store, old, content, existed, succeeded: true, what);
            Assert.True(content.Length == 0 || uploads.Progress[^1] == content.Length, $"progress; {what}");
            return true;
        }

        Assert.True(failure is StoreException or IOException or OperationCanceledException or BlockConflictException, what);
        bool mayBeMade = failure is StoreException or OperationCanceledException;
        Assert.True(ReferenceEquals(before, store.Object) || (mayBeMade && store.Object.AsSpan().SequenceEqual(content)), $"object; {what}");
        return false;
    }

    private static Stream Source(Random random, byte[] content, CancellationTokenSource cancellation, ref string what)
    {
        if (random.Next(4) == 0)
        {
            what += ", memory";
            return new MemoryStream(content);
        }

        int cancels = random.Next(8) == 0 ? random.Next(10) : -1;
        int failsAt = random.Next(8) == 0 ? random.Next(content.Length + 1) : int.MaxValue;
        what += $", source fails at {failsAt}, cancels at read {cancels}";
        return new Rewindable(new TestSource(
            content, canSeek: true, pieces: [.. Enumerable.Range(0, 5).Select(_ => random.Next(1, 3000))], pauses: random.Next(2) == 0)
        {
            FailsAt = failsAt,
            ClaimedLength = random.Next(5) == 0 ? random.Next(50_000) : null,
            BeforeRead = number =>
            {
                if (number == cancels)
                {
                    cancellation.Cancel();
                }
            },
        }, hidesLength: random.Next(2) == 0);
    }

    private static void Trouble(Random random, FakeBlockStore store, bool verifies, CancellationTokenSource cancellation, ref string what)
    {
        int fails = random.Next(3) == 0 ? random.Next(1, 60) : 0;
        int interrupts = random.Next(3) == 0 ? random.Next(2, 8) : 0;
        int corrupts = verifies && random.Next(3) == 0 ? random.Next(2, 8) : 0;
        int loses = random.Next(3) == 0 ? random.Next(2, 8) : 0;
        int cancels = random.Next(10) == 0 ? random.Next(1, 40) : 0;
        what += $", fails {fails}, interrupts {interrupts}, corrupts {corrupts}, loses {loses}, cancels {cancels}";
        int number = 0;
        store.Before = async (_, token) =>
        {
            int current = Interlocked.Increment(ref number);
            for (int i = current % 5; i > 0; i--)
            {
                await Task.Yield();
            }

            if (current == cancels)
            {
                cancellation.Cancel();
            }

            if (current == fails)
            {
                throw new StoreException(BlockFailure.Final);
            }

            if (interrupts > 0 && current % interrupts == 1)
            {
                throw new StoreException(BlockFailure.Interrupted);
            }
        };
        store.LosesReply = request => loses > 0 && request.Number % loses == 0;
        store.Corrupts = request => corrupts > 0 && request.Length > 0 && request.Number % corrupts == 0;
    }

    private static async Task<Exception?> TryAsync(Task<long> upload)
    {
        try
        {
            await upload;
            return null;
        }
        catch (Exception e)
        {
            return e;
        }
    }

    private static void AssertObject(FakeBlockStore store, byte[] old, byte[] content, bool existed, bool? succeeded, string what)
    {
        if (succeeded == true)
        {
            Assert.True(store.Object.AsSpan().SequenceEqual(content), $"object; {what}");
            Assert.True(store.ObjectMD5.AsSpan().SequenceEqual(MD5.HashData(content)), $"hash; {what}");
            return;
        }

        Assert.True(
            store.Object is null ? !existed : store.Object.AsSpan().SequenceEqual(old) || store.Object.AsSpan().SequenceEqual(content), $"object; {what}");
    }

    /// <summary>A source that is told to start again, and may not say that it can.</summary>
    private sealed class Rewindable(TestSource source, bool hidesLength) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => !hidesLength;

        public override bool CanWrite => false;

        public override long Length => source.Length;

        public override long Position
        {
            get => source.Position;
            set => source.Position = value;
        }

        public override int Read(byte[] buffer, int offset, int count) => source.Read(buffer, offset, count);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            source.ReadAsync(buffer, offset, count, cancellationToken);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => source.ReadAsync(buffer, cancellationToken);

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
