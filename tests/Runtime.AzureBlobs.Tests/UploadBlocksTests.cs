using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using static StreamTuning.Copying.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What <c>UploadBlocksAsync</c> sends, through our pipeline, as with an SDK whose block ids are predictable.</summary>
public sealed class UploadBlocksTests
{
    private readonly FakeBlobService _service = new();

    [Fact]
    public async Task A_blob_of_one_MiB_or_more_is_sent_in_blocks_with_ids_of_its_own_and_keeps_its_MD5()
    {
        byte[] content = Random((2 * MiB) + 5);

        Response<BlobContentInfo> response = await _service.Client().UploadBlocksAsync(new MemoryStream(content));

        AssertEqual(content, _service.Content);
        Assert.Equal(Convert.ToBase64String(MD5.HashData(content)), _service.ContentMD5);
        Assert.Equal(_service.ETag, response.Value.ETag.ToString("H"));
        Assert.Equal(201, response.GetRawResponse().Status);
        IReadOnlyList<FakeRequest> blocks = _service.Blocks;
        Assert.Equal(9, blocks.Count);
        Assert.All(blocks, block => Assert.Equal(48, Convert.FromBase64String(block.BlockId!).Length));
        Assert.Equal(9, blocks.Select(block => block.BlockId).Distinct().Count());
        Assert.Equal(Operation.PutBlockList, _service.Operations[^1]);
    }
}
