using Azure.Core.Pipeline;
using Azure.Storage.Blobs;

namespace StreamTuning.Tool.Blobs;

/// <summary>
/// Opens a container with a secret that comes from the environment or standard input. The secret stands in no text that this makes;
/// whatever a library says passes <see cref="Hide"/>.
/// </summary>
internal sealed class BlobCredential
{
    /// <summary>The variable with a SAS or a connection string.</summary>
    public const string Variable = "STREAMTUNING_BLOB_CREDENTIAL";

    private readonly string _secret;

    private BlobCredential(string secret) => _secret = secret;

    private bool IsConnectionString => new[] { "AccountName=", "BlobEndpoint=", "SharedAccessSignature=" }
        .Any(key => _secret.Contains(key, StringComparison.OrdinalIgnoreCase));

    /// <summary>Reads the secret.</summary>
    /// <param name="input">Standard input; one line is read if the variable is not set.</param>
    /// <exception cref="ToolException">There is none.</exception>
    public static async Task<BlobCredential> ReadAsync(TextReader input, CancellationToken cancellationToken)
    {
        string? secret = Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } variable
            ? variable
            : await input.ReadLineAsync(cancellationToken);
        return string.IsNullOrWhiteSpace(secret)
            ? throw new ToolException(
                $"--blob needs a SAS or a connection string, in the variable {Variable} or on standard input.", ExitCode.Usage)
            : new BlobCredential(secret.Trim().TrimStart('?'));
    }

    /// <summary>A client of the container that counts requests.</summary>
    /// <param name="container">The container, without a query.</param>
    /// <param name="counter">Counts its requests.</param>
    /// <exception cref="ToolException">The secret is of no known form.</exception>
    public BlobContainerClient Open(Uri container, HttpPipelinePolicy counter)
    {
        // A request that is repeated would count as a slow one.
        var options = new BlobClientOptions { Retry = { MaxRetries = 0 } };
        options.AddPolicy(counter, Azure.Core.HttpPipelinePosition.PerRetry);
        try
        {
            if (!IsConnectionString)
            {
                return new BlobContainerClient(new UriBuilder(container) { Query = _secret }.Uri, options);
            }

            // The account is that of the URL, so that the same container is measured with either secret.
            string endpoint = container.AbsoluteUri[..container.AbsoluteUri.TrimEnd('/').LastIndexOf('/')];
            var parts = _secret.Split(';', StringSplitOptions.RemoveEmptyEntries)
                .Where(static part => !part.StartsWith("BlobEndpoint=", StringComparison.OrdinalIgnoreCase))
                .Append($"BlobEndpoint={endpoint}");
            return new BlobContainerClient(string.Join(';', parts), container.AbsolutePath.TrimEnd('/').Split('/')[^1], options);
        }
        catch (Exception e) when (e is FormatException or ArgumentException or UriFormatException or InvalidOperationException)
        {
            throw new ToolException(
                $"The secret in {Variable} or on standard input is neither a SAS nor a connection string.", ExitCode.Usage);
        }
    }

    /// <summary>A text without the secret or a part of it.</summary>
    public string Hide(string text)
    {
        foreach (string part in _secret.Split('&', ';').Select(static part => part[(part.IndexOf('=') + 1)..]).Append(_secret))
        {
            const int LeastSecret = 12;
            if (part.Length >= LeastSecret)
            {
                text = text.Replace(part, "***").Replace(Uri.UnescapeDataString(part), "***");
            }
        }

        return text;
    }
}
