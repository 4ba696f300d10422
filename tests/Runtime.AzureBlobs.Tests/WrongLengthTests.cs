using System.Net;
using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>Content that claims to be longer or shorter than it is: a whole blob or a clear error, and never a wait without end.</summary>
public sealed class WrongLengthTests
{
    private static readonly TimeSpan _deadline = TimeSpan.FromMinutes(5);

    private readonly FakeBlobService _service = new();

    public static TheoryData<bool, int, int, int> Cases
    {
        get
        {
            var cases = new TheoryData<bool, int, int, int>();
            foreach (bool hasPredictableIds in new[] { true, false })
            {
                foreach (int concurrency in new[] { 1, 4 })
                {
                    foreach (int length in new[] { 100, MiB - 1, (2 * MiB) + 5 })
                    {
                        foreach (int claimed in new[] { 0, 10, length - 1, length + 1, length + (256 * KiB), 2 * length, 4 * MiB })
                        {
                            cases.Add(hasPredictableIds, concurrency, length, claimed);
                        }
                    }
                }
            }

            return cases;
        }
    }

    [Theory, MemberData(nameof(Cases))]
    public async Task An_upload_in_blocks_ends(bool hasPredictableIds, int concurrency, int length, int claimed)
    {
        var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = concurrency } };

        // One block at a time, the SDK sends what the stream says that it has.
        bool isCut = !hasPredictableIds && concurrency == 1 && claimed >= MiB;
        await AssertEndsAsync(
            length,
            claimed,
            (content, token) => new Uploads(hasPredictableIds).UploadBlocksAsync(_service.Client(), content, options, token),
            sent: isCut ? Math.Min(claimed, length) : length,
            isError: claimed >= MiB && claimed > length);
    }

    [Fact]
    public async Task A_hash_that_is_set_does_not_change_that()
    {
        var options = new BlobUploadOptions
        {
            TransferOptions = new StorageTransferOptions { MaximumConcurrency = 1 },
            HttpHeaders = new BlobHttpHeaders { ContentHash = Random(16) },
        };
        await AssertEndsAsync(
            2 * MiB,
            3 * MiB,
            (content, token) => new Uploads(hasPredictableIds: false).UploadBlocksAsync(_service.Client(), content, options, token),
            sent: 0,
            isError: true);
    }

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 1)]
    [InlineData(false, 4)]
    public async Task Who_may_send_no_blocks_gets_the_same_error(bool hasPredictableIds, int concurrency)
    {
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock ? FakeBlobService.Error(HttpStatusCode.Forbidden, "AuthorizationPermissionMismatch") : null);
        var options = new BlobUploadOptions { TransferOptions = new StorageTransferOptions { MaximumConcurrency = concurrency } };
        await AssertEndsAsync(
            3 * MiB,
            60 * MiB,
            (content, token) => new Uploads(hasPredictableIds).UploadBlocksAsync(_service.Client(), content, options, token),
            sent: 0,
            isError: true);
    }

    [Theory, MemberData(nameof(Cases))]
    public async Task A_verified_upload_ends(bool hasPredictableIds, int concurrency, int length, int claimed)
    {
        var options = new BlobVerifiedUploadOptions { MaximumConcurrency = concurrency };
        await AssertEndsAsync(
            length,
            claimed,
            (content, token) => new Uploads(hasPredictableIds).UploadVerifiedAsync(_service.Client(), content, options, token),
            sent: length,
            isError: claimed > length);
    }

    private async Task AssertEndsAsync(
        int length, int claimed, Func<Stream, CancellationToken, Task<Response<BlobContentInfo>>> upload, int sent, bool isError)
    {
        using var limit = new CancellationTokenSource(_deadline);
        byte[] bytes = Random(length);
        Exception? failure = await Record.ExceptionAsync(
            () => upload(new TestSource(bytes, canSeek: true) { ClaimedLength = claimed }, limit.Token));
        Assert.False(limit.IsCancellationRequested, $"It has not ended after {_service.Requests.Count} requests.");
        if (isError)
        {
            Assert.Contains($"{length} bytes", Assert.IsType<InvalidDataException>(failure).Message);
            Assert.Null(_service.Content);
            return;
        }

        Assert.Null(failure);
        byte[] expected = bytes[..sent];
        AssertEqual(expected, _service.Content);
        Assert.True(
            _service.ContentMD5 is null || _service.ContentMD5 == Convert.ToBase64String(MD5.HashData(expected)),
            "The MD5 is that of something else.");
    }
}
