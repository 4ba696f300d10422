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
    public async Task Only_what_is_missing_is_sent(bool inMemory)
    {
        HashSet<long> there = await StopAfterAsync(8);
        var uploads = new Uploads();

        await ResumeAsync(_content, uploads, inMemory);

        Assert.Equal(Enumerable.Range(0, 21).Select(index => (long)index).Except(there), _store.Stages.Select(request => request.Index).Order());
        AssertWhole(_content);
        Assert.Equal(_content.Length, uploads.Progress[^1]);
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Where_all_is_there_one_block_is_sent_so_that_the_commit_is_ours()
    {
        await StopAfterAsync(21);
        var uploads = new Uploads();

        await ResumeAsync(_content, uploads);

        Assert.Equal(20, Assert.Single(_store.Stages).Index);
        Assert.Equal(2, _store.CommittedIds.Select(id => id[32..]).Distinct().Count());
        AssertWhole(_content);
        Assert.Equal(21, uploads.Progress.Count);
        Assert.Equal(_content.Length, uploads.Progress[^1]);
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Other_content_is_sent_whole_but_for_equal_blocks_in_the_same_place()
    {
        await StopAfterAsync(21);
        byte[] changed = [.. _content];
        changed[5_500]++;

        await ResumeAsync(changed, new Uploads());

        Assert.Equal(5, Assert.Single(_store.Stages).Index);
        AssertWhole(changed);
    }

    [Fact]
    public async Task A_block_of_another_length_than_its_name_says_is_not_taken()
    {
        await StopAfterAsync(21);
        string id = _store.StagedIds.First(id => System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(Convert.FromBase64String(id)) == 3);
        _store.Leave(id, Random(999));

        await ResumeAsync(_content, new Uploads());

        Assert.Equal(3, Assert.Single(_store.Stages).Index);
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
    public async Task Ids_of_another_length_are_a_clear_error_before_anything_is_sent(int bytes)
    {
        _store.Leave(Convert.ToBase64String(new byte[bytes]), Random(1000));
        var uploads = new Uploads();

        BlockConflictException failure = await Assert.ThrowsAsync<BlockConflictException>(() => ResumeAsync(_content, uploads));

        Assert.Contains("64", failure.Message);
        Assert.Equal([StoreOperation.ListStaged], _store.Operations);
        Assert.Single(_store.StagedIds);
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
        var uploads = new Uploads();

        await BlockUpload.UploadAsync(new TestSource(_content), _store, uploads.Verified(options =>
        {
            options.Resume = true;
            options.MemoryBudget = 1;
        }));

        Assert.Equal(21 - there.Count, _store.Stages.Length);
        AssertWhole(_content);
        Assert.Equal(2_000, uploads.Pool.MostBytes);
    }

    [Fact]
    public async Task An_upload_that_cannot_ask_what_is_there_fails_as_the_store_did()
    {
        _store.Before = (request, _) => request.Operation == StoreOperation.ListStaged ? throw new StoreException(BlockFailure.Interrupted) : Task.CompletedTask;

        await Assert.ThrowsAsync<StoreException>(() => ResumeAsync(_content, new Uploads()));

        Assert.Equal([StoreOperation.ListStaged, StoreOperation.ListStaged], _store.Operations);
    }

    [Theory]
    [InlineData(1_000_000, 5)]
    [InlineData(3_000, 3)]
    [InlineData(1, 1)]
    public async Task The_source_is_read_while_the_store_is_asked_within_the_budget(int memoryBudget, int blocks)
    {
        var uploads = new Uploads();
        var read = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var source = new TestSource(_content)
        {
            BeforeRead = number =>
            {
                if (number == blocks - 1)
                {
                    read.TrySetResult();
                }
            },
        };
        _store.Before = (request, token) => request.Operation == StoreOperation.ListStaged ? read.Task.WaitAsync(token) : Task.CompletedTask;

        await BlockUpload.UploadAsync(source, _store, uploads.Verified(options =>
        {
            options.Resume = true;
            options.MaximumConcurrency = 5;
            options.MemoryBudget = memoryBudget;
        }));

        Assert.Equal(StoreOperation.ListStaged, _store.Operations[0]);
        AssertWhole(_content);
        Assert.InRange(uploads.Pool.MostBytes, 0, Math.Max(2_000, memoryBudget));
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_source_that_fails_while_the_store_is_asked_ends_the_question_first()
    {
        var uploads = new Uploads();
        bool isAsking = false;
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.Before = async (request, token) =>
        {
            isAsking = true;
            asked.TrySetResult();
            using CancellationTokenRegistration end = token.Register(() => isAsking = false);
            await Task.Delay(Timeout.Infinite, token);
        };

        var source = new TestSource(_content) { FailsAt = 1_500, WaitsFor = number => number == 0 ? Task.CompletedTask : asked.Task };

        IOException failure = await Assert.ThrowsAsync<IOException>(() => BlockUpload.UploadAsync(source, _store, uploads.Verified(options => options.Resume = true)));

        Assert.Same(source.Failure, failure);
        Assert.False(isAsking);
        Assert.Equal([StoreOperation.ListStaged], _store.Operations);
        uploads.Pool.AssertAllReturned();
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

    private Task<long> ResumeAsync(byte[] content, Uploads uploads, bool inMemory = false) => BlockUpload.UploadAsync(
        inMemory ? new MemoryStream(content) : new TestSource(content, pieces: [300, 1, 5000]), _store, uploads.Verified(options => options.Resume = true));

    private void AssertWhole(byte[] content)
    {
        AssertEqual(content, _store.Object);
        Assert.Equal(MD5.HashData(content), _store.ObjectMD5);
    }
}
