using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Xml.Linq;
using Azure.Core.Pipeline;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning.AzureBlobs;

/// <summary>
/// One blob of a service that keeps the rules of the real one, as far as uploads meet them, and notes every request. What goes wrong is put in front of it, or
/// behind.
/// </summary>
internal sealed class FakeBlobService : HttpMessageHandler
{
    private readonly object _gate = new();
    private readonly List<FakeRequest> _requests = [];
    private Dictionary<string, byte[]> _staged = [];
    private List<(string Id, byte[] Content)> _committed = [];
    private int _version;

    /// <summary>What exists under the name of the blob.</summary>
    public byte[]? Content { get; private set; }

    /// <summary>The Content-MD5 of the blob, as stored.</summary>
    public string? ContentMD5 { get; private set; }

    /// <summary>Is asked before a request is served, and may answer it, or throw.</summary>
    public Func<FakeRequest, CancellationToken, Task<HttpResponseMessage?>>? Before { get; set; }

    /// <summary>Whether the answer to a request that was served is lost.</summary>
    public Func<FakeRequest, bool>? LosesReply { get; set; }

    public int InFlight { get; private set; }

    public int MostInFlight { get; private set; }

    public IReadOnlyList<FakeRequest> Requests
    {
        get
        {
            lock (_gate)
            {
                return [.. _requests];
            }
        }
    }

    public IReadOnlyList<FakeRequest> Blocks => [.. Requests.Where(request => request.Operation == Operation.PutBlock)];

    public IReadOnlyCollection<string> Staged
    {
        get
        {
            lock (_gate)
            {
                return [.. _staged.Keys];
            }
        }
    }

    public string ETag => $"\"0x{_version}\"";

    public Operation[] Operations => [.. Requests.Select(request => request.Operation)];

    public BlobClient Client(Action<BlobClientOptions>? configure = null, string blob = "folder/a blob (1).bin", string scheme = "https") =>
        new(new BlobUriBuilder(new Uri(scheme + "://account.blob.core.windows.net")) { BlobContainerName = "container", BlobName = blob }.ToUri(), Options(configure));

    public BlockBlobClient BlockClient() => new(new Uri("https://account.blob.core.windows.net/container/blob"), Options(null));

    public BlobClientOptions Options(Action<BlobClientOptions>? configure)
    {
        var options = new BlobClientOptions { Transport = new HttpClientTransport(new HttpClient(this, disposeHandler: false)) };
        options.Retry.MaxRetries = 2;
        options.Retry.Delay = TimeSpan.Zero;
        options.Retry.MaxDelay = TimeSpan.Zero;
        configure?.Invoke(options);
        return options;
    }

    /// <summary>Another writer's blob, made by one request.</summary>
    public void Create(byte[] content)
    {
        lock (_gate)
        {
            Make(content, Convert.ToBase64String(MD5.HashData(content)), []);
        }
    }

    /// <summary>Another writer's block.</summary>
    public void Stage(string id, byte[] content)
    {
        lock (_gate)
        {
            _staged[id] = content;
        }
    }

    public static HttpResponseMessage Error(HttpStatusCode status, string code)
    {
        var response = new HttpResponseMessage(status)
        {
            Content = new StringContent($"<Error><Code>{code}</Code><Message>The service says no.</Message></Error>", Encoding.UTF8, "application/xml"),
        };
        response.Headers.Add("x-ms-error-code", code);
        return response;
    }

    /// <summary>The streams of the SDK send what is left without awaiting it when they are disposed of.</summary>
    protected override HttpResponseMessage Send(HttpRequestMessage message, CancellationToken cancellationToken) => SendAsync(message, cancellationToken).GetAwaiter().GetResult();

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage message, CancellationToken cancellationToken)
    {
        FakeRequest request = await FakeRequest.OfAsync(message, cancellationToken);
        lock (_gate)
        {
            _requests.Add(request);
            InFlight++;
            MostInFlight = Math.Max(MostInFlight, InFlight);
        }

        try
        {
            HttpResponseMessage? response = Before is null ? null : await Before(request, cancellationToken);
            if (response is null)
            {
                lock (_gate)
                {
                    response = Serve(request);
                }

                if (LosesReply?.Invoke(request) == true)
                {
                    throw new HttpRequestException("The reply was lost.", new IOException("The connection was closed."));
                }
            }

            if (request[FakeRequest.Framing] is { } framing)
            {
                response.Headers.Add(FakeRequest.Framing, framing);
            }

            response.RequestMessage = message;
            return response;
        }
        finally
        {
            lock (_gate)
            {
                InFlight--;
            }
        }
    }

    private HttpResponseMessage Serve(FakeRequest request) => request.Operation switch
    {
        Operation.PutBlob => PutBlob(request),
        Operation.PutBlock => PutBlock(request),
        Operation.PutBlockList => PutBlockList(request),
        Operation.GetBlockList => GetBlockList(request),
        Operation.GetProperties => GetProperties(request),
        _ => Error(HttpStatusCode.BadRequest, "UnsupportedHttpVerb"),
    };

    private HttpResponseMessage PutBlob(FakeRequest request)
    {
        if (Refusal(request) is { } refusal)
        {
            return refusal;
        }

        string md5 = Convert.ToBase64String(MD5.HashData(request.Body));
        if (request["Content-MD5"] is { } sent && sent != md5)
        {
            return Error(HttpStatusCode.BadRequest, "Md5Mismatch");
        }

        Make(request.Body, request["x-ms-blob-content-md5"] ?? md5, []);
        return Made();
    }

    private HttpResponseMessage PutBlock(FakeRequest request)
    {
        if (_staged.Keys.Any(id => id.Length != request.BlockId!.Length))
        {
            return Error(HttpStatusCode.BadRequest, "InvalidBlobOrBlock");
        }

        if (request["Content-MD5"] is { } sent && sent != Convert.ToBase64String(MD5.HashData(request.Body)))
        {
            return Error(HttpStatusCode.BadRequest, "Md5Mismatch");
        }

        _staged[request.BlockId!] = request.Body;
        return new HttpResponseMessage(HttpStatusCode.Created);
    }

    private HttpResponseMessage PutBlockList(FakeRequest request)
    {
        if (Refusal(request) is { } refusal)
        {
            return refusal;
        }

        var blocks = new List<(string Id, byte[] Content)>();
        foreach (XElement element in XDocument.Parse(Encoding.UTF8.GetString(request.Body).TrimStart('\uFEFF')).Root!.Elements("Latest"))
        {
            if (!_staged.TryGetValue(element.Value, out byte[]? content))
            {
                content = _committed.FirstOrDefault(block => block.Id == element.Value).Content;
            }

            if (content is null)
            {
                return Error(HttpStatusCode.BadRequest, "InvalidBlockList");
            }

            blocks.Add((element.Value, content));
        }

        Make([.. blocks.SelectMany(block => block.Content)], request["x-ms-blob-content-md5"], blocks);
        return Made();
    }

    private HttpResponseMessage GetBlockList(FakeRequest request)
    {
        if (Content is null && _staged.Count == 0)
        {
            return Error(HttpStatusCode.NotFound, "BlobNotFound");
        }

        var list = new XElement("BlockList");
        if (request.ListType is "committed" or "all")
        {
            list.Add(new XElement("CommittedBlocks", _committed.Select(block => Element(block.Id, block.Content))));
        }

        if (request.ListType is "uncommitted" or "all")
        {
            list.Add(new XElement("UncommittedBlocks", _staged.Select(block => Element(block.Key, block.Value))));
        }

        var response = new HttpResponseMessage(HttpStatusCode.OK) { Content = new StringContent(list.ToString(), Encoding.UTF8, "application/xml") };
        if (Content is not null)
        {
            Describe(response);
            response.Headers.Add("x-ms-blob-content-length", Content.Length.ToString(CultureInfo.InvariantCulture));
        }

        return response;
    }

    private HttpResponseMessage GetProperties(FakeRequest request)
    {
        if (Content is null)
        {
            return Error(HttpStatusCode.NotFound, "BlobNotFound");
        }

        if (Refusal(request) is { } refusal)
        {
            return refusal;
        }

        var response = new HttpResponseMessage(HttpStatusCode.OK) { Content = new ByteArrayContent(Content) };
        Describe(response);
        response.Headers.Add("x-ms-blob-type", "BlockBlob");
        response.Headers.Add("x-ms-version-id", "version " + _version);
        return response;
    }

    private HttpResponseMessage? Refusal(FakeRequest request)
    {
        if (request["If-None-Match"] == "*" && Content is not null)
        {
            return Error(HttpStatusCode.Conflict, "BlobAlreadyExists");
        }

        return request["If-Match"] is { } match && (Content is null || (match != "*" && match != ETag)) ? Error(HttpStatusCode.PreconditionFailed, "ConditionNotMet") : null;
    }

    private void Make(byte[] content, string? md5, List<(string Id, byte[] Content)> blocks)
    {
        Content = content;
        ContentMD5 = md5;
        _committed = blocks;
        _staged = [];
        _version++;
    }

    private HttpResponseMessage Made()
    {
        var response = new HttpResponseMessage(HttpStatusCode.Created) { Content = new StringContent("") };
        Describe(response);
        return response;
    }

    private void Describe(HttpResponseMessage response)
    {
        response.Headers.ETag = new System.Net.Http.Headers.EntityTagHeaderValue(ETag);
        response.Content.Headers.LastModified = DateTimeOffset.UnixEpoch.AddDays(_version);
        if (ContentMD5 is not null)
        {
            response.Content.Headers.ContentMD5 = Convert.FromBase64String(ContentMD5);
        }
    }

    private static XElement Element(string id, byte[] content) => new("Block", new XElement("Name", id), new XElement("Size", content.Length));
}
