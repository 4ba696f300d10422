using Azure.Core.Pipeline;
using Azure.Storage.Blobs;
using StreamTuning.BlobService;

namespace StreamTuning.Benchmarks;

/// <summary>A container behind a network, which each upload reaches through connections of its own.</summary>
internal sealed class UploadTarget
{
    private const string ContainerName = "uploads";

    private readonly string _connectionString;

    private UploadTarget(string connectionString) => _connectionString = connectionString;

    /// <summary>The sink behind a proxy.</summary>
    public static async Task<UploadTarget> OfSinkAsync(FaultProxy proxy)
    {
        string key = Convert.ToBase64String(new byte[64]);
        return await CreateAsync($"DefaultEndpointsProtocol=http;AccountName=sink;AccountKey={key};BlobEndpoint={new Uri(proxy.Uri, "sink")};");
    }

    /// <summary>Azurite, through a proxy or directly.</summary>
    public static Task<UploadTarget> OfAzuriteAsync(AzuriteServer azurite, FaultProxy? proxy) => CreateAsync(azurite.ConnectionStringThrough(proxy?.Uri ?? azurite.Uri));

    /// <summary>What another process needs to get there.</summary>
    public static UploadTarget OfConnectionString(string connectionString) => new(connectionString);

    /// <summary>What <see cref="OfConnectionString"/> takes.</summary>
    public string ConnectionString => _connectionString;

    /// <summary>Works with a blob, through connections that are new and closed in the end.</summary>
    public async Task<TResult> UseAsync<TResult>(string name, Func<BlobClient, Task<TResult>> use, Action<BlobClientOptions>? configure = null)
    {
        using var client = new HttpClient(new SocketsHttpHandler()) { Timeout = Timeout.InfiniteTimeSpan };
        var options = new BlobClientOptions { Transport = new HttpClientTransport(client) };
        configure?.Invoke(options);
        return await use(new BlobContainerClient(_connectionString, ContainerName, options).GetBlobClient(name));
    }

    /// <inheritdoc cref="UseAsync{TResult}"/>
    public Task UseAsync(string name, Func<BlobClient, Task> use, Action<BlobClientOptions>? configure = null) => UseAsync(
        name,
        async blob =>
        {
            await use(blob);
            return 0;
        },
        configure);

    private static async Task<UploadTarget> CreateAsync(string connectionString)
    {
        await new BlobContainerClient(connectionString, ContainerName).CreateIfNotExistsAsync();
        return new UploadTarget(connectionString);
    }
}
