using System.Web;

namespace StreamTuning.AzureBlobs;

internal enum Operation
{
    PutBlob,
    PutBlock,
    PutBlockList,
    GetBlockList,
    GetProperties,
    Other,
}

/// <summary>A request as the service got it.</summary>
internal sealed class FakeRequest
{
    private FakeRequest(HttpRequestMessage message, byte[] body)
    {
        System.Collections.Specialized.NameValueCollection query = HttpUtility.ParseQueryString(message.RequestUri!.Query);
        string? comp = query["comp"];
        Operation = (message.Method.Method, comp) switch
        {
            ("PUT", null) => Operation.PutBlob,
            ("PUT", "block") => Operation.PutBlock,
            ("PUT", "blocklist") => Operation.PutBlockList,
            ("GET", "blocklist") => Operation.GetBlockList,
            ("HEAD", null) => Operation.GetProperties,
            _ => Operation.Other,
        };
        Uri = message.RequestUri;
        BlockId = query["blockid"];
        ListType = query["blocklisttype"];
        Body = body;
        Headers = message.Headers.Concat(message.Content?.Headers ?? Enumerable.Empty<KeyValuePair<string, IEnumerable<string>>>())
            .ToDictionary(header => header.Key, header => string.Join(",", header.Value), StringComparer.OrdinalIgnoreCase);
    }

    public Operation Operation { get; }

    public Uri Uri { get; }

    public string? BlockId { get; }

    public string? ListType { get; }

    public byte[] Body { get; }

    public IReadOnlyDictionary<string, string> Headers { get; }

    public string? this[string header] => Headers.GetValueOrDefault(header);

    public static async Task<FakeRequest> OfAsync(HttpRequestMessage message, CancellationToken token) =>
        new(message, message.Content is null ? [] : await message.Content.ReadAsByteArrayAsync(token));

    public override string ToString() => $"{Operation} {Body.Length}";
}
