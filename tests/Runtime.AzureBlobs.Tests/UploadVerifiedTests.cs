using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What <c>UploadVerifiedAsync</c> sends.</summary>
public sealed class UploadVerifiedTests
{
    private readonly FakeBlobService _service = new();
    private readonly Uploads _uploads = new();
    private readonly byte[] _content = Random((2 * MiB) + 5);

    [Fact]
    public async Task Blocks_carry_their_MD5_and_ids_of_index_content_and_upload()
    {
        Response<BlobContentInfo> response = await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content, canSeek: true));

        AssertUploaded(_content);
        Assert.Equal(_service.ETag, response.Value.ETag.ToString("H"));
        Assert.DoesNotContain(_service.Requests, request => request.Operation == Operation.GetBlockList && request.ListType != "uncommitted");
        Assert.Equal(Operation.PutBlockList, _service.Operations[^1]);
        Assert.Equal(9, _service.Blocks.Count);
        Assert.All(_service.Blocks, block =>
        {
            byte[] id = Convert.FromBase64String(block.BlockId!);
            byte[] md5 = MD5.HashData(block.Body);
            Assert.Equal(48, id.Length);
            Assert.Equal(Convert.ToHexString(md5), Convert.ToHexString(id, 8, 16));
            Assert.Equal(Convert.ToBase64String(md5), block["Content-MD5"]);
            int index = IndexOf(block);
            AssertEqual(_content.AsSpan(index * 256 * KiB, block.Body.Length), block.Body);
        });
        Assert.Single(_service.Blocks.Select(block => Convert.ToHexString(Convert.FromBase64String(block.BlockId!), 24, 24)).Distinct());
        Assert.Equal(Convert.ToBase64String(MD5.HashData(_content)), _service.Requests[^1]["x-ms-blob-content-md5"]);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Small_content_is_one_request_with_its_MD5()
    {
        byte[] content = Random(1000);

        await _uploads.UploadVerifiedAsync(_service.Client(), new MemoryStream(content), Options(BlobSettings.AllButConditions()));

        FakeRequest request = Assert.Single(_service.Requests);
        Assert.Equal((Operation.PutBlob, Convert.ToBase64String(MD5.HashData(content))), (request.Operation, request["Content-MD5"]));
        Assert.Equal("image/jpeg", request["x-ms-blob-content-type"]);
        AssertUploaded(content);
    }

    [Fact]
    public async Task Small_content_under_a_condition_is_sent_in_blocks_by_which_a_lost_reply_is_known()
    {
        byte[] content = Random(1000);
        int commits = 0;
        _service.LosesReply = request => request.Operation == Operation.PutBlockList && ++commits == 1;

        Response<BlobContentInfo> response = await _uploads.UploadVerifiedAsync(_service.Client(), new MemoryStream(content), New());

        Assert.Equal(
            [
                Operation.PutBlock, Operation.PutBlockList, Operation.PutBlockList, Operation.GetBlockList, Operation.GetProperties,
            ],
            _service.Operations);
        Assert.Equal((_service.ETag, "version 1"), (response.Value.ETag.ToString("H"), response.Value.VersionId));
        AssertUploaded(content);
    }

    [Fact]
    public async Task Conditions_and_properties_belong_to_the_commit_and_the_lease_to_every_request()
    {
        _service.Create([1]);
        BlobUploadOptions all = BlobSettings.All();

        await _uploads.UploadVerifiedAsync(_service.Client(), new MemoryStream(_content), Options(all));

        AssertUploaded(_content);
        Assert.All(_service.Requests.SkipLast(1), BlobSettings.AssertLeaseOnly);
        BlobSettings.AssertMade(_service.Requests[^1]);
        Assert.Null(all.HttpHeaders.ContentHash);
    }

    [Fact]
    public async Task A_hash_that_is_set_is_kept()
    {
        byte[] hash = Random(16);

        await _uploads.UploadVerifiedAsync(_service.Client(), new MemoryStream(_content), new() { HttpHeaders = new BlobHttpHeaders { ContentHash = hash } });

        Assert.Equal(Convert.ToBase64String(hash), _service.ContentMD5);
    }

    [Theory]
    [InlineData(1000)]
    [InlineData(3 * MiB)]
    public async Task Where_MD5_is_forbidden_the_service_checks_a_CRC(int length)
    {
        byte[] content = Random(length);
        var uploads = new Uploads(forbidsMD5: true);

        await uploads.UploadVerifiedAsync(_service.Client(), new MemoryStream(content));

        AssertEqual(content, _service.Content);
        FakeRequest[] data = [.. _service.Requests.Where(request => request.Operation is Operation.PutBlob or Operation.PutBlock)];
        Assert.All(data, request => Assert.NotNull(request["x-ms-content-crc64"] ?? request[FakeRequest.Framing]));
        Assert.All(_service.Requests, request => Assert.Null(request["Content-MD5"]));
        Assert.Null(_service.Requests[^1]["x-ms-blob-content-md5"]);
    }

    [Fact]
    public async Task A_block_that_arrives_damaged_is_sent_again()
    {
        var damaged = new HashSet<string>();
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock && Once(damaged, request) ? FakeBlobService.Error(HttpStatusCode.BadRequest, "Md5Mismatch") : null);

        await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content));

        AssertUploaded(_content);
        Assert.Equal(2 * 9, _service.Blocks.Count);
    }

    [Theory]
    [InlineData(HttpStatusCode.ServiceUnavailable, "ServerBusy")]
    [InlineData(HttpStatusCode.InternalServerError, "InternalError")]
    [InlineData(HttpStatusCode.InternalServerError, "OperationTimedOut")]
    [InlineData(null, null)]
    public async Task A_block_is_tried_once_more_after_all_tries_of_the_client(HttpStatusCode? status, string? code)
    {
        // Two retries each.
        const int Tries = 3;
        int tried = 0;
        _service.Before = (request, _) =>
        {
            bool fails = request.BlockId is { } id && Convert.FromBase64String(id)[7] == 1 && ++tried <= Tries;
            return !fails ? Task.FromResult<HttpResponseMessage?>(null)
                : status is { } known ? Task.FromResult<HttpResponseMessage?>(FakeBlobService.Error(known, code!))
                : throw new HttpRequestException("cut", new IOException("The connection was closed."));
        };

        await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content));

        AssertUploaded(_content);
        Assert.Equal(Tries + 1, tried);
    }

    [Fact]
    public async Task A_service_that_cannot_be_reached_is_the_failure_of_all_tries()
    {
        _service.Before = (_, _) => throw new HttpRequestException("cut", new IOException("The connection was closed."));

        AggregateException failure = await Assert.ThrowsAsync<AggregateException>(
            () => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content), new() { Resume = false }));

        Assert.Equal(3, failure.InnerExceptions.Count);
        Assert.Equal(0, _service.InFlight);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task What_an_upload_has_left_is_not_sent_again_but_for_the_first_block()
    {
        int blocks = 0;
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock && Interlocked.Increment(ref blocks) > 5 ? FakeBlobService.Error(HttpStatusCode.Forbidden, "AuthenticationFailed") : null);
        await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content, canSeek: true)));
        string[] there = [.. _service.Staged.Select(ContentOf)];
        var sent = new ConcurrentBag<string>();
        _service.Before = async (request, token) =>
        {
            if (request.Operation == Operation.PutBlock)
            {
                string content = ContentOf(request.BlockId!);
                if (IndexOf(request) > 0 && there.Contains(content))
                {
                    // Until it is given up, since it is there.
                    await Task.Delay(Timeout.Infinite, token);
                }

                sent.Add(content);
            }

            return null;
        };

        await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content, canSeek: true));

        AssertUploaded(_content);
        Assert.Equal(5, there.Length);
        Assert.InRange(sent.Count, 4, 5);
        Assert.InRange(sent.Intersect(there).Count(), 0, 1);
    }

    [Fact]
    public async Task Resuming_can_be_turned_off()
    {
        await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content, canSeek: true), new() { Resume = false });

        Assert.DoesNotContain(Operation.GetBlockList, _service.Operations);
        AssertUploaded(_content);
    }

    [Theory]
    [InlineData(HttpStatusCode.Forbidden, "AuthorizationPermissionMismatch")]
    [InlineData(HttpStatusCode.Unauthorized, "NoAuthenticationInformation")]
    public async Task Without_the_permission_to_read_everything_is_sent(HttpStatusCode status, string code)
    {
        _service.Stage(Convert.ToBase64String(new byte[48]), [1]);
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(request.Operation == Operation.GetBlockList ? FakeBlobService.Error(status, code) : null);

        await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content));

        AssertUploaded(_content);
        Assert.Equal(9, _service.Blocks.Count);
    }

    [Fact]
    public async Task Without_the_permission_to_read_a_lost_reply_is_a_conflict()
    {
        int commits = 0;
        _service.LosesReply = request => request.Operation == Operation.PutBlockList && ++commits == 1;
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.GetBlockList ? FakeBlobService.Error(HttpStatusCode.Forbidden, "AuthorizationPermissionMismatch") : null);

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content), New()));

        Assert.Equal((409, "BlobAlreadyExists"), (failure.Status, failure.ErrorCode));
    }

    [Fact]
    public async Task Staged_blocks_with_ids_of_another_length_are_a_clear_error_and_nothing_is_stored()
    {
        string other = Convert.ToBase64String(new byte[16]);
        _service.Create([1, 2]);
        _service.Stage(other, [3]);

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content)));

        Assert.Equal((409, "InvalidBlobOrBlock"), (failure.Status, failure.ErrorCode));
        Assert.Contains("another length", failure.Message);
        Assert.DoesNotContain(Operation.PutBlockList, _service.Operations);
        Assert.Equal([other], _service.Staged);
        AssertEqual([1, 2], _service.Content);
    }

    [Fact]
    public async Task A_blob_of_somebody_else_is_a_conflict_also_with_the_same_content()
    {
        _service.Create(_content);

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content), New()));

        Assert.Equal((409, "BlobAlreadyExists"), (failure.Status, failure.ErrorCode));
    }

    [Fact]
    public async Task A_blob_that_was_changed_meanwhile_is_a_conflict()
    {
        _service.Create([1]);
        var options = new BlobVerifiedUploadOptions { Conditions = new BlobRequestConditions { IfMatch = new ETag(_service.ETag) } };
        _service.Before = (request, _) =>
        {
            if (request.Operation == Operation.PutBlockList)
            {
                _service.Create([2]);
            }

            return Task.FromResult<HttpResponseMessage?>(null);
        };

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content), options));

        Assert.Equal((412, "ConditionNotMet"), (failure.Status, failure.ErrorCode));
        AssertEqual([2], _service.Content);
    }

    [Fact]
    public async Task A_lost_reply_under_If_Match_was_ours()
    {
        _service.Create([1]);
        var options = new BlobVerifiedUploadOptions { Conditions = new BlobRequestConditions { IfMatch = new ETag(_service.ETag) } };
        int commits = 0;
        _service.LosesReply = request => request.Operation == Operation.PutBlockList && ++commits == 1;

        Response<BlobContentInfo> response = await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content), options);

        AssertUploaded(_content);
        Assert.Equal(_service.ETag, response.Value.ETag.ToString("H"));
    }

    [Fact]
    public async Task A_blob_of_ours_that_was_replaced_before_it_could_be_described_is_still_a_success()
    {
        int commits = 0;
        string made = "";
        _service.LosesReply = request => request.Operation == Operation.PutBlockList && ++commits == 1;
        _service.Before = (request, _) =>
        {
            if (request.Operation == Operation.GetProperties)
            {
                made = _service.ETag;
                _service.Create([2]);
            }

            return Task.FromResult<HttpResponseMessage?>(null);
        };

        Response<BlobContentInfo> response = await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content), New());

        Assert.Equal(made, response.Value.ETag.ToString("H"));
        Assert.Equal(200, response.GetRawResponse().Status);
    }

    [Fact]
    public async Task Progress_counts_what_was_there()
    {
        int blocks = 0;
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock && Interlocked.Increment(ref blocks) > 5 ? FakeBlobService.Error(HttpStatusCode.Forbidden, "AuthenticationFailed") : null);
        await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content, canSeek: true)));
        _service.Before = null;
        var totals = new List<long>();

        await _uploads.UploadVerifiedAsync(_service.Client(), new TestSource(_content, canSeek: true), new() { ProgressHandler = new Totals(totals) });

        Assert.Equal(9, totals.Count);
        Assert.Equal(totals.Order(), totals);
        Assert.Equal(_content.Length, totals[^1]);
    }

    [Fact]
    public async Task Size_number_and_memory_of_blocks_can_be_chosen()
    {
        await _uploads.UploadVerifiedAsync(
            _service.Client(), new TestSource(_content, canSeek: true), new() { BlockSize = 100_000, MaximumConcurrency = 3, MemoryBudget = 300_000 });

        Assert.Equal(21, _service.Blocks.Count);
        Assert.InRange(_service.MostInFlight, 1, 3);
        Assert.InRange(_uploads.Pool.MostBytes, 1, 300_000);
        AssertUploaded(_content);
    }

    [Fact]
    public async Task Files_data_and_block_clients_are_uploaded_alike()
    {
        BlobClient blob = _service.Client();
        var block = _service.BlockClient();
        string path = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(path, _content);
            Func<Task<Response<BlobContentInfo>>>[] calls =
            [
                () => blob.UploadVerifiedAsync(new MemoryStream(_content)),
                () => blob.UploadVerifiedAsync(path),
                () => blob.UploadVerifiedAsync(BinaryData.FromBytes(_content)),
                () => block.UploadVerifiedAsync(new MemoryStream(_content)),
                () => block.UploadVerifiedAsync(path),
                () => block.UploadVerifiedAsync(BinaryData.FromBytes(_content)),
            ];
            foreach (Func<Task<Response<BlobContentInfo>>> upload in calls)
            {
                _service.Create([1]);
                await upload();
                AssertUploaded(_content);
            }

            // What was read is closed again.
            File.Move(path, path + ".moved");
            File.Delete(path + ".moved");
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task A_client_of_a_snapshot_is_refused()
    {
        await Assert.ThrowsAsync<NotSupportedException>(
            () => _uploads.UploadVerifiedAsync(_service.Client().WithSnapshot("2026-01-01T00:00:00.0000000Z"), new MemoryStream(_content)));

        Assert.Empty(_service.Requests);
    }

    private static int IndexOf(FakeRequest block) => (int)System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(Convert.FromBase64String(block.BlockId!));

    /// <summary>The part of an id that is the same in every upload of the same content.</summary>
    private static string ContentOf(string id) => id[..32];

    private static bool Once(HashSet<string> seen, FakeRequest request)
    {
        lock (seen)
        {
            return seen.Add(request.BlockId!);
        }
    }

    private static BlobVerifiedUploadOptions New() => new() { Conditions = new BlobRequestConditions { IfNoneMatch = ETag.All } };

    private static BlobVerifiedUploadOptions Options(BlobUploadOptions all) => new()
    {
        HttpHeaders = all.HttpHeaders,
        Metadata = all.Metadata,
        Tags = all.Tags,
        Conditions = all.Conditions,
        AccessTier = all.AccessTier,
        ImmutabilityPolicy = all.ImmutabilityPolicy,
        LegalHold = all.LegalHold,
    };

    private void AssertUploaded(byte[] content)
    {
        AssertEqual(content, _service.Content);
        Assert.Equal(Convert.ToBase64String(MD5.HashData(content)), _service.ContentMD5);
    }
}
