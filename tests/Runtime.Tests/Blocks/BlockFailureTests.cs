using System.Security.Cryptography;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>What becomes of an upload in which something fails.</summary>
public sealed class BlockFailureTests
{
    private readonly FakeBlockStore _store = new();
    private readonly Uploads _uploads = new();
    private readonly byte[] _content = Random(20_500);

    [Fact]
    public async Task When_a_block_fails_the_others_are_cancelled_and_awaited_and_nothing_is_committed()
    {
        var fails = new TaskCompletionSource();
        int cancelled = 0;
        _store.Before = async (request, token) =>
        {
            if (request.Number == 3)
            {
                await fails.Task;
                throw new StoreException(BlockFailure.Final, "the third");
            }

            if (request.Number == 6)
            {
                fails.SetResult();
            }

            try
            {
                await Task.Delay(Timeout.Infinite, token);
            }
            finally
            {
                // Later than the failure, as a request that takes its time to end.
                await Task.Yield();
                Interlocked.Increment(ref cancelled);
            }
        };

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync());

        Assert.Equal("the third", failure.Message);
        Assert.Equal(0, _store.InFlight);
        Assert.Equal(_store.Requests.Count - 1, cancelled);
        Assert.DoesNotContain(StoreOperation.Commit, _store.Operations);
        Assert.Null(_store.Object);
        _uploads.Pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(4_321)]
    [InlineData(20_500)]
    public async Task When_the_source_fails_nothing_is_committed(int failsAt)
    {
        var source = new TestSource(_content) { FailsAt = failsAt };

        IOException failure = await Assert.ThrowsAsync<IOException>(() => UploadAsync(source: source));

        Assert.Same(source.Failure, failure);
        Assert.Equal(0, _store.InFlight);
        Assert.DoesNotContain(StoreOperation.Commit, _store.Operations);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_source_that_lies_about_what_it_read_is_found_out()
    {
        await Assert.ThrowsAsync<IOException>(() => UploadAsync(source: new Liar()));

        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_cancelled_upload_ends_all_requests_and_commits_nothing()
    {
        using var cancellation = new CancellationTokenSource();
        _store.Before = async (request, token) =>
        {
            if (request.Number == 5)
            {
                cancellation.Cancel();
            }

            await Task.Delay(Timeout.Infinite, token);
        };

        OperationCanceledException failure = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => UploadAsync(token: cancellation.Token));

        Assert.Equal(cancellation.Token, failure.CancellationToken);
        Assert.Equal(0, _store.InFlight);
        Assert.Null(_store.Object);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_block_that_arrives_damaged_is_sent_again_at_once()
    {
        _store.Corrupts = request => request.Operation == StoreOperation.Stage && request.Number % 3 == 0;

        await UploadAsync();

        AssertWhole();
        Assert.Empty(_uploads.Pauses);
    }

    [Fact]
    public async Task A_block_that_always_arrives_damaged_ends_the_upload()
    {
        _store.Corrupts = request => request.Operation == StoreOperation.Stage && request.Index == 7;

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync());

        Assert.Equal(BlockFailure.Corrupted, failure.Kind);
        Assert.Equal(6, _store.Stages.Count(request => request.Index == 7));
        Assert.Null(_store.Object);
    }

    [Fact]
    public async Task Without_verification_nobody_sees_damage()
    {
        _store.Corrupts = request => request.Operation == StoreOperation.Stage && request.Index == 7;

        await UploadAsync(configure: options => options.VerifyBlocks = false);

        Assert.False(_content.AsSpan().SequenceEqual(_store.Object));
    }

    [Fact]
    public async Task A_block_that_was_interrupted_is_sent_once_more_after_a_pause()
    {
        var tried = new HashSet<long>();
        _store.Before = (request, _) => request.Operation == StoreOperation.Stage && request.Index % 2 == 0 && Once(tried, request.Index)
            ? throw new StoreException(BlockFailure.Interrupted)
            : Task.CompletedTask;

        await UploadAsync();

        AssertWhole();
        Assert.Equal(Enumerable.Repeat(TimeSpan.FromSeconds(1), 11), _uploads.Pauses);
    }

    [Fact]
    public async Task A_block_that_was_interrupted_twice_ends_the_upload()
    {
        _store.Before = (request, _) =>
            request.Operation == StoreOperation.Stage && request.Index == 7 ? throw new StoreException(BlockFailure.Interrupted) : Task.CompletedTask;

        await Assert.ThrowsAsync<StoreException>(() => UploadAsync());

        Assert.Equal(2, _store.Stages.Count(request => request.Index == 7));
        Assert.Null(_store.Object);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_block_whose_reply_was_lost_is_stored_once()
    {
        var tried = new HashSet<long>();
        _store.LosesReply = request => request.Operation == StoreOperation.Stage && Once(tried, request.Index);

        await UploadAsync();

        AssertWhole();
        Assert.Equal(21, _store.CommittedIds.Count);
    }

    [Fact]
    public async Task A_pause_ends_when_the_upload_fails_elsewhere()
    {
        var waits = new TaskCompletionSource();
        _store.Before = async (request, _) =>
        {
            if (request.Index == 0)
            {
                throw new StoreException(BlockFailure.Interrupted);
            }

            await waits.Task;
            throw new StoreException(BlockFailure.Final, "elsewhere");
        };

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync(uploads: new Uploads((_, token) =>
        {
            waits.SetResult();
            return Task.Delay(Timeout.Infinite, token);
        })));

        Assert.Equal("elsewhere", failure.Message);
        Assert.Equal(0, _store.InFlight);
    }

    [Fact]
    public async Task What_progress_throws_ends_the_upload()
    {
        await Assert.ThrowsAsync<NotSupportedException>(() => UploadAsync(configure: options => options.Progress = new Thrower()));

        Assert.Null(_store.Object);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task One_request_for_all_is_repeated_too()
    {
        _store.Corrupts = request => request.Number == 1;
        _store.LosesReply = request => request.Number == 2;

        await UploadAsync(configure: options => options.SingleRequestLimit = MiB, source: new TestSource(_content, canSeek: true));

        Assert.Equal([StoreOperation.Put, StoreOperation.Put, StoreOperation.Put], _store.Operations);
        AssertEqual(_content, _store.Object);
    }

    private static bool Once(HashSet<long> seen, long index)
    {
        lock (seen)
        {
            return seen.Add(index);
        }
    }

    private Task<long> UploadAsync(
        Action<BlockUploadOptions>? configure = null, Stream? source = null, Uploads? uploads = null, CancellationToken token = default) =>
        BlockUpload.UploadAsync(source ?? new TestSource(_content), _store, (uploads ?? _uploads).Verified(configure), token);

    private void AssertWhole()
    {
        AssertEqual(_content, _store.Object);
        Assert.Equal(MD5.HashData(_content), _store.ObjectMD5);
        Assert.Equal(_content.Length, _uploads.Progress[^1]);
        _uploads.Pool.AssertAllReturned();
    }

    private sealed class Thrower : IProgress<long>
    {
        public void Report(long value) => throw new NotSupportedException();
    }

    private sealed class Liar : MemoryStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(buffer.Length + 1);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => Task.FromResult(count + 1);
    }
}
