using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>Commits whose reply is lost, and other writers.</summary>
public sealed class BlockConflictTests
{
    private readonly Uploads _uploads = new();
    private readonly byte[] _content = Random(5_500);
    private readonly byte[] _other = Random(7_700, seed: 2);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_commit_whose_reply_was_lost_was_ours(bool mustBeNew)
    {
        var store = new FakeBlockStore { MustBeNew = mustBeNew, LosesReply = request => request is { Operation: StoreOperation.Commit, Number: 1 } };

        Assert.Equal(_content.Length, await UploadAsync(store, _content));

        AssertEqual(_content, store.Object);
        Assert.Equal(mustBeNew, store.Operations.Contains(StoreOperation.ListCommitted));
    }

    [Fact]
    public async Task A_conflict_that_is_known_when_all_is_sent_is_not_followed_by_a_commit()
    {
        var store = new FakeBlockStore();
        store.Replace(_other);
        var late = new ConflictingStore(store);

        await Assert.ThrowsAsync<BlockConflictException>(() =>
            BlockUpload.UploadAsync(new MemoryStream(_content), late, _uploads.Verified(options => options.Resume = true)));

        AssertEqual(_other, store.Object);
    }

    [Fact]
    public async Task A_commit_of_which_every_reply_was_lost_was_ours()
    {
        var store = new FakeBlockStore { LosesReply = request => request.Operation == StoreOperation.Commit };

        await UploadAsync(store, _content);

        AssertEqual(_content, store.Object);
        Assert.Equal(StoreOperation.ListCommitted, store.Operations[^1]);
    }

    [Fact]
    public async Task A_commit_that_never_arrived_fails_as_it_did()
    {
        var store = new FakeBlockStore
        {
            Before = (request, _) => request.Operation == StoreOperation.Commit ? throw new StoreException(BlockFailure.Interrupted, "no connection") : Task.CompletedTask,
        };

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync(store, _content));

        Assert.Equal("no connection", failure.Message);
        Assert.Null(store.Object);
    }

    [Fact]
    public async Task An_object_of_the_same_content_that_somebody_else_made_is_not_ours()
    {
        var store = new FakeBlockStore { MustBeNew = true };
        await UploadAsync(store, _content);
        store.LosesReply = request => request.Operation == StoreOperation.Commit;

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync(store, _content));

        Assert.Equal("The object exists.", failure.Message);
    }

    [Fact]
    public async Task Who_may_not_ask_what_was_committed_gets_the_answer_to_the_commit()
    {
        var store = new FakeBlockStore
        {
            MustBeNew = true,
            LosesReply = request => request is { Operation: StoreOperation.Commit, Number: 1 },
            Before = (request, _) => request.Operation == StoreOperation.ListCommitted ? throw new StoreException(BlockFailure.Final, "forbidden") : Task.CompletedTask,
        };

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync(store, _content));

        Assert.Equal("The object exists.", failure.Message);
    }

    [Fact]
    public async Task Of_two_writers_held_before_the_commit_one_wins_whole_and_the_other_learns_it()
    {
        for (int round = 0; round < 20; round++)
        {
            int waiting = 0;
            var both = new TaskCompletionSource();
            var store = new FakeBlockStore
            {
                Before = async (request, _) =>
                {
                    if (request.Operation == StoreOperation.Commit)
                    {
                        if (Interlocked.Increment(ref waiting) == 2)
                        {
                            both.SetResult();
                        }

                        await both.Task;
                    }
                },
            };
            bool verifies = round % 2 == 0;

            Task<long>[] uploads = [UploadAsync(store, _content, options => options.VerifyBlocks = verifies), UploadAsync(store, _other, options => options.VerifyBlocks = verifies)];
            await Task.WhenAll(uploads.Select(upload => upload.ContinueWith(_ => { }, TaskScheduler.Default)));

            int winner = Array.FindIndex(uploads, upload => upload.IsCompletedSuccessfully);
            Assert.Equal("a block is missing", Assert.IsType<StoreException>(uploads[1 - winner].Exception!.InnerException).Message);
            AssertEqual(winner == 0 ? _content : _other, store.Object);
            Assert.Empty(store.StagedIds);
        }
    }

    [Fact]
    public async Task An_object_that_replaces_ours_before_the_commit_drops_our_blocks()
    {
        var store = new FakeBlockStore();
        store.Before = (request, _) =>
        {
            if (request.Operation == StoreOperation.Commit)
            {
                store.Replace(_other);
            }

            return Task.CompletedTask;
        };

        StoreException failure = await Assert.ThrowsAsync<StoreException>(() => UploadAsync(store, _content));

        Assert.Equal("a block is missing", failure.Message);
        AssertEqual(_other, store.Object);
    }

    [Fact]
    public async Task A_writer_who_resumes_the_blocks_of_another_is_told_from_him()
    {
        // Both send the same content and one begins with what the other has staged: the nonces decide whose commit it was.
        var store = new FakeBlockStore { MustBeNew = true };
        store.Before = (request, _) =>
            request is { Operation: StoreOperation.Commit, Number: 1 } ? throw new StoreException(BlockFailure.Final, "killed") : Task.CompletedTask;
        await Assert.ThrowsAsync<StoreException>(() => UploadAsync(store, _content));
        Task<long>? rival = null;
        store.Before = async (request, _) =>
        {
            if (request is { Operation: StoreOperation.Commit, Number: 2 })
            {
                rival = UploadAsync(store, _content, options => options.Resume = true);
                await rival;
            }
        };

        await Assert.ThrowsAsync<StoreException>(() => UploadAsync(store, _content, options => options.Resume = true));

        Assert.Equal(_content.Length, await rival!);
        AssertEqual(_content, store.Object);
    }

    private Task<long> UploadAsync(FakeBlockStore store, byte[] content, Action<BlockUploadOptions>? configure = null)
    {
        BlockUploadOptions options = _uploads.Verified(configure);
        options.Progress = null;
        return BlockUpload.UploadAsync(new TestSource(content), store, options);
    }

    /// <summary>A store that looks at no token, and answers the question when it is not needed any more.</summary>
    private sealed class ConflictingStore(FakeBlockStore store) : IBlockStore
    {
        public Task StageAsync(string id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken) =>
            store.StageAsync(id, content, md5, CancellationToken.None);

        public Task CommitAsync(IReadOnlyList<string> ids, byte[]? contentMD5, CancellationToken cancellationToken) =>
            store.CommitAsync(ids, contentMD5, CancellationToken.None);

        public Task PutAsync(ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken) =>
            store.PutAsync(content, md5, CancellationToken.None);

        public async Task<IReadOnlyList<StagedBlock>> ListStagedAsync(CancellationToken cancellationToken)
        {
            var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            using (cancellationToken.Register(ended.SetResult))
            {
                await ended.Task;
            }

            return [new StagedBlock("another", 1)];
        }

        public Task<IReadOnlyList<string>> ListCommittedAsync(CancellationToken cancellationToken) => store.ListCommittedAsync(CancellationToken.None);

        public BlockFailure Classify(Exception failure) => store.Classify(failure);
    }
}
