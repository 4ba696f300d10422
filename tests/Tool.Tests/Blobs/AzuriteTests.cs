using Azure.Storage.Blobs;
using Azure.Storage.Sas;
using StreamTuning.BlobService;
using StreamTuning.Tool.Tests.Setup;

namespace StreamTuning.Tool.Tests.Blobs;

/// <summary>A measurement of a real service, which checks the secret. The secret stands in nothing that the command writes.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class AzuriteTests : IAsyncLifetime
{
    private const string Container = "uploads";

    private readonly ScratchFolder _folder = new();
    private AzuriteServer? _server;
    private string? _reason;
    private BlobContainerClient _client = null!;

    public async Task InitializeAsync()
    {
        try
        {
            _server = await AzuriteServer.StartAsync();
        }
        catch (AzuriteUnavailableException e)
        {
            _reason = e.Message;
            return;
        }

        _client = new BlobContainerClient(_server.ConnectionString, Container);
        await _client.CreateAsync();
    }

    public async Task DisposeAsync()
    {
        _folder.Dispose();
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    [SkippableFact]
    public async Task A_connection_string_from_standard_input_measures_and_is_told_to_nobody()
    {
        Skip.If(_server is null, _reason);

        ToolRun run = await MeasureAsync(input: _server.ConnectionString, variable: null);

        AssertMeasured(run);
        AssertHidden(run, _server.ConnectionString);
        Assert.Empty(_client.GetBlobs());
    }

    [SkippableFact]
    public async Task A_SAS_from_the_environment_measures_and_is_told_to_nobody()
    {
        Skip.If(_server is null, _reason);
        string sas = Sas(BlobContainerSasPermissions.All);

        ToolRun run = await MeasureAsync(input: "", sas);

        AssertMeasured(run);
        AssertHidden(run, sas);
        Assert.Empty(_client.GetBlobs());
    }

    [SkippableFact]
    public async Task A_SAS_that_permits_too_little_ends_it_and_is_told_to_nobody()
    {
        Skip.If(_server is null, _reason);
        string sas = Sas(BlobContainerSasPermissions.Read);

        ToolRun run = await MeasureAsync(input: sas, variable: null);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("The measurement stopped: the service answered 403", run.Error);
        AssertHidden(run, sas);
    }

    [SkippableFact]
    public async Task A_key_of_another_account_ends_it_and_is_told_to_nobody()
    {
        Skip.If(_server is null, _reason);
        string other = $"AccountName={AzuriteServer.Accounts[0]};AccountKey={Convert.ToBase64String(new byte[64])}";

        ToolRun run = await MeasureAsync(input: other, variable: null);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("The measurement stopped: the service answered 403", run.Error);
        AssertHidden(run, other);
    }

    private string Sas(BlobContainerSasPermissions permissions) =>
        _client.GenerateSasUri(permissions, DateTimeOffset.UtcNow.AddHours(1)).Query;

    private Task<ToolRun> MeasureAsync(string input, string? variable) => ToolProcess.RunAsync(
        _folder.Root,
        input,
        variable,
        "measure", "--blob", _client.Uri.ToString(), "--time", "15s", "--max-bytes", "400MiB", "--output", "blobs.json");

    private void AssertMeasured(ToolRun run)
    {
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("by UploadBlocksAsync", run.Output);
        Assert.Contains($"\"container\": \"{_client.Uri}\"", _folder["blobs.json"]);
    }

    /// <summary>Looks for each value of the secret, as it is and as it stands in a URL.</summary>
    private void AssertHidden(ToolRun run, string secret)
    {
        const int LeastSecret = 12;
        string report = File.Exists(_folder.PathOf("blobs.json")) ? _folder["blobs.json"] : "";
        string[] values =
        [
            .. secret.Split('&', ';').Select(static part => part[(part.IndexOf('=') + 1)..])
                .Where(part => part.Length >= LeastSecret && !_client.Uri.ToString().StartsWith(part, StringComparison.Ordinal)
                    && !AzuriteServer.Accounts.Contains(part)),
        ];
        Assert.NotEmpty(values);
        Assert.All(values, value => Assert.All([run.Output, run.Error, report], text =>
        {
            Assert.DoesNotContain(value, text);
            Assert.DoesNotContain(Uri.UnescapeDataString(value), text);
        }));
    }
}
