using Azure.Storage.Blobs;
using StreamTuning.BlobService;

namespace PhotoDrop;

/// <summary>
/// The blob storage that keeps the backups: an emulator on this machine, behind connections as they are to a data centre, of 8 MiB a second with a round trip of 20 ms.
/// Needs Node.js; without it there are no backups.
/// </summary>
internal sealed class BlobStorage : IAsyncDisposable
{
    private const string ContainerName = "photos";

    private readonly AzuriteServer _server;
    private readonly FaultProxy _network;

    private BlobStorage(AzuriteServer server, FaultProxy network) => (_server, _network) = (server, network);

    /// <summary>The container for the program, which takes the network.</summary>
    public BlobContainerClient Container => new(_server.ConnectionStringThrough(_network.Uri), ContainerName);

    /// <summary>The same container, for whoever looks at what is in it.</summary>
    public BlobContainerClient Inside => new(_server.ConnectionString, ContainerName);

    /// <summary>Starts it.</summary>
    /// <returns>The storage, or why there is none.</returns>
    public static async Task<(BlobStorage? Storage, string Kind)> TryStartAsync(CancellationToken cancellationToken)
    {
        try
        {
            AzuriteServer server = await AzuriteServer.StartAsync(cancellationToken: cancellationToken);
            var storage = new BlobStorage(server, FaultProxy.Start(server.Uri, NetworkProfile.Of(mebibytesPerSecond: 8, milliseconds: 20)));
            await storage.Inside.CreateAsync(cancellationToken: cancellationToken);
            return (storage, "emulated");
        }
        catch (AzuriteUnavailableException e)
        {
            return (null, $"none. {e.Message.ReplaceLineEndings(" ")}");
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _network.DisposeAsync();
        await _server.DisposeAsync();
    }
}
