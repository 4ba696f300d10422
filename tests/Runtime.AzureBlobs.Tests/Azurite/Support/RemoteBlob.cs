using System.Security.Cryptography;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using StreamTuning.BlobService;

namespace StreamTuning.AzureBlobs;

/// <summary>A blob in a container of its own, and on the way to it a network without limits, in which things go wrong.</summary>
internal sealed class RemoteBlob : IAsyncDisposable
{
    private const string Name = "folder/a blob.bin";

    private readonly AzuriteFixture _azurite;

    private RemoteBlob(AzuriteFixture azurite, string container, int seed, int retries)
    {
        _azurite = azurite;
        Network = FaultProxy.Start(azurite.Server.Uri, seed: seed);
        var options = new BlobClientOptions { Retry = { MaxRetries = retries, Delay = TimeSpan.Zero, MaxDelay = TimeSpan.Zero } };
        Client = new BlobClient(azurite.Server.ConnectionStringThrough(Network.Uri), container, Name, options);
        Direct = new BlobClient(azurite.Server.ConnectionString, container, Name);
    }

    public FaultProxy Network { get; }

    /// <summary>Through the network.</summary>
    public BlobClient Client { get; }

    /// <summary>Past it.</summary>
    public BlobClient Direct { get; }

    /// <param name="azurite">The service.</param>
    /// <param name="seed">What chance depends on in the network.</param>
    /// <param name="retries">Of the client, one more than the default unless said.</param>
    public static async Task<RemoteBlob> CreateAsync(AzuriteFixture azurite, int seed = 1, int retries = 6) =>
        new(azurite, (await azurite.CreateContainerAsync()).Name, seed, retries);

    /// <summary>What chance knows a request by: without the nonce of the upload, which differs from run to run.</summary>
    public static string KeyOf(ProxyRequest request) => $"{request.Operation} {(request.BlockId is { } id ? ContentOf(id) : null)}";

    /// <summary>The part of an id that is the same in every upload of the same content.</summary>
    public static string ContentOf(string id) => id[..32];

    /// <summary>The same blob through another network.</summary>
    public RemoteBlob Again() => new(_azurite, Client.BlobContainerName, seed: 1, retries: 6);

    /// <summary>What is stored; <see langword="null"/> where there is no blob.</summary>
    public async Task<byte[]?> ReadAsync()
    {
        try
        {
            return (await Direct.DownloadContentAsync()).Value.Content.ToArray();
        }
        catch (RequestFailedException e) when (e.Status == 404)
        {
            return null;
        }
    }

    /// <summary>How many bytes there are in blocks that are staged.</summary>
    public async Task<long> CountStagedAsync() => (await ListStagedAsync()).Sum(block => block.SizeLong);

    public async Task<IEnumerable<BlobBlock>> ListStagedAsync()
    {
        try
        {
            BlockList list = await Direct.GetParentBlobContainerClient().GetBlockBlobClient(Name).GetBlockListAsync(BlockListTypes.Uncommitted);
            return list.UncommittedBlocks;
        }
        catch (RequestFailedException e) when (e.Status == 404)
        {
            return [];
        }
    }

    /// <summary>What is stored, where <see langword="null"/> is no blob.</summary>
    public async Task AssertStoredAsync(byte[]? content)
    {
        byte[]? stored = await ReadAsync();
        Assert.Equal(content is null, stored is null);
        Bytes.AssertEqual(content, stored);
    }

    /// <summary>The blob is this content, with its MD5, and no block is left.</summary>
    public async Task AssertIsAsync(byte[] content)
    {
        await AssertLeftAsync(content, staged: 0);
        Assert.Equal(MD5.HashData(content), (await Direct.GetPropertiesAsync()).Value.ContentHash);
    }

    /// <summary>What is stored, where <see langword="null"/> is no blob, and how many bytes of blocks are left.</summary>
    public async Task AssertLeftAsync(byte[]? content, long staged)
    {
        await AssertStoredAsync(content);
        Assert.Equal(staged, await CountStagedAsync());
    }

    public ValueTask DisposeAsync() => Network.DisposeAsync();
}
