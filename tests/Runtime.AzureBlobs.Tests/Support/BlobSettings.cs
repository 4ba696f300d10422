using Azure;
using Azure.Storage.Blobs.Models;

namespace StreamTuning.AzureBlobs;

/// <summary>Everything that can be said about a blob.</summary>
internal static class BlobSettings
{
    /// <summary>What only belongs to the request that makes the blob.</summary>
    private static readonly string[] _ofTheBlob =
    [
        "x-ms-blob-content-type", "x-ms-blob-content-encoding", "x-ms-blob-content-language", "x-ms-blob-content-disposition", "x-ms-blob-cache-control", "x-ms-meta-a",
        "x-ms-tags", "x-ms-access-tier", "x-ms-immutability-policy-until-date", "x-ms-immutability-policy-mode", "x-ms-legal-hold", "If-Match", "If-None-Match",
        "If-Modified-Since", "If-Unmodified-Since", "x-ms-if-tags",
    ];

    private static readonly DateTimeOffset _later = DateTimeOffset.UnixEpoch.AddYears(100);

    public const string Lease = "7b0a2a4e-5d3c-4b52-9c0a-0a8f6d5f9a01";

    public static BlobUploadOptions All() => new()
    {
        HttpHeaders = new BlobHttpHeaders
        {
            ContentType = "image/jpeg",
            ContentEncoding = "gzip",
            ContentLanguage = "de",
            ContentDisposition = "attachment",
            CacheControl = "no-cache",
        },
        Metadata = new Dictionary<string, string> { ["a"] = "b" },
        Tags = new Dictionary<string, string> { ["t"] = "u" },
        AccessTier = AccessTier.Cool,
        ImmutabilityPolicy = new BlobImmutabilityPolicy { ExpiresOn = _later, PolicyMode = BlobImmutabilityPolicyMode.Unlocked },
        LegalHold = true,
        Conditions = new BlobRequestConditions
        {
            IfMatch = ETag.All,
            IfModifiedSince = DateTimeOffset.UnixEpoch,
            IfUnmodifiedSince = _later,
            TagConditions = "\"t\" = 'u'",
            LeaseId = Lease,
        },
    };

    public static BlobUploadOptions AllButConditions()
    {
        BlobUploadOptions options = All();
        options.Conditions = null;
        return options;
    }

    public static void AssertMade(FakeRequest request)
    {
        Assert.Equal("image/jpeg", request["x-ms-blob-content-type"]);
        Assert.Equal("gzip", request["x-ms-blob-content-encoding"]);
        Assert.Equal("de", request["x-ms-blob-content-language"]);
        Assert.Equal("attachment", request["x-ms-blob-content-disposition"]);
        Assert.Equal("no-cache", request["x-ms-blob-cache-control"]);
        Assert.Equal("b", request["x-ms-meta-a"]);
        Assert.Equal("t=u", request["x-ms-tags"]);
        Assert.Equal("Cool", request["x-ms-access-tier"]);
        Assert.NotNull(request["x-ms-immutability-policy-until-date"]);
        Assert.Equal("unlocked", request["x-ms-immutability-policy-mode"], ignoreCase: true);
        Assert.Equal("true", request["x-ms-legal-hold"]);
        Assert.Equal("*", request["If-Match"]);
        Assert.NotNull(request["If-Modified-Since"]);
        Assert.NotNull(request["If-Unmodified-Since"]);
        Assert.Equal("\"t\" = 'u'", request["x-ms-if-tags"]);
        Assert.Equal(Lease, request["x-ms-lease-id"]);
    }

    public static void AssertLeaseOnly(FakeRequest request)
    {
        Assert.All(_ofTheBlob, header => Assert.Null(request[header]));
        Assert.Equal(Lease, request["x-ms-lease-id"]);
    }
}
