using System.Net;
using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What <c>UploadBlocksAsync</c> sends through our own pipeline: with an SDK whose block ids are predictable, and where the length is not known.</summary>
public sealed class UploadBlocksTests
{
    private readonly FakeBlobService _service = new();
    private readonly Uploads _uploads = new();
    private readonly byte[] _content = Random((2 * MiB) + 5);

    public static TheoryData<string> Names { get; } =
        new("plain", "folder/with/many.parts", "space and (parentheses)", "ümlaut/é+%&=?#.bin", "100%25", "dot./..trailing.", "a//b", "a\\b", "emoji😀");

    [Fact]
    public async Task A_blob_of_one_MiB_or_more_is_sent_in_blocks_with_ids_of_its_own_and_keeps_its_MD5()
    {
        Response<BlobContentInfo> response = await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content));

        AssertUploaded(_content);
        Assert.Equal(_service.ETag, response.Value.ETag.ToString("H"));
        Assert.Equal(201, response.GetRawResponse().Status);
        byte[][] ids = [.. _service.Blocks.Select(block => Convert.FromBase64String(block.BlockId!))];
        Assert.Equal(9, ids.Length);
        Assert.All(ids, id => Assert.Equal(48, id.Length));
        Assert.Single(ids.Select(id => Convert.ToHexString(id, 24, 24)).Distinct());
        Assert.Equal(Enumerable.Range(0, 9), ids.Select(id => (int)System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(id)).Order());
        Assert.Equal(Operation.PutBlockList, _service.Operations[^1]);
    }

    [Fact]
    public async Task Below_one_MiB_the_SDK_sends_one_request()
    {
        byte[] content = Random(MiB - 1);

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(content), BlobSettings.AllButConditions());

        Assert.Equal([Operation.PutBlob], _service.Operations);
        AssertUploaded(content);
        Assert.Equal("b", _service.Requests[0]["x-ms-meta-a"]);
        Assert.Null(_service.Requests[0]["If-None-Match"]);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(3 * MiB)]
    public async Task What_may_be_overwritten_is_what_the_SDK_would_overwrite(int length)
    {
        BlobClient blob = _service.Client();
        var block = new BlockBlobClient(blob.Uri, _service.Options(null));
        byte[] bytes = Random(length);
        string path = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(path, bytes);
            (Func<Task<Response<BlobContentInfo>>> Upload, bool Overwrites)[] calls =
            [
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes)), false),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), CancellationToken.None), false),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), overwrite: false), false),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), overwrite: true), true),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), new BlobUploadOptions()), true),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), (BlobUploadOptions)null!), true),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), new BlobHttpHeaders()), true),
                (() => blob.UploadBlocksAsync(path), false),
                (() => blob.UploadBlocksAsync(path, CancellationToken.None), false),
                (() => blob.UploadBlocksAsync(path, overwrite: false), false),
                (() => blob.UploadBlocksAsync(path, overwrite: true), true),
                (() => blob.UploadBlocksAsync(path, new BlobUploadOptions()), true),
                (() => blob.UploadBlocksAsync(path, new BlobHttpHeaders()), true),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes)), false),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes), CancellationToken.None), false),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes), overwrite: false), false),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes), overwrite: true), true),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes), new BlobUploadOptions()), true),
                (() => block.UploadBlocksAsync(new MemoryStream(bytes)), true),
                (() => block.UploadBlocksAsync(new MemoryStream(bytes), new BlobUploadOptions()), true),
                (() => block.UploadBlocksAsync(new MemoryStream(bytes), new BlobHttpHeaders()), true),
            ];
            foreach ((Func<Task<Response<BlobContentInfo>>> upload, bool overwrites) in calls)
            {
                byte[] old = Random(10, seed: 3);
                _service.Create(old);
                if (overwrites)
                {
                    await upload();
                    AssertUploaded(bytes);
                }
                else
                {
                    RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(upload);
                    Assert.Equal((409, "BlobAlreadyExists"), (failure.Status, failure.ErrorCode));
                    AssertEqual(old, _service.Content);
                }
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task Conditions_and_properties_belong_to_the_commit_and_the_lease_to_every_request()
    {
        _service.Create([1]);
        BlobUploadOptions options = BlobSettings.All();

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), options);

        AssertUploaded(_content);
        Assert.All(_service.Blocks, BlobSettings.AssertLeaseOnly);
        BlobSettings.AssertMade(_service.Requests[^1]);
        Assert.Null(options.HttpHeaders.ContentHash);
        Assert.Equal(default, options.TransferOptions);
    }

    [Fact]
    public async Task A_hash_that_is_set_is_kept()
    {
        byte[] hash = Random(16);
        var options = new BlobUploadOptions { HttpHeaders = new BlobHttpHeaders { ContentHash = hash } };

        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), options);

        AssertEqual(_content, _service.Content);
        Assert.Equal(Convert.ToBase64String(hash), _service.ContentMD5);
    }

    [Fact]
    public async Task Where_MD5_is_forbidden_the_blob_has_none()
    {
        await new Uploads(forbidsMD5: true).UploadBlocksAsync(_service.Client(), new MemoryStream(_content));

        AssertEqual(_content, _service.Content);
        Assert.Null(_service.ContentMD5);
    }

    [Fact]
    public async Task Content_of_unknown_length_below_one_MiB_is_one_request()
    {
        foreach (int length in new[] { 0, 5, MiB - 1 })
        {
            byte[] content = Random(length);
            int before = _service.Requests.Count;

            await _uploads.UploadBlocksAsync(_service.Client(), new TestSource(content, pieces: [70_000]), BlobSettings.AllButConditions());

            AssertUploaded(content);
            FakeRequest request = Assert.Single(_service.Requests.Skip(before));
            Assert.Equal(Operation.PutBlob, request.Operation);
            Assert.Equal("image/jpeg", request["x-ms-blob-content-type"]);
        }

        _uploads.Pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(MiB)]
    [InlineData(2 * MiB)]
    [InlineData((3 * MiB) + 1)]
    public async Task Content_of_unknown_length_is_sent_in_the_blocks_of_known_length(int length)
    {
        byte[] content = Random(length);
        await _uploads.UploadBlocksAsync(_service.Client(), new TestSource(content, canSeek: true));
        int[] known = [.. _service.Blocks.Select(block => block.Body.Length).Order()];

        await _uploads.UploadBlocksAsync(_service.Client(), new TestSource(content, pieces: [70_000], pauses: true), new BlobUploadOptions());

        AssertUploaded(content);
        Assert.Equal(known, _service.Blocks.Skip(known.Length).Select(block => block.Body.Length).Order());
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Transfer_options_that_are_set_count()
    {
        await UploadAsync(new StorageTransferOptions { MaximumTransferSize = MiB });
        Assert.Equal(3, _service.Blocks.Count);

        await UploadAsync(new StorageTransferOptions { InitialTransferSize = 100 * MiB });
        Assert.Equal(Operation.PutBlob, _service.Operations[^1]);

        await UploadAsync(new StorageTransferOptions { InitialTransferSize = -1, MaximumTransferSize = 0, MaximumConcurrency = 0 });
        Assert.Equal(3 + 9, _service.Blocks.Count);

        byte[] small = Random(1000);
        await _uploads.UploadBlocksAsync(
            _service.Client(),
            new MemoryStream(small),
            new BlobUploadOptions { TransferOptions = new StorageTransferOptions { InitialTransferSize = 10, MaximumTransferSize = 300, MaximumConcurrency = 1 } });
        Assert.Equal(3 + 9 + 4, _service.Blocks.Count);
        AssertUploaded(small);

        Task UploadAsync(StorageTransferOptions transfer) =>
            _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), new BlobUploadOptions { TransferOptions = transfer });
    }

    [Fact]
    public async Task No_more_blocks_are_under_way_than_asked_for()
    {
        var two = new TaskCompletionSource();
        _service.Before = async (request, _) =>
        {
            if (request.Operation == Operation.PutBlock)
            {
                if (_service.InFlight == 2)
                {
                    two.TrySetResult();
                }

                await two.Task;
            }

            return null;
        };

        await _uploads.UploadBlocksAsync(
            _service.Client(), new MemoryStream(_content), new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = 2 } });

        Assert.Equal(2, _service.MostInFlight);
        AssertUploaded(_content);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Blocks_go_to_the_address_to_which_the_SDK_sends(string name)
    {
        BlobClient blob = _service.Client(blob: name);
        await blob.UploadAsync(new MemoryStream([1]), overwrite: true);
        string address = _service.Requests[^1].Uri.GetLeftPart(UriPartial.Path);

        await _uploads.UploadBlocksAsync(blob, new MemoryStream(_content));

        Assert.All(_service.Requests, request => Assert.Equal(address, request.Uri.GetLeftPart(UriPartial.Path)));
        AssertUploaded(_content);
    }

    [Theory]
    [InlineData("https://account.blob.core.windows.net/container/blob(1).bin?sv=2023-01-03&sr=b&sp=w&sig=c2ln")]
    [InlineData("https://account.blob.core.windows.net/container/blob%2Fpart?sv=2023-01-03&sr=b&sp=w&sig=c2ln")]
    [InlineData("http://127.0.0.1:10000/devstoreaccount1/container/folder/blob?sv=2023-01-03&sr=b&sp=w&sig=c2ln")]
    [InlineData("http://azurite:1234/devstoreaccount1/container/folder/blob?sv=2023-01-03&sr=b&sp=w&sig=c2ln")]
    [InlineData("https://files.example.com/container/blob?sv=2023-01-03&sr=b&sp=w&sig=c2ln")]
    public async Task The_signature_in_an_address_goes_with_every_request(string address)
    {
        var blob = new BlobClient(new Uri(address), _service.Options(null));

        await _uploads.UploadBlocksAsync(blob, new MemoryStream(_content));

        AssertUploaded(_content);
        Assert.True(_service.Blocks.Count > 0);
        Assert.All(_service.Requests, request =>
        {
            Assert.Contains("sig=c2ln", request.Uri.Query);
            Assert.Equal(Uri.UnescapeDataString(new Uri(address).AbsolutePath), Uri.UnescapeDataString(request.Uri.AbsolutePath));
            Assert.Equal(new Uri(address).Authority, request.Uri.Authority);
        });
    }

    [Fact]
    public async Task An_address_without_a_container_is_left_to_the_SDK()
    {
        var blob = new BlobClient(new Uri("https://account.blob.core.windows.net/blob.txt"), _service.Options(null));

        await _uploads.UploadBlocksAsync(blob, new MemoryStream(_content));

        FakeRequest request = Assert.Single(_service.Requests);
        Assert.Equal((Operation.PutBlob, "/blob.txt"), (request.Operation, request.Uri.AbsolutePath));
    }

    [Fact]
    public async Task Customer_key_and_encryption_scope_go_with_every_request()
    {
        await _uploads.UploadBlocksAsync(_service.Client(options => options.EncryptionScope = "scope"), new MemoryStream(_content));
        Assert.All(_service.Requests, request => Assert.Equal("scope", request["x-ms-encryption-scope"]));
        int before = _service.Requests.Count;

        await _uploads.UploadBlocksAsync(_service.Client(options => options.CustomerProvidedKey = new CustomerProvidedKey(new byte[32])), new MemoryStream(_content));

        Assert.All(_service.Requests.Skip(before), request => Assert.NotNull(request["x-ms-encryption-key-sha256"]));
        AssertUploaded(_content);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(3 * MiB)]
    public async Task A_client_that_encrypts_is_refused_before_the_first_byte(int length)
    {
        var options = new SpecializedBlobClientOptions
        {
            Transport = _service.Options(null).Transport,
            ClientSideEncryption = new ClientSideEncryptionOptions(ClientSideEncryptionVersion.V2_0),
        };
        var blob = new BlobClient(new Uri("https://account.blob.core.windows.net/container/blob"), options);
        var source = new TestSource(Random(length), canSeek: true);

        await Assert.ThrowsAsync<NotSupportedException>(() => _uploads.UploadBlocksAsync(blob, source));
        await Assert.ThrowsAsync<NotSupportedException>(() => _uploads.UploadVerifiedAsync(blob, source));

        Assert.Empty(_service.Requests);
        Assert.Equal(0, source.Given);
    }

    [Fact]
    public async Task A_client_of_a_derived_type_uploads_in_its_own_way()
    {
        var blob = new OwnClient();
        var options = new BlobUploadOptions();

        Assert.Null(await blob.UploadBlocksAsync(new MemoryStream(_content), options));
        Assert.Null(await blob.UploadBlocksAsync("no such file", options));
        Assert.Null(await blob.UploadBlocksAsync(BinaryData.FromBytes(_content), options));

        Assert.Equal(["Stream", "String", "BinaryData"], blob.Calls);
        Assert.All(blob.Options, given => Assert.Same(options, given));
    }

    [Fact]
    public async Task A_client_of_a_snapshot_fails_as_without_us()
    {
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Uri.Query.Contains("snapshot=") ? FakeBlobService.Error(HttpStatusCode.BadRequest, "InvalidQueryParameterValue") : null);
        BlobClient blob = _service.Client().WithSnapshot("2026-01-01T00:00:00.0000000Z");

        await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadBlocksAsync(blob, new MemoryStream(_content)));

        Assert.Equal([Operation.PutBlob], _service.Operations);
        Assert.Null(_service.Content);
    }

    [Fact]
    public async Task Who_may_only_create_sends_a_whole_blob()
    {
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock ? FakeBlobService.Error(HttpStatusCode.Forbidden, "AuthorizationPermissionMismatch") : null);
        var content = new TestSource([1, 2, .. _content], canSeek: true) { Position = 2 };

        await _uploads.UploadBlocksAsync(_service.Client(), content);

        Assert.Equal(Operation.PutBlob, _service.Operations[^1]);
        AssertUploaded(_content);
    }

    [Fact]
    public async Task A_checksum_of_the_caller_is_left_to_the_SDK()
    {
        var options = new BlobUploadOptions
        {
            TransferValidation = new UploadTransferValidationOptions { ChecksumAlgorithm = StorageChecksumAlgorithm.MD5, PrecalculatedChecksum = new byte[16] },
        };

        Exception ours = await Assert.ThrowsAnyAsync<Exception>(() => _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), options));
        Exception theirs = await Assert.ThrowsAnyAsync<Exception>(() => _service.Client().UploadAsync(new MemoryStream(_content), options));

        Assert.Equal((theirs.GetType(), theirs.Message), (ours.GetType(), ours.Message));
        Assert.Empty(_service.Requests);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Validation_that_is_asked_for_is_done_block_by_block(bool byOptions)
    {
        var validation = new UploadTransferValidationOptions { ChecksumAlgorithm = StorageChecksumAlgorithm.MD5 };

        await _uploads.UploadBlocksAsync(
            _service.Client(options => options.TransferValidation.Upload.ChecksumAlgorithm = byOptions ? StorageChecksumAlgorithm.None : StorageChecksumAlgorithm.MD5),
            new MemoryStream(_content),
            new BlobUploadOptions { TransferValidation = byOptions ? validation : null });

        Assert.All(_service.Blocks, block => Assert.Equal(Convert.ToBase64String(MD5.HashData(block.Body)), block["Content-MD5"]));
        AssertUploaded(_content);
    }

    [Fact]
    public async Task Without_it_blocks_carry_no_checksum()
    {
        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content));

        Assert.All(_service.Blocks, block => Assert.Null(block["Content-MD5"]));
    }

    [Fact]
    public async Task Progress_grows_to_the_length()
    {
        var totals = new List<long>();
        await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), new BlobUploadOptions { ProgressHandler = new Totals(totals) });

        Assert.Equal(totals.Order(), totals);
        Assert.Equal(_content.Length, totals[^1]);
    }

    [Fact]
    public async Task A_block_that_fails_stops_the_others_before_the_call_throws()
    {
        _service.Before = async (request, token) =>
        {
            if (request.BlockId is { } id && Convert.FromBase64String(id)[7] == 1)
            {
                return FakeBlobService.Error(HttpStatusCode.NotFound, "ContainerNotFound");
            }

            await Task.Delay(Timeout.Infinite, token);
            return null;
        };

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadBlocksAsync(_service.Client(), new TestSource(_content)));

        Assert.Equal("ContainerNotFound", failure.ErrorCode);
        Assert.Equal(0, _service.InFlight);
        Assert.DoesNotContain(Operation.PutBlockList, _service.Operations);
        _uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task A_cancelled_upload_says_by_whom()
    {
        using var cancellation = new CancellationTokenSource();
        _service.Before = async (_, token) =>
        {
            cancellation.Cancel();
            await Task.Delay(Timeout.Infinite, token);
            return null;
        };

        OperationCanceledException failure = await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), token: cancellation.Token));

        Assert.Equal(cancellation.Token, failure.CancellationToken);
        Assert.Equal(0, _service.InFlight);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_commit_whose_reply_was_lost_is_told_from_a_conflict(bool overwrites)
    {
        int commits = 0;
        _service.LosesReply = request => request.Operation == Operation.PutBlockList && ++commits == 1;
        var options = new BlobUploadOptions { Conditions = overwrites ? null : new BlobRequestConditions { IfNoneMatch = ETag.All } };

        Response<BlobContentInfo> response = await _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content), options);

        AssertUploaded(_content);
        Assert.Equal(_service.ETag, response.Value.ETag.ToString("H"));
        Assert.Equal(overwrites ? null : "version 1", response.Value.VersionId);
    }

    [Fact]
    public async Task Of_two_writers_held_before_the_commit_one_wins_whole_and_the_other_learns_it()
    {
        for (int round = 0; round < 20; round++)
        {
            var service = new FakeBlobService();
            int waiting = 0;
            var both = new TaskCompletionSource();
            service.Before = async (request, _) =>
            {
                if (request.Operation == Operation.PutBlockList)
                {
                    if (Interlocked.Increment(ref waiting) == 2)
                    {
                        both.SetResult();
                    }

                    await both.Task;
                }

                return null;
            };
            byte[] other = Random(_content.Length, seed: 2);

            Task<Response<BlobContentInfo>>[] uploads =
                [_uploads.UploadBlocksAsync(service.Client(), new MemoryStream(_content)), _uploads.UploadBlocksAsync(service.Client(), new MemoryStream(other))];
            await Task.WhenAll(uploads.Select(upload => upload.ContinueWith(_ => { }, TaskScheduler.Default)));

            int winner = Array.FindIndex(uploads, upload => upload.IsCompletedSuccessfully);
            RequestFailedException failure = Assert.IsType<RequestFailedException>(uploads[1 - winner].Exception!.InnerException);
            Assert.Equal((409, "InvalidBlockList"), (failure.Status, failure.ErrorCode));
            AssertEqual(winner == 0 ? _content : other, service.Content);
        }
    }

    [Fact]
    public async Task Staged_blocks_with_ids_of_another_length_are_a_clear_error()
    {
        _service.Create([1, 2]);
        _service.Stage(Convert.ToBase64String(new byte[16]), [3]);

        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(() => _uploads.UploadBlocksAsync(_service.Client(), new MemoryStream(_content)));

        Assert.Equal((409, "InvalidBlobOrBlock"), (failure.Status, failure.ErrorCode));
        Assert.Contains("another length", failure.Message);
        AssertEqual([1, 2], _service.Content);
    }

    [Fact]
    public async Task What_is_no_content_is_refused_as_by_the_SDK()
    {
        BlobClient blob = _service.Client();

        await Assert.ThrowsAsync<ArgumentNullException>(() => blob.UploadBlocksAsync((Stream)null!, overwrite: true));
        await Assert.ThrowsAsync<ArgumentNullException>(() => blob.UploadBlocksAsync((string)null!, overwrite: true));
        await Assert.ThrowsAsync<ArgumentNullException>(() => blob.UploadBlocksAsync((BinaryData)null!, overwrite: true));
        Assert.Throws<ArgumentNullException>("blob", () => { _ = ((BlobClient)null!).UploadBlocksAsync(Stream.Null); });
        await Assert.ThrowsAsync<FileNotFoundException>(() => blob.UploadBlocksAsync("no such file"));
        var atItsEnd = new MemoryStream(_content) { Position = _content.Length };
        await Assert.ThrowsAsync<ArgumentException>(() => blob.UploadBlocksAsync(atItsEnd));
        await Assert.ThrowsAsync<ArgumentException>(() => blob.UploadVerifiedAsync(atItsEnd));
        Assert.Empty(_service.Requests);
    }

    private void AssertUploaded(byte[] content)
    {
        AssertEqual(content, _service.Content);
        Assert.Equal(Convert.ToBase64String(MD5.HashData(content)), _service.ContentMD5);
        Assert.Empty(_service.Staged);
    }

    private sealed class OwnClient : BlobClient
    {
        public List<string> Calls { get; } = [];

        public List<BlobUploadOptions> Options { get; } = [];

        public override Task<Response<BlobContentInfo>> UploadAsync(Stream content, BlobUploadOptions options, CancellationToken cancellationToken = default) =>
            Note(nameof(Stream), options);

        public override Task<Response<BlobContentInfo>> UploadAsync(string path, BlobUploadOptions options, CancellationToken cancellationToken = default) =>
            Note(nameof(String), options);

        public override Task<Response<BlobContentInfo>> UploadAsync(BinaryData content, BlobUploadOptions options, CancellationToken cancellationToken = default) =>
            Note(nameof(BinaryData), options);

        private Task<Response<BlobContentInfo>> Note(string call, BlobUploadOptions options)
        {
            Calls.Add(call);
            Options.Add(options);
            return Task.FromResult<Response<BlobContentInfo>>(null!);
        }
    }
}
