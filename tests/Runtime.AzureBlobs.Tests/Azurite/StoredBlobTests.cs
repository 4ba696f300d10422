using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using Azure.Storage.Sas;
using StreamTuning.BlobService;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>What a real service has after an upload.</summary>
[Collection(AzuriteTests.Name)]
[Trait(Suite.Name, Suite.Slow)]
public sealed class StoredBlobTests(AzuriteFixture azurite)
{
    private const string NoPermission = "AuthorizationPermissionMismatch";

    // Nothing, around the size from which on there are blocks, and around the borders of blocks.
    private static readonly int[] _lengths = [0, 1, MiB - 1, MiB, MiB + 1, (5 * 256 * KiB) - 1, 5 * 256 * KiB, (5 * 256 * KiB) + 1, (2 * MiB) - 1, 2 * MiB, (3 * MiB) + 7];

    public static IEnumerable<object[]> Lengths => Enum.GetValues<Route>().SelectMany(route => _lengths.Select(length => new object[] { route, length }));

    [SkippableTheory]
    [MemberData(nameof(Lengths))]
    public async Task Content_of_every_length_is_stored_whole_with_its_MD5(Route route, int length)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[] content = Random(length, seed: length);

        // At its end, a stream that had something before is refused.
        byte[] before = length == 0 ? [] : [1, 2, 3];
        Stream[] sources =
        [
            new MemoryStream(content),
            new TestSource([.. before, .. content], canSeek: true, pieces: [100_000, 7], pauses: true) { Position = before.Length },
            new TestSource(content),
            new TestSource(content, pieces: [65_536, 1, 300_000], pauses: true),
        ];
        foreach (Stream source in sources)
        {
            blob.Network.ResetCounters();

            Response<BlobContentInfo> answer = await route.UploadAsync(blob.Client, source);

            await blob.AssertIsAsync(content);
            Assert.Equal((await blob.Direct.GetPropertiesAsync()).Value.ETag, answer.Value.ETag);
            Assert.Equal(length < MiB, blob.Network.Requests(BlobOperation.PutBlock) == 0);
            await blob.Direct.DeleteAsync();
        }
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, 1000)]
    [InlineData(Route.Blocks, 3 * MiB)]
    [InlineData(Route.BlocksBySdk, 3 * MiB)]
    [InlineData(Route.Verified, 1000)]
    [InlineData(Route.Verified, 3 * MiB)]
    public async Task The_blob_has_everything_that_it_gets_from_the_SDK(Route route, int length)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[] content = Random(length);
        BlobClient expected = blob.Direct.GetParentBlobContainerClient().GetBlobClient("expected");
        await expected.UploadAsync(new MemoryStream(content), Options());

        await route.UploadAsync(blob.Client, new MemoryStream(content), Options());

        Assert.Equal(await DescribeAsync(expected), await DescribeAsync(blob.Direct));
        await blob.AssertIsAsync(content);

        // Azurite knows no immutability.
        static BlobUploadOptions Options()
        {
            BlobUploadOptions options = BlobSettings.AllButConditions();
            options.ImmutabilityPolicy = null;
            options.LegalHold = null;
            return options;
        }

        static async Task<string> DescribeAsync(BlobClient blob)
        {
            BlobProperties properties = await blob.GetPropertiesAsync();
            GetBlobTagResult tags = await blob.GetTagsAsync();
            return string.Join(
                '\n',
                properties.ContentLength, Convert.ToBase64String(properties.ContentHash), properties.ContentType, properties.ContentEncoding, properties.ContentLanguage,
                properties.ContentDisposition, properties.CacheControl, properties.AccessTier, properties.BlobType, string.Join(',', properties.Metadata), string.Join(',', tags.Tags));
        }
    }

    [SkippableTheory]
    [InlineData(100)]
    [InlineData(2 * MiB)]
    public async Task What_may_be_overwritten_is_what_the_SDK_would_overwrite(int length)
    {
        await using RemoteBlob remote = await RemoteBlob.CreateAsync(azurite);
        BlobClient blob = remote.Direct;
        BlockBlobClient block = blob.GetParentBlobContainerClient().GetBlockBlobClient(blob.Name);
        byte[] bytes = Random(length);
        string path = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(path, bytes);
            var mustNotExist = new BlobRequestConditions { IfNoneMatch = ETag.All };
            (Func<Task<Response<BlobContentInfo>>> Upload, bool Overwrites)[] calls =
            [
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes)), false),
                (() => blob.UploadBlocksAsync(new TestSource(bytes)), false),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), overwrite: true), true),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), new BlobUploadOptions()), true),
                (() => blob.UploadBlocksAsync(new MemoryStream(bytes), new BlobUploadOptions { Conditions = mustNotExist }), false),
                (() => blob.UploadBlocksAsync(path), false),
                (() => blob.UploadBlocksAsync(path, overwrite: true), true),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes)), false),
                (() => blob.UploadBlocksAsync(BinaryData.FromBytes(bytes), overwrite: true), true),
                (() => block.UploadBlocksAsync(new MemoryStream(bytes), new BlobUploadOptions()), true),
                (() => blob.UploadVerifiedAsync(new MemoryStream(bytes)), true),
                (() => blob.UploadVerifiedAsync(path), true),
                (() => blob.UploadVerifiedAsync(BinaryData.FromBytes(bytes)), true),
                (() => block.UploadVerifiedAsync(path), true),
                (() => blob.UploadVerifiedAsync(path, new BlobVerifiedUploadOptions { Conditions = mustNotExist }), false),
            ];
            foreach ((Func<Task<Response<BlobContentInfo>>> upload, bool overwrites) in calls)
            {
                byte[] old = Random(10, seed: 3);
                await blob.UploadAsync(new MemoryStream(old), overwrite: true);
                if (overwrites)
                {
                    await upload();
                    await remote.AssertStoredAsync(bytes);
                }
                else
                {
                    RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(upload);
                    Assert.Equal((409, "BlobAlreadyExists"), (failure.Status, failure.ErrorCode));
                    await remote.AssertStoredAsync(old);
                }
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [SkippableTheory]
    [InlineData(Route.Blocks, 1000)]
    [InlineData(Route.Blocks, 2 * MiB)]
    [InlineData(Route.BlocksBySdk, 2 * MiB)]
    [InlineData(Route.Verified, 1000)]
    [InlineData(Route.Verified, 2 * MiB)]
    public async Task Only_who_holds_the_lease_replaces_a_blob(Route route, int length)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[] old = Random(10, seed: 2);
        byte[] content = Random(length);
        await blob.Direct.UploadAsync(new MemoryStream(old));
        BlobLease lease = await blob.Direct.GetBlobLeaseClient().AcquireAsync(BlobLeaseClient.InfiniteLeaseDuration);

        Assert.Equal((412, "LeaseIdMissing"), await FailAsync(() => route.UploadAsync(blob.Client, new MemoryStream(content))));
        Assert.Equal((412, "LeaseIdMismatchWithBlobOperation"), await FailAsync(() => UploadAsync(Guid.NewGuid().ToString())));
        await blob.AssertLeftAsync(old, staged: 0);

        await UploadAsync(lease.LeaseId);

        await blob.AssertIsAsync(content);

        Task UploadAsync(string id) => route.UploadAsync(blob.Client, new MemoryStream(content), new BlobUploadOptions { Conditions = new BlobRequestConditions { LeaseId = id } });
    }

    [SkippableTheory]
    [InlineData(Route.Blocks)]
    [InlineData(Route.BlocksBySdk)]
    public async Task Who_may_only_create_sends_a_whole_blob(Route route)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[] content = Random(2 * MiB);
        BlobClient client = Permitted(blob, BlobSasPermissions.Create);

        await route.UploadAsync(client, new MemoryStream([1, .. content]) { Position = 1 });

        await blob.AssertIsAsync(content);
        Assert.Equal(1, blob.Network.Requests(BlobOperation.PutBlob));

        // What cannot seek cannot be sent again.
        Assert.Equal((403, NoPermission), await FailAsync(() => route.UploadAsync(client, new TestSource(content))));
    }

    [SkippableFact]
    public async Task Who_may_only_create_sends_a_small_blob_only_with_verification()
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        BlobClient client = Permitted(blob, BlobSasPermissions.Create);

        Assert.Equal((403, NoPermission), await FailAsync(() => client.UploadVerifiedAsync(BinaryData.FromBytes(Random(MiB)))));
        await blob.AssertLeftAsync(content: null, staged: 0);

        await client.UploadVerifiedAsync(BinaryData.FromBytes(Random(MiB - 1)));

        await blob.AssertIsAsync(Random(MiB - 1));
    }

    /// <summary>What is there cannot be known, and is sent again; a lost reply cannot be told from a conflict.</summary>
    [SkippableTheory]
    [InlineData(Route.Blocks, false)]
    [InlineData(Route.Blocks, true)]
    [InlineData(Route.Verified, false)]
    [InlineData(Route.Verified, true)]
    public async Task Without_the_permission_to_read_everything_is_sent(Route route, bool losesReply)
    {
        await using RemoteBlob blob = await RemoteBlob.CreateAsync(azurite);
        byte[] content = Random(2 * MiB);
        BlobClient client = Permitted(blob, BlobSasPermissions.Create | BlobSasPermissions.Write);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlockList, Fault.Answer(403, "AuthenticationFailed")));
        Assert.Equal(403, (await FailAsync(() => route.UploadAsync(client, new MemoryStream(content), Routes.InBlocksOf(256 * KiB)))).Status);
        await blob.AssertLeftAsync(content: null, content.Length);
        blob.Network.SetFaults(FaultRule.On(BlobOperation.PutBlockList, Fault.LoseReply) with { Count = losesReply ? 1 : 0 });
        blob.Network.ResetCounters();

        Task upload = route.UploadAsync(client, new MemoryStream(content), Routes.InBlocksOf(256 * KiB));

        if (losesReply)
        {
            Assert.Equal((409, "BlobAlreadyExists"), await FailAsync(() => upload));
        }
        else
        {
            await upload;
        }

        Assert.Equal(content.Length, blob.Network.Bytes(BlobOperation.PutBlock));
        await blob.AssertIsAsync(content);
    }

    /// <summary>A client through the network by a signature that permits so much.</summary>
    private static BlobClient Permitted(RemoteBlob blob, BlobSasPermissions permissions)
    {
        Uri signed = blob.Direct.GenerateSasUri(permissions, DateTimeOffset.UtcNow.AddDays(1));
        return new BlobClient(new Uri(blob.Network.Uri, signed.PathAndQuery));
    }

    private static async Task<(int Status, string? Code)> FailAsync(Func<Task> uploadAsync)
    {
        RequestFailedException failure = await Assert.ThrowsAsync<RequestFailedException>(uploadAsync);
        return (failure.Status, failure.ErrorCode);
    }
}
