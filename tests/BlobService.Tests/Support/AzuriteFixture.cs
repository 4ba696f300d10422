using Azure.Storage.Blobs;

namespace StreamTuning.BlobService;

/// <summary>One Azurite for all tests of the collection; skips them where there is none. Each test makes a container of its own.</summary>
public sealed class AzuriteFixture : IAsyncLifetime
{
    private AzuriteServer? _server;
    private string? _reason;

    /// <summary>The server.</summary>
    public AzuriteServer Server
    {
        get
        {
            Skip.If(_server is null, _reason);
            return _server;
        }
    }

    /// <summary>A new container.</summary>
    /// <param name="through">The proxy through which the client gets there; <see langword="null"/> for none. The container is created without it.</param>
    /// <param name="options">The options of the client.</param>
    public async Task<BlobContainerClient> CreateContainerAsync(FaultProxy? through = null, BlobClientOptions? options = null)
    {
        string name = $"test-{Guid.NewGuid():N}";
        await new BlobContainerClient(Server.ConnectionString, name).CreateAsync();
        return new BlobContainerClient(Server.ConnectionStringThrough(through?.Uri ?? Server.Uri), name, options);
    }

    public async Task InitializeAsync()
    {
        try
        {
            _server = await AzuriteServer.StartAsync();
        }
        catch (AzuriteUnavailableException e)
        {
            _reason = e.Message;
        }
    }

    public async Task DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }
}

/// <summary>The tests that need Azurite.</summary>
[CollectionDefinition(Name)]
public sealed class AzuriteTests : ICollectionFixture<AzuriteFixture>
{
    public const string Name = "Azurite";
}
