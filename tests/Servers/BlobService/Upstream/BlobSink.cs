using System.Globalization;
using System.Text;
using System.Xml.Linq;

namespace StreamTuning.BlobService.Upstream;

/// <summary>
/// A blob service that takes everything and keeps nothing but what it is called and how long it is: uploads to it take what the network takes. Knows block blobs,
/// their blocks, and the condition that a blob must not exist; does not look at signatures, nor at checksums.
/// </summary>
internal sealed class BlobSink
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, Blob> _blobs = [];
    private long _version;

    /// <summary>How long it takes to answer.</summary>
    public static TimeSpan Latency { get; } = TimeSpan.FromMilliseconds(5);

    /// <summary>Answers a request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="length">How long its body was.</param>
    /// <param name="content">Its body, if it was a list of blocks.</param>
    public SinkReply Answer(ProxyRequest request, long length, byte[] content)
    {
        lock (_lock)
        {
            return request.Operation switch
            {
                BlobOperation.CreateContainer => new SinkReply(201, "Created").With("ETag", NextTag()).With("Last-Modified", Now()),
                BlobOperation.PutBlob => PutBlob(request, length),
                BlobOperation.PutBlock => PutBlock(request, length),
                BlobOperation.PutBlockList => PutBlockList(request, content),
                BlobOperation.GetBlockList => GetBlockList(request),
                BlobOperation.GetProperties => GetProperties(request),
                BlobOperation.Delete => _blobs.Remove(request.Path) ? new SinkReply(202, "Accepted") : SinkReply.Failure(404, "BlobNotFound"),
                _ => SinkReply.Failure(501, "NotImplemented"),
            };
        }
    }

    private SinkReply PutBlob(ProxyRequest request, long length)
    {
        Blob blob = BlobOf(request);
        if (IsRefused(request, blob) is { } refusal)
        {
            return refusal;
        }

        blob.Committed = [];
        blob.Uncommitted.Clear();
        return Written(blob, length, request.Header("x-ms-blob-content-md5") ?? request.Header("Content-MD5"));
    }

    private SinkReply PutBlock(ProxyRequest request, long length)
    {
        Blob blob = BlobOf(request);
        string id = request.BlockId ?? "";
        if (id.Length == 0 || blob.Uncommitted.Keys.FirstOrDefault() is { } other && other.Length != id.Length)
        {
            return SinkReply.Failure(400, "InvalidBlobOrBlock");
        }

        blob.Uncommitted[id] = length;
        return Created(request.Header("Content-MD5"));
    }

    private SinkReply PutBlockList(ProxyRequest request, byte[] content)
    {
        Blob blob = BlobOf(request);
        if (IsRefused(request, blob) is { } refusal)
        {
            return refusal;
        }

        Dictionary<string, long> committed = [];
        foreach ((string id, long size) in blob.Committed)
        {
            committed[id] = size;
        }

        var blocks = new List<(string, long)>();
        foreach (XElement element in XDocument.Load(new MemoryStream(content)).Root!.Elements())
        {
            string id = element.Value.Trim();
            if ((element.Name.LocalName != "Committed" && blob.Uncommitted.TryGetValue(id, out long size))
                || (element.Name.LocalName != "Uncommitted" && committed.TryGetValue(id, out size)))
            {
                blocks.Add((id, size));
            }
            else
            {
                return SinkReply.Failure(400, "InvalidBlockList");
            }
        }

        blob.Committed = blocks;
        blob.Uncommitted.Clear();
        return Written(blob, blocks.Sum(block => block.Item2), request.Header("x-ms-blob-content-md5"), checksum: request.Header("Content-MD5"));
    }

    private SinkReply GetBlockList(ProxyRequest request)
    {
        if (!_blobs.TryGetValue(request.Path, out Blob? blob) || (blob.Tag is null && blob.Uncommitted.Count == 0))
        {
            return SinkReply.Failure(404, "BlobNotFound");
        }

        string kind = request.Query("blocklisttype") ?? "committed";
        var list = new XElement("BlockList");
        if (kind is "committed" or "all")
        {
            list.Add(new XElement("CommittedBlocks", blob.Committed.Select(block => Block(block.Id, block.Size))));
        }

        if (kind is "uncommitted" or "all")
        {
            list.Add(new XElement("UncommittedBlocks", blob.Uncommitted.Select(block => Block(block.Key, block.Value))));
        }

        var reply = new SinkReply(200, "OK") { Body = Encoding.UTF8.GetBytes($"<?xml version=\"1.0\" encoding=\"utf-8\"?>{list}") };
        reply.With("Content-Type", "application/xml").With("x-ms-blob-content-length", Text(blob.Length));
        return blob.Tag is null ? reply : reply.With("ETag", blob.Tag).With("Last-Modified", blob.Modified);

        static XElement Block(string id, long size) => new("Block", new XElement("Name", id), new XElement("Size", size));
    }

    private SinkReply GetProperties(ProxyRequest request)
    {
        if (request.Query("restype") is "container")
        {
            return new SinkReply(200, "OK").With("ETag", "\"0x0\"").With("Last-Modified", Now());
        }

        if (!_blobs.TryGetValue(request.Path, out Blob? blob) || blob.Tag is null)
        {
            return SinkReply.Failure(404, "BlobNotFound");
        }

        SinkReply reply = new SinkReply(200, "OK") { BodyLength = blob.Length }
            .With("ETag", blob.Tag).With("Last-Modified", blob.Modified).With("x-ms-blob-type", "BlockBlob").With("Content-Type", "application/octet-stream");
        return blob.Checksum is null ? reply : reply.With("Content-MD5", blob.Checksum);
    }

    private static SinkReply? IsRefused(ProxyRequest request, Blob blob) =>
        blob.Tag is not null && request.Header("If-None-Match") is "*" ? SinkReply.Failure(409, "BlobAlreadyExists")
        : request.Header("If-Match") is { } tag && tag != blob.Tag && tag != "*" ? SinkReply.Failure(412, "ConditionNotMet")
        : null;

    private SinkReply Written(Blob blob, long length, string? blobChecksum, string? checksum = null)
    {
        (blob.Length, blob.Checksum, blob.Tag, blob.Modified) = (length, blobChecksum, NextTag(), Now());
        return Created(checksum ?? blobChecksum).With("ETag", blob.Tag).With("Last-Modified", blob.Modified);
    }

    private static SinkReply Created(string? checksum)
    {
        SinkReply reply = new SinkReply(201, "Created").With("x-ms-request-server-encrypted", "true");
        return checksum is null ? reply : reply.With("Content-MD5", checksum);
    }

    private Blob BlobOf(ProxyRequest request) => _blobs.TryGetValue(request.Path, out Blob? blob) ? blob : _blobs[request.Path] = new Blob();

    private string NextTag() => string.Create(CultureInfo.InvariantCulture, $"\"0x8DC{++_version:X12}\"");

    private static string Now() => DateTimeOffset.UtcNow.ToString("R", CultureInfo.InvariantCulture);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private sealed class Blob
    {
        public Dictionary<string, long> Uncommitted { get; } = [];

        public List<(string Id, long Size)> Committed { get; set; } = [];

        public long Length { get; set; }

        public string? Checksum { get; set; }

        /// <summary>Null as long as nothing has been committed.</summary>
        public string? Tag { get; set; }

        public string Modified { get; set; } = "";
    }
}
