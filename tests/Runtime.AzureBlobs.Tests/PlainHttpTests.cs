using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>Uploads over <c>http://</c>, where nothing below them checks what arrives.</summary>
public sealed class PlainHttpTests
{
    private readonly FakeBlobService _service = new();
    private readonly BlobClient _blob;

    public PlainHttpTests() => _blob = _service.Client(scheme: "http");

    /// <summary>What is sent in one request, and in blocks, of known and unknown length.</summary>
    public static TheoryData<Route, int, bool> All
    {
        get
        {
            var all = new TheoryData<Route, int, bool>();
            foreach (Route route in Enum.GetValues<Route>())
            {
                foreach (int length in new[] { 1000, (2 * MiB) + 5 })
                {
                    all.Add(route, length, true);
                    all.Add(route, length, false);
                }
            }

            return all;
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Whatever_carries_content_carries_its_MD5(Route route, int length, bool isKnown)
    {
        byte[] content = Random(length);
        var options = new BlobUploadOptions();

        await route.UploadAsync(_blob, new TestSource(content, canSeek: isKnown), options);

        AssertEqual(content, _service.Content);
        Assert.All(Data(), request => Assert.Equal(Convert.ToBase64String(MD5.HashData(request.Body)), request["Content-MD5"]));
        Assert.Null(options.TransferValidation);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task A_byte_that_arrives_changed_is_never_told_as_success(Route route, int length, bool isKnown)
    {
        byte[] content = Random(length);
        int flips = 0;
        _service.Before = (request, _) =>
        {
            if (request.Operation is Operation.PutBlob or Operation.PutBlock && Interlocked.Increment(ref flips) == 1)
            {
                request.Body[request.Body.Length / 2] ^= 1;
            }

            return Task.FromResult<HttpResponseMessage?>(null);
        };

        try
        {
            await route.UploadAsync(_blob, new TestSource(content, canSeek: isKnown));
        }
        catch (RequestFailedException e) when (e.ErrorCode == "Md5Mismatch")
        {
            // One request of the SDK, which does not repeat it.
            Assert.True(length < MiB && isKnown && route != Route.Verified);
            Assert.Null(_service.Content);
            return;
        }

        AssertEqual(content, _service.Content);
    }

    [Theory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.BlocksBySdk)]
    public async Task Who_asks_for_no_checksum_gets_none(Route route)
    {
        foreach (int length in new[] { 1000, 2 * MiB })
        {
            await route.UploadAsync(
                _blob,
                new MemoryStream(Random(length)),
                new BlobUploadOptions { TransferValidation = new UploadTransferValidationOptions { ChecksumAlgorithm = StorageChecksumAlgorithm.None } });
        }

        Assert.All(Data(), request => Assert.Null(request["Content-MD5"]));
    }

    [Theory]
    [InlineData(1000)]
    [InlineData(2 * MiB)]
    public async Task Where_MD5_is_forbidden_the_service_checks_a_CRC(int length)
    {
        byte[] content = Random(length);

        await new Uploads(forbidsMD5: true).UploadBlocksAsync(_blob, new MemoryStream(content));

        AssertEqual(content, _service.Content);
        Assert.All(Data(), request => Assert.NotNull(request["x-ms-content-crc64"] ?? request[FakeRequest.Framing]));
    }

    [Fact]
    public async Task Who_may_only_create_sends_a_whole_blob_with_its_MD5()
    {
        byte[] content = Random(2 * MiB);
        _service.Before = (request, _) => Task.FromResult<HttpResponseMessage?>(
            request.Operation == Operation.PutBlock ? FakeBlobService.Error(System.Net.HttpStatusCode.Forbidden, "AuthorizationPermissionMismatch") : null);

        await new Uploads().UploadBlocksAsync(_blob, new MemoryStream(content));

        Assert.Equal(Convert.ToBase64String(MD5.HashData(content)), _service.Requests[^1]["Content-MD5"]);
    }

    [Fact]
    public async Task An_address_without_a_container_gets_a_whole_blob_with_its_MD5()
    {
        byte[] content = Random(2 * MiB);
        var blob = new BlobClient(new Uri("http://account.blob.core.windows.net/blob.bin"), _service.Options(null));

        await new Uploads().UploadBlocksAsync(blob, new MemoryStream(content));

        Assert.Equal(Convert.ToBase64String(MD5.HashData(content)), Assert.Single(_service.Requests)["Content-MD5"]);
    }

    private FakeRequest[] Data() => [.. _service.Requests.Where(request => request.Operation is Operation.PutBlob or Operation.PutBlock)];
}
