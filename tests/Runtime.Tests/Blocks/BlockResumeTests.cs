using System.Collections.Concurrent;
using System.Security.Cryptography;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>Uploads that go on where others have stopped.</summary>
public sealed class BlockResumeTests
{
    private readonly FakeBlockStore _store = new();
    private readonly byte[] _content = Random(20_500);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_the_first_block_and_what_is_missing_is_sent(bool inMemory)
    {
        HashSet<long> there = await StopAfterAsync(8);
        ConcurrentBag<long> sent = HoldBlocks(there);
        var uploads = new Uploads();

        await ResumeAsync(_content, uploads, inMemory);

        Assert.Equal(Enumerable.Range(0, 21).Select(index => (long)index).Except(there.Except([0])), sent.Order());
        AssertWhole(_content);
        Assert.Equal(_content.Length, uploads.Progress[^1]);
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Where_all_is_there_one_block_is_sent_so_that_the_commit_is_ours()
    {
        ConcurrentBag<long> sent = HoldBlocks(await StopAfterAsync(21));
        var uploads = new Uploads();

        await ResumeAsync(_content, uploads);

        Assert.Equal([0], sent);
        Assert.Equal(2, _store.CommittedIds.Select(id => id[32..]).Distinct().Count());
        AssertWhole(_content);
        Assert.Equal(21, uploads.Progress.Count);
        Assert.Equal(_content.Length, uploads.Progress[^1]);
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Other_content_is_sent_whole_but_for_equal_blocks_in_the_same_place()
    {
        HashSet<long> there = await StopAfterAsync(21);
        byte[] changed = [.. _content];
        changed[5_500]++;
        ConcurrentBag<long> sent = HoldBlocks(there.Except([5]));

        await ResumeAsync(changed, new Uploads());

        Assert.Equal([0, 5], sent.Order());
        AssertWhole(changed);
    }

    [Fact]
    public async Task A_block_of_another_length_than_its_name_says_is_not_taken()
    {
        HashSet<long> there = await StopAfterAsync(21);
        string id = _store.StagedIds.First(id => System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(Convert.FromBase64String(id)) == 3);
        _store.Leave(id, Random(999));
        ConcurrentBag<long> sent = HoldBlocks(there.Except([3]));

        await ResumeAsync(_content, new Uploads());

        Assert.Equal([0, 3], sent.Order());
        AssertWhole(_content);
    }

    [Fact]
    public async Task Blocks_of_unknown_writers_are_left_alone()
    {
        for (int i = 0; i < 5; i++)
        {
            _store.Leave(Convert.ToBase64String(RandomNumberGenerator.GetBytes(48)), Random(1000));
        }

        await ResumeAsync(_content, new Uploads());

        Assert.Equal(21, _store.Stages.Length);
        AssertWhole(_content);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(64)]
    public async Task Ids_of_another_length_are_a_clear_error_and_nothing_is_stored(int bytes)
    {
        _store.Before = (request, token) => request.Operation == StoreOperation.Stage ? Task.Delay(Timeout.Infinite, token) : Task.CompletedTask;
        _store.Leave(Convert.ToBase64String(new byte[bytes]), Random(1000));
        var uploads = new Uploads();

        BlockConflictException failure = await Assert.ThrowsAsync<BlockConflictException>(() => ResumeAsync(_content, uploads));

        Assert.Contains("64", failure.Message);
        Assert.Single(_store.StagedIds);
        Assert.Equal(0, _store.InFlight);
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Blocks_of_uploads_that_were_not_verified_are_not_taken()
    {
        await StopAfterAsync(21, options =>
        {
            options.VerifyBlocks = false;
            options.Resume = false;
        });

        await ResumeAsync(_content, new Uploads());

        Assert.Equal(21, _store.Stages.Length);
        AssertWhole(_content);
    }

    [Fact]
    public async Task Two_blocks_of_memory_are_enough()
    {
        HashSet<long> there = await StopAfterAsync(8);
        ConcurrentBag<long> sent = HoldBlocks(there);
        var uploads = new Uploads();

        await ResumeAsync(_content, uploads, configure: options => options.MemoryBudget = 1);

        Assert.Equal(Enumerable.Range(0, 21).Select(index => (long)index).Except(there.Except([0])), sent.Order());
        AssertWhole(_content);
        Assert.Equal(2_000, uploads.Pool.MostBytes);
    }

    [Fact]
    public async Task An_upload_that_cannot_ask_what_is_there_sends_everything()
    {
        await StopAfterAsync(8);
        _store.Before = (request, _) => request.Operation == StoreOperation.ListStaged ? throw new StoreException(BlockFailure.Interrupted) : Task.CompletedTask;

        await ResumeAsync(_content, new Uploads());

        Assert.Equal(21, _store.Stages.Length);
        AssertWhole(_content);
    }

    [Theory]
    [InlineData(1_000_000, 5)]
    [InlineData(3_000, 3)]
    [InlineData(1, 1)]
    public async Task The_question_and_the_first_blocks_go_out_together_within_the_budget(int memoryBudget, int blocks)
    {
        var uploads = new Uploads();
        using var guard = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        var sent = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.Before = (request, token) =>
        {
            if (_store.InFlight == blocks + 1)
            {
                sent.TrySetResult();
            }

            return sent.Task.WaitAsync(token);
        };

        await BlockUpload.UploadAsync(
            new TestSource(_content),
            _store,
            uploads.Verified(options =>
            {
                options.Resume = true;
                options.MaximumConcurrency = 5;
                options.MemoryBudget = memoryBudget;
            }),
            guard.Token);

        Assert.Equal(blocks + 1, _store.MostInFlight);
        Assert.Single(_store.Operations, StoreOperation.ListStaged);
        AssertWhole(_content);
        Assert.InRange(uploads.Pool.MostBytes, 0, Math.Max(2_000, memoryBudget));
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task An_answer_that_comes_after_all_blocks_were_sent_is_not_awaited()
    {
        _store.Before = (request, token) => request.Operation == StoreOperation.ListStaged ? Task.Delay(Timeout.Infinite, token) : Task.CompletedTask;

        await ResumeAsync(_content, new Uploads());

        AssertWhole(_content);
        Assert.Equal(0, _store.InFlight);
    }

    /// <summary>An answer behind the commit could fail an upload that is done.</summary>
    [Fact]
    public async Task The_question_is_over_before_the_commit()
    {
        int besides = 0;
        _store.Before = (request, token) =>
        {
            besides = request.Operation == StoreOperation.Commit ? _store.InFlight - 1 : besides;
            return request.Operation == StoreOperation.ListStaged ? Task.Delay(Timeout.Infinite, token) : Task.CompletedTask;
        };

        await ResumeAsync(_content, new Uploads());

        Assert.Equal(0, besides);
        AssertWhole(_content);
    }

    [Fact]
    public void A_block_of_this_upload_that_the_answer_names_is_not_one_to_resume()
    {
        string ours = BlockId.Create(1, hash: null, BlockId.CreateNonce());
        string other = BlockId.Create(1, hash: null, BlockId.CreateNonce());

        Assert.Null(new ResumableBlocks([new StagedBlock(ours, 5)]).Find(ours, 5));
        Assert.Equal(other, new ResumableBlocks([new StagedBlock(other, 5)]).Find(ours, 5));
    }

    [Fact]
    public async Task Nothing_is_asked_for_a_single_block()
    {
        await BlockUpload.UploadAsync(new MemoryStream(_content, 0, 1_000), _store, new Uploads().Verified(options => options.Resume = true));

        Assert.Equal([StoreOperation.Stage, StoreOperation.Commit], _store.Operations);
    }

    [Fact]
    public async Task A_source_that_fails_while_the_store_is_asked_ends_the_question_first()
    {
        var uploads = new Uploads();
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.Before = (request, token) =>
        {
            if (request.Operation == StoreOperation.ListStaged)
            {
                asked.TrySetResult();
            }

            return Task.Delay(Timeout.Infinite, token);
        };

        var source = new TestSource(_content) { FailsAt = 1_500, WaitsFor = number => number == 0 ? Task.CompletedTask : asked.Task };

        IOException failure = await Assert.ThrowsAsync<IOException>(() => BlockUpload.UploadAsync(source, _store, uploads.Verified(options => options.Resume = true)));

        Assert.Same(source.Failure, failure);
        Assert.Equal(0, _store.InFlight);
        uploads.Pool.AssertAllReturned();
    }

    /// <summary>Holds blocks, all but the first, until they are given up.</summary>
    /// <returns>The others that are sent.</returns>
    private ConcurrentBag<long> HoldBlocks(IEnumerable<long> held)
    {
        var sent = new ConcurrentBag<long>();
        HashSet<long> all = [.. held.Except([0])];
        _store.Before = (request, token) =>
        {
            if (request.Operation == StoreOperation.Stage)
            {
                if (all.Contains(request.Index))
                {
                    return Task.Delay(Timeout.Infinite, token);
                }

                sent.Add(request.Index);
            }

            return Task.CompletedTask;
        };
        return sent;
    }

    /// <summary>An upload that is killed when so many blocks are staged, which may be few more.</summary>
    private async Task<HashSet<long>> StopAfterAsync(int blocks, Action<BlockUploadOptions>? configure = null)
    {
        int staged = 0;
        _store.Before = (request, _) =>
            request.Operation == StoreOperation.Commit || (request.Operation == StoreOperation.Stage && Interlocked.Increment(ref staged) > blocks)
                ? throw new StoreException(BlockFailure.Final, "killed")
                : Task.CompletedTask;
        await Assert.ThrowsAsync<StoreException>(() => BlockUpload.UploadAsync(new TestSource(_content), _store, new Uploads().Verified(options =>
        {
            options.Resume = true;
            configure?.Invoke(options);
        })));
        _store.Before = null;
        _store.ForgetRequests();
        return [.. _store.StagedIds.Select(id => System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(Convert.FromBase64String(id)))];
    }

    private async Task ResumeAsync(byte[] content, Uploads uploads, bool inMemory = false, Action<BlockUploadOptions>? configure = null)
    {
        // Where blocks are held for ever, an upload that waits for them ends at last.
        using var guard = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        Stream source = inMemory ? new MemoryStream(content) : new TestSource(content, pieces: [300, 1, 5000]);
        BlockUploadOptions options = uploads.Verified(options =>
        {
            options.Resume = true;
            configure?.Invoke(options);
        });
        await BlockUpload.UploadAsync(source, _store, options, guard.Token);
    }

    private void AssertWhole(byte[] content)
    {
        AssertEqual(content, _store.Object);
        Assert.Equal(MD5.HashData(content), _store.ObjectMD5);
    }
}
