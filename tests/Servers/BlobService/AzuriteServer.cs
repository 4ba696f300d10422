using System.Diagnostics;
using System.Security.Cryptography;

namespace StreamTuning.BlobService;

/// <summary>
/// Azurite, the emulator of the blob service, on a free port of this machine. It ends with this object or this process, however that ends, and leaves nothing behind.
/// </summary>
public sealed class AzuriteServer : IAsyncDisposable
{
    private static readonly TimeSpan _timeToStart = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan _timeToEnd = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly Task _output;
    private readonly string _key;
    private int _isDisposed;

    private AzuriteServer(Process process, Task output, Uri uri, string key, string data) => (_process, _output, Uri, _key, Data) = (process, output, uri, key, data);

    /// <summary>The names of the accounts: the usual one of Azurite, and another.</summary>
    public static IReadOnlyList<string> Accounts { get; } = ["devstoreaccount1", "devstoreaccount2"];

    /// <summary>Where it listens. The name of the account is the first part of the path.</summary>
    public Uri Uri { get; }

    /// <summary>What a client of the first account needs.</summary>
    public string ConnectionString => ConnectionStringThrough(Uri);

    /// <summary>The directory that is its own.</summary>
    internal string Data { get; }

    /// <summary>Starts it, after it has been installed by npm if that has not been done yet, which takes a minute or two.</summary>
    /// <param name="storage">Where it keeps its blobs.</param>
    /// <param name="cancellationToken">Ends the wait for it to listen.</param>
    /// <exception cref="AzuriteUnavailableException">It cannot run here.</exception>
    /// <exception cref="InvalidOperationException">It could not be installed or started.</exception>
    public static async Task<AzuriteServer> StartAsync(AzuriteStorage storage = AzuriteStorage.Memory, CancellationToken cancellationToken = default)
    {
        (string node, string program) = await Task.Factory.StartNew(AzuriteInstallation.Ensure, cancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default);

        // Deleted by the process that serves it when that ends.
        string data = Directory.CreateTempSubdirectory("azurite-").FullName;
        string key = Convert.ToBase64String(RandomNumberGenerator.GetBytes(64));
        string[] where = storage == AzuriteStorage.Memory ? ["--inMemoryPersistence"] : ["--location", data];

        // The system chooses the port, so that nobody else has it. Connections stay open as long as their client wants: one that is closed while it is used again is a fault.
        var start = new ProcessStartInfo(node, ["--require", AzuriteInstallation.Preload, program, "--blobPort", "0", "--blobKeepAliveTimeout", "3600", "--silent", "--skipApiVersionCheck", "--disableTelemetry", .. where])
        {
            WorkingDirectory = data,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["AZURITE_ACCOUNTS"] = string.Join(';', Accounts.Select(account => $"{account}:{key}")) },
        };
        Process process = Process.Start(start)!;
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(_timeToStart);
            Task<string> errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
            Uri uri = await ReadAddressAsync(process, limit.Token)
                ?? throw new InvalidOperationException($"Azurite has ended instead of listening: {await errors.WaitAsync(limit.Token)}");
            return new AzuriteServer(process, Task.WhenAll(errors, process.StandardOutput.ReadToEndAsync(CancellationToken.None)), uri, key, data);
        }
        catch
        {
            await KillAsync(process, data);
            throw;
        }
    }

    /// <summary>What a client of an account needs to get there through a proxy.</summary>
    /// <param name="proxy">Where the proxy is.</param>
    /// <param name="account">One of <see cref="Accounts"/>; the first one unless said.</param>
    public string ConnectionStringThrough(Uri proxy, string? account = null)
    {
        account ??= Accounts[0];
        return $"DefaultEndpointsProtocol=http;AccountName={account};AccountKey={_key};BlobEndpoint={new Uri(proxy, account)};";
    }

    /// <summary>Stops it.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
        {
            return;
        }

        try
        {
            _process.StandardInput.Close();
            await _output.WaitAsync(_timeToEnd);
        }
        catch (Exception e) when (e is IOException or TimeoutException)
        {
            // Then it is not asked.
        }

        await KillAsync(_process, Data);
    }

    private static async Task KillAsync(Process process, string data)
    {
        process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
        if (Directory.Exists(data))
        {
            Directory.Delete(data, recursive: true);
        }
    }

    private static async Task<Uri?> ReadAddressAsync(Process process, CancellationToken cancellationToken)
    {
        const string Listens = "successfully listens on ";
        while (await process.StandardOutput.ReadLineAsync(cancellationToken) is { } line)
        {
            int index = line.IndexOf(Listens, StringComparison.Ordinal);
            if (index >= 0)
            {
                return new Uri(line[(index + Listens.Length)..].Trim());
            }
        }

        return null;
    }
}
