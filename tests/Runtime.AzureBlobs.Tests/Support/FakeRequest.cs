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
    /// <summary>Says that the body is in frames, each with a CRC: newer versions of the SDK send these in place of a header with one CRC.</summary>
    public const string Framing = "x-ms-structured-body";

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
        Headers = message.Headers.Concat(message.Content?.Headers ?? Enumerable.Empty<KeyValuePair<string, IEnumerable<string>>>())
            .ToDictionary(header => header.Key, header => string.Join(",", header.Value), StringComparer.OrdinalIgnoreCase);
        Body = this[Framing] is null ? body : Unframe(body);
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

    private static byte[] Unframe(byte[] message)
    {
        using var reader = new BinaryReader(new MemoryStream(message));
        reader.ReadByte(); // version
        reader.ReadInt64(); // length of the message
        bool hasCrc = (reader.ReadUInt16() & 1) == 1;
        int frames = reader.ReadUInt16();
        var content = new MemoryStream();
        for (int frame = 0; frame < frames; frame++)
        {
            reader.ReadUInt16(); // number of the frame
            content.Write(reader.ReadBytes(checked((int)reader.ReadInt64())));
            reader.ReadBytes(hasCrc ? sizeof(ulong) : 0);
        }

        return content.ToArray();
    }

    public override string ToString() => $"{Operation} {Body.Length}";
}
