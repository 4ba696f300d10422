using System.Security.Cryptography;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>What an upload asks of a store when nothing goes wrong.</summary>
public sealed class BlockUploadTests
{
    private readonly FakeBlockStore _store = new();
    private readonly Uploads _uploads = new();

    public static TheoryData<string> Sources { get; } = new("memory", "seekable", "unknown");

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Small_content_is_one_request(string kind)
    {
        byte[] content = Random(100_000);

        long bytes = await BlockUpload.UploadAsync(Source(kind, content), _store, _uploads.Options());

        Assert.Equal(content.Length, bytes);
        Assert.Equal([StoreOperation.Put], _store.Operations);
        AssertWhole(content);
        Assert.Equal([content.Length], _uploads.Progress);
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task No_content_is_one_request(string kind)
    {
        await BlockUpload.UploadAsync(Source(kind, []), _store, _uploads.Verified());

        Assert.Equal([StoreOperation.Put], _store.Operations);
        AssertWhole([]);
        Assert.Empty(_uploads.Progress);
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Content_of_any_length_around_the_limits_arrives(string kind)
    {
        foreach (int length in new[] { 1, MiB - 1, MiB, MiB + 1, (3 * MiB) + 17 })
        {
            byte[] content = Random(length);
            _store.ForgetRequests();

            await BlockUpload.UploadAsync(Source(kind, content), _store, _uploads.Options());

            AssertWhole(content);

            // The same requests whether the length is known or not.
            bool isOne = length < MiB;
            Assert.Equal(isOne ? StoreOperation.Put : StoreOperation.Commit, _store.Operations[^1]);
            Assert.Equal(isOne ? 1 : 2 + ((length - 1) / (MiB / 4)), _store.Requests.Count);
        }
    }

    [Fact]
    public async Task Blocks_are_named_by_index_content_and_upload_and_committed_in_order()
    {
        byte[] content = Random(4500);

        await BlockUpload.UploadAsync(new TestSource(content, canSeek: true), _store, _uploads.Verified());

        byte[][] ids = [.. _store.CommittedIds.Select(Convert.FromBase64String)];
        Assert.Equal(5, ids.Length);
        Assert.All(ids, id => Assert.Equal(48, id.Length));
        Assert.Equal([0, 1, 2, 3, 4], ids.Select(id => (int)System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(id)));
        Assert.Equal(content.Chunk(1000).Select(block => Convert.ToHexString(MD5.HashData(block))), ids.Select(id => Convert.ToHexString(id, 8, 16)));
        string nonce = Assert.Single(ids.Select(id => Convert.ToHexString(id, 24, 24)).Distinct());

        await BlockUpload.UploadAsync(new TestSource(content, canSeek: true), _store, _uploads.Verified());
        Assert.NotEqual(nonce, Convert.ToHexString(Convert.FromBase64String(_store.CommittedIds[0]), 24, 24));
        AssertWhole(content);
    }

    [Fact]
    public async Task Several_blocks_are_under_way_and_never_more_than_asked_for()
    {
        byte[] content = Random(20_000);
        var full = new TaskCompletionSource();
        _store.Before = async (request, _) =>
        {
            if (request.Operation == StoreOperation.Stage)
            {
                if (request.Number == 4)
                {
                    full.SetResult();
                }

                await full.Task;
            }
        };

        await BlockUpload.UploadAsync(new TestSource(content), _store, _uploads.Verified(options => options.MaximumConcurrency = 4));

        Assert.Equal(4, _store.MostInFlight);
        AssertWhole(content);
    }

    [Fact]
    public async Task Memory_is_sent_without_a_copy()
    {
        byte[] content = Random(10_000);
        var source = new MemoryStream(content, 500, 9_000) { Position = 250 };

        long bytes = await BlockUpload.UploadAsync(source, _store, _uploads.Verified());

        Assert.Equal(8_750, bytes);
        AssertWhole(content[750..9_500]);
        Assert.Equal(0, _uploads.Pool.Rented);
        Assert.Equal(9_000, source.Position);
    }

    [Fact]
    public async Task A_stream_is_read_from_its_position_and_stays_open()
    {
        byte[] content = Random(10_000);
        using var source = new BufferedStream(new MemoryStream(content)) { Position = 3_000 };

        await BlockUpload.UploadAsync(source, _store, _uploads.Verified());

        AssertWhole(content[3_000..]);
        Assert.True(source.CanRead);
    }

    [Fact]
    public async Task A_source_that_has_more_or_less_than_it_said_is_uploaded_to_its_end()
    {
        foreach (int claimed in new[] { 0, 1, 4_999, 5_001, 100_000, 3 * MiB })
        {
            byte[] content = Random(5_000, claimed);

            await BlockUpload.UploadAsync(new TestSource(content, canSeek: true) { ClaimedLength = claimed }, _store, _uploads.Options());

            AssertWhole(content);
        }
    }

    [Fact]
    public async Task The_hash_of_the_content_can_be_left_to_others()
    {
        byte[] content = Random(5_000);
        _store.Corrupts = request => request.Number % 3 == 0;

        await BlockUpload.UploadAsync(new TestSource(content), _store, _uploads.Verified(options => options.HashContent = false));

        // Blocks are verified all the same.
        AssertEqual(content, _store.Object);
        Assert.Null(_store.ObjectMD5);
    }

    [Fact]
    public async Task Progress_grows_to_the_length()
    {
        await BlockUpload.UploadAsync(new TestSource(Random(9_500)), _store, _uploads.Verified());

        Assert.Equal(10, _uploads.Progress.Count);
        Assert.Equal(_uploads.Progress.Order(), _uploads.Progress);
        Assert.Equal(9_500, _uploads.Progress[^1]);
    }

    [Fact]
    public async Task Where_MD5_is_forbidden_blocks_are_told_by_another_hash_and_nothing_is_claimed()
    {
        byte[] content = Random(5_500);
        bool gotHash = false;
        var store = new HashlessStore(_store, () => gotHash = true);
        var uploads = new Uploads(createMD5: () => throw new InvalidOperationException("FIPS"));

        await BlockUpload.UploadAsync(new TestSource(content), store, uploads.Verified());

        AssertEqual(content, _store.Object);
        Assert.False(gotHash);
        Assert.Null(_store.ObjectMD5);
        Assert.Equal(
            content.Chunk(1000).Select(block => Convert.ToHexString(SHA256.HashData(block), 0, 16)),
            _store.CommittedIds.Select(id => Convert.ToHexString(Convert.FromBase64String(id), 8, 16)));
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task What_cannot_be_uploaded_is_refused_at_once()
    {
        var closed = new MemoryStream();
        closed.Dispose();
        var options = new BlockUploadOptions { Resume = true };

        Assert.Throws<ArgumentNullException>("source", () => { _ = BlockUpload.UploadAsync(null!, _store); });
        Assert.Throws<ArgumentNullException>("store", () => { _ = BlockUpload.UploadAsync(Stream.Null, null!); });
        Assert.Throws<ObjectDisposedException>(() => { _ = BlockUpload.UploadAsync(closed, _store); });
        Assert.Throws<ArgumentException>("options", () => { _ = BlockUpload.UploadAsync(Stream.Null, _store, options); });
        Task<long> cancelled = BlockUpload.UploadAsync(Stream.Null, _store, cancellationToken: new CancellationToken(canceled: true));
        Assert.True(cancelled.IsCanceled);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MemoryBudget = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.MaximumConcurrency = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.BlockSize = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.SingleRequestLimit = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => options.GetBlockSize(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => options.GetConcurrency(0));
        await Assert.ThrowsAsync<TaskCanceledException>(() => cancelled);
        Assert.Empty(_store.Requests);
    }

    private static Stream Source(string kind, byte[] content) => kind switch
    {
        "memory" => new MemoryStream(content),
        "seekable" => new TestSource(content, canSeek: true, pieces: [70_000, 1_000_000, 1]),
        _ => new TestSource(content, canSeek: false, pieces: [70_000, 1_000_000, 1], pauses: true),
    };

    private void AssertWhole(byte[] content)
    {
        AssertEqual(content, _store.Object);
        Assert.Equal(MD5.HashData(content), _store.ObjectMD5);
        _uploads.Pool.AssertAllReturned();
    }

    /// <summary>Notes whether any hash comes along.</summary>
    private sealed class HashlessStore(IBlockStore store, Action gotHash) : IBlockStore
    {
        public Task StageAsync(string id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken) =>
            store.StageAsync(id, content, Note(md5), cancellationToken);

        public Task CommitAsync(IReadOnlyList<string> ids, byte[]? contentMD5, CancellationToken cancellationToken) =>
            store.CommitAsync(ids, Note(contentMD5), cancellationToken);

        public Task PutAsync(ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken) => store.PutAsync(content, Note(md5), cancellationToken);

        public Task<IReadOnlyList<StagedBlock>> ListStagedAsync(CancellationToken cancellationToken) => store.ListStagedAsync(cancellationToken);

        public Task<IReadOnlyList<string>> ListCommittedAsync(CancellationToken cancellationToken) => store.ListCommittedAsync(cancellationToken);

        public BlockFailure Classify(Exception failure) => store.Classify(failure);

        private byte[]? Note(byte[]? md5)
        {
            if (md5 is not null)
            {
                gotHash();
            }

            return md5;
        }
    }
}
