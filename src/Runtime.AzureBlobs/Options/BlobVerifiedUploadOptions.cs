using Azure.Storage.Blobs.Models;

namespace StreamTuning;

/// <summary>
/// What a verified upload makes of a blob, and how. The upload takes its own copy of the values when it starts and never changes them.
/// </summary>
public sealed class BlobVerifiedUploadOptions
{
    private readonly BlockUploadOptions _blocks = new();

    /// <summary>The HTTP headers of the blob. A content hash that is set is kept; otherwise it is the MD5 of the content.</summary>
    public BlobHttpHeaders? HttpHeaders { get; set; }

    /// <summary>The metadata of the blob.</summary>
    public IDictionary<string, string>? Metadata { get; set; }

    /// <summary>The tags of the blob.</summary>
    public IDictionary<string, string>? Tags { get; set; }

    /// <summary>
    /// Under which conditions the blob is written; <see langword="null"/>, the default, replaces a blob that exists. A lease goes with
    /// every request, all other conditions with the one that makes the blob.
    /// </summary>
    public BlobRequestConditions? Conditions { get; set; }

    /// <summary>The access tier of the blob.</summary>
    public AccessTier? AccessTier { get; set; }

    /// <summary>The immutability policy of the blob.</summary>
    public BlobImmutabilityPolicy? ImmutabilityPolicy { get; set; }

    /// <summary>Whether the blob is under a legal hold.</summary>
    public bool? LegalHold { get; set; }

    /// <summary>
    /// Is told the total of bytes stored so far after each block, those of resumed blocks included, never by two threads at a time. An
    /// exception that it throws ends the upload.
    /// </summary>
    public IProgress<long>? ProgressHandler { get; set; }

    /// <summary>
    /// Whether blocks that an earlier upload of the same content has left staged are used and not sent again; <see langword="true"/> by
    /// default. Takes one request more, which goes out together with the first blocks. If it isn't answered, everything is sent, as without
    /// the permission to read.
    /// </summary>
    public bool Resume { get; set; } = true;

    /// <inheritdoc cref="BlockUploadOptions.MemoryBudget"/>
    public long MemoryBudget
    {
        get => _blocks.MemoryBudget;
        set => _blocks.MemoryBudget = value;
    }

    /// <inheritdoc cref="BlockUploadOptions.MaximumConcurrency"/>
    public int MaximumConcurrency
    {
        get => _blocks.MaximumConcurrency;
        set => _blocks.MaximumConcurrency = value;
    }

    /// <inheritdoc cref="BlockUploadOptions.BlockSize"/>
    public int? BlockSize
    {
        get => _blocks.BlockSize;
        set => _blocks.BlockSize = value;
    }

    internal BlobUploadOptions ToUploadOptions() => new()
    {
        HttpHeaders = HttpHeaders,
        Metadata = Metadata,
        Tags = Tags,
        Conditions = Conditions,
        AccessTier = AccessTier,
        ImmutabilityPolicy = ImmutabilityPolicy,
        LegalHold = LegalHold,
        ProgressHandler = ProgressHandler,
    };

    internal void ToBlocks(BlockUploadOptions options)
    {
        options.Resume = Resume;
        options.MemoryBudget = MemoryBudget;
        options.MaximumConcurrency = MaximumConcurrency;
        options.BlockSize = BlockSize;

        // A blob that is made by one request has no block ids, by which a lost reply to a condition could be told from a conflict.
        options.SingleRequestLimit = HasConditions ? 0 : _blocks.SingleRequestLimit;
    }

    private bool HasConditions =>
        Conditions is { } conditions
        && (conditions.IfMatch is not null || conditions.IfNoneMatch is not null || conditions.IfModifiedSince is not null
            || conditions.IfUnmodifiedSince is not null || conditions.TagConditions is not null);
}
