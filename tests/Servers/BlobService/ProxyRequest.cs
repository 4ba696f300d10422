using StreamTuning.BlobService.Http;

namespace StreamTuning.BlobService;

/// <summary>A request that has come to a <see cref="FaultProxy"/>.</summary>
public sealed class ProxyRequest
{
    private readonly MessageHead _head;
    private readonly Dictionary<string, string> _query = new(StringComparer.OrdinalIgnoreCase);

    internal ProxyRequest(MessageHead head, long? length, int number, int connection)
    {
        _head = head;
        Number = number;
        Connection = connection;
        Length = length;
        string[] parts = head.StartLine.Split(' ', 3);
        Method = parts[0];
        Target = parts[1];
        int query = Target.IndexOf('?');
        Path = Uri.UnescapeDataString(query < 0 ? Target : Target[..query]);
        foreach (string pair in query < 0 ? [] : Target[(query + 1)..].Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            int equals = pair.IndexOf('=');
            _query[Uri.UnescapeDataString(equals < 0 ? pair : pair[..equals])] = equals < 0 ? "" : Uri.UnescapeDataString(pair[(equals + 1)..]);
        }

        Operation = OperationOf();
    }

    /// <summary>Which request it is, from 1, in the order in which they came.</summary>
    public int Number { get; }

    /// <summary>Which connection it came through, from 1.</summary>
    public int Connection { get; }

    /// <summary>What it asks for.</summary>
    public BlobOperation Operation { get; }

    /// <summary>The method, such as PUT.</summary>
    public string Method { get; }

    /// <summary>Path and query as they were sent.</summary>
    public string Target { get; }

    /// <summary>The path, decoded. It begins with the account where that is not part of the host's name.</summary>
    public string Path { get; }

    /// <summary>The query parameter <c>comp</c>; empty if there is none.</summary>
    public string Comp => Query("comp") ?? "";

    /// <summary>The id of the block that is staged; <see langword="null"/> for other requests.</summary>
    public string? BlockId => Query("blockid");

    /// <summary>The length of the body in bytes; <see langword="null"/> when it comes in chunks.</summary>
    public long? Length { get; }

    /// <summary>A query parameter, decoded; <see langword="null"/> if there is none.</summary>
    public string? Query(string name) => _query.GetValueOrDefault(name);

    /// <summary>A header; <see langword="null"/> if there is none.</summary>
    public string? Header(string name) => _head[name];

    /// <inheritdoc/>
    public override string ToString() => $"{Number}: {Method} {Target}";

    private BlobOperation OperationOf() => (Method, Comp, Query("restype")) switch
    {
        ("PUT", "", "container") => BlobOperation.CreateContainer,
        ("PUT", "", null) when Header("x-ms-blob-type") is "BlockBlob" && Header("x-ms-copy-source") is null => BlobOperation.PutBlob,
        ("PUT", "block", null) when Header("x-ms-copy-source") is null => BlobOperation.PutBlock,
        ("PUT", "blocklist", null) => BlobOperation.PutBlockList,
        ("GET", "blocklist", null) => BlobOperation.GetBlockList,
        ("GET", "", null) => BlobOperation.GetBlob,
        ("HEAD", "", _) => BlobOperation.GetProperties,
        ("DELETE", "", _) => BlobOperation.Delete,
        _ => BlobOperation.Other,
    };
}
