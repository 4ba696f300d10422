using System.Runtime.InteropServices;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning;

/// <summary>
/// A block blob, for one upload. The lease goes with every request, all other conditions with the one that makes the blob.
/// </summary>
internal sealed class AzureBlockStore : IBlockStore
{
    private readonly BlockBlobClient _blob;
    private readonly BlobUploadOptions _options;
    private readonly bool _verifies;
    private readonly BlobRequestConditions? _lease;
    private Response<BlobContentInfo>? _made;
    private Response<BlockList>? _committed;

    /// <param name="blob">The blob.</param>
    /// <param name="options">What the blob gets, and under which conditions; is not changed.</param>
    /// <param name="verifies">Whether blocks are checked by the hash that comes with them, or else as the options say.</param>
    public AzureBlockStore(BlockBlobClient blob, BlobUploadOptions options, bool verifies)
    {
        _blob = blob;
        _options = options;
        _verifies = verifies;
        _lease = options.Conditions?.LeaseId is { } id ? new BlobRequestConditions { LeaseId = id } : null;
    }

    public async Task StageAsync(string id, ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken)
    {
        // Disposed, so that a request that has been given up reads no block that is filled anew.
        using Stream body = ToStream(content);
        var options = new BlockBlobStageBlockOptions { Conditions = _lease, TransferValidation = Validation(md5) };
        await _blob.StageBlockAsync(id, body, options, cancellationToken).ConfigureAwait(false);
    }

    public async Task CommitAsync(IReadOnlyList<string> ids, byte[]? contentMD5, CancellationToken cancellationToken)
    {
        BlobHttpHeaders headers = BlobOptionsCopy.Of(_options.HttpHeaders);
        headers.ContentHash ??= contentMD5;
        var options = new CommitBlockListOptions
        {
            HttpHeaders = headers,
            Metadata = _options.Metadata,
            Tags = _options.Tags,
            Conditions = _options.Conditions,
            AccessTier = _options.AccessTier,
            ImmutabilityPolicy = _options.ImmutabilityPolicy,
            LegalHold = _options.LegalHold,
        };
        _made = await _blob.CommitBlockListAsync(ids, options, cancellationToken).ConfigureAwait(false);
    }

    public async Task PutAsync(ReadOnlyMemory<byte> content, byte[]? md5, CancellationToken cancellationToken)
    {
        using Stream body = ToStream(content);
        BlobUploadOptions options = BlobOptionsCopy.Of(_options);
        options.ProgressHandler = null;
        options.TransferOptions = new StorageTransferOptions { InitialTransferSize = content.Length + 1L };

        // The SDK takes no hash of ours for what it might cut into blocks.
        options.TransferValidation = _verifies
            ? new UploadTransferValidationOptions { ChecksumAlgorithm = Algorithm(md5) }
            : _options.TransferValidation;
        _made = await _blob.UploadAsync(body, options, cancellationToken).ConfigureAwait(false);
    }

    public async Task<IReadOnlyList<StagedBlock>> ListStagedAsync(CancellationToken cancellationToken)
    {
        try
        {
            BlockList list = await _blob.GetBlockListAsync(
                BlockListTypes.Uncommitted, snapshot: null, _lease, cancellationToken).ConfigureAwait(false);
            return list.UncommittedBlocks is { } blocks ? [.. blocks.Select(block => new StagedBlock(block.Name, block.SizeLong))] : [];
        }
        catch (RequestFailedException e) when (e.Status is 401 or 403 or 404)
        {
            // There is nothing, or nothing that this caller may read.
            return [];
        }
    }

    public async Task<IReadOnlyList<string>> ListCommittedAsync(CancellationToken cancellationToken)
    {
        _committed = await _blob.GetBlockListAsync(
            BlockListTypes.Committed, snapshot: null, _lease, cancellationToken).ConfigureAwait(false);
        return _committed.Value.CommittedBlocks is { } blocks ? [.. blocks.Select(block => block.Name)] : [];
    }

    public BlockFailure Classify(Exception failure) => failure switch
    {
        RequestFailedException e when e.ErrorCode is ErrorCodes.Md5Mismatch or ErrorCodes.Crc64Mismatch => BlockFailure.Corrupted,
        RequestFailedException e when e.Status is 0 or 408 or 429 or 500 or 502 or 503 or 504 => BlockFailure.Interrupted,

        // All tries of the client, of which each has failed in its own way.
        AggregateException e when e.InnerExceptions.Count > 0
            && e.InnerExceptions.All(inner => Classify(inner) == BlockFailure.Interrupted) => BlockFailure.Interrupted,

        // The pipeline does not ask when its own token is cancelled: that was a time-out.
        IOException or OperationCanceledException => BlockFailure.Interrupted,
        _ => BlockFailure.Final,
    };

    /// <summary>The answer to the request that has made the blob. Where it was lost, the blob itself is asked.</summary>
    public async Task<Response<BlobContentInfo>> AnswerAsync(CancellationToken token)
    {
        if (_made is not null)
        {
            return _made;
        }

        BlockList list = _committed!.Value;
        try
        {
            var conditions = new BlobRequestConditions { IfMatch = list.ETag, LeaseId = _lease?.LeaseId };
            Response<BlobProperties> found = await _blob.GetPropertiesAsync(conditions, token).ConfigureAwait(false);
            BlobProperties blob = found.Value;
            return Response.FromValue(
                BlobsModelFactory.BlobContentInfo(
                    blob.ETag,
                    blob.LastModified,
                    blob.ContentHash,
                    blob.VersionId,
                    blob.EncryptionKeySha256,
                    blob.EncryptionScope,
                    blob.BlobSequenceNumber),
                found.GetRawResponse());
        }
        catch (RequestFailedException)
        {
            // Replaced since: what is known of ours is in the list.
            return Response.FromValue(
                BlobsModelFactory.BlobContentInfo(
                    list.ETag,
                    list.LastModified,
                    contentHash: null,
                    versionId: null,
                    encryptionKeySha256: null,
                    encryptionScope: null,
                    blobSequenceNumber: 0),
                _committed.GetRawResponse());
        }
    }

    private static Stream ToStream(ReadOnlyMemory<byte> content) =>
        MemoryMarshal.TryGetArray(content, out ArraySegment<byte> array)
            ? new MemoryStream(array.Array!, array.Offset, array.Count, writable: false)
            : BinaryData.FromBytes(content).ToStream();

    private static StorageChecksumAlgorithm Algorithm(byte[]? md5) => md5 is null
        ? StorageChecksumAlgorithm.StorageCrc64
        : StorageChecksumAlgorithm.MD5;

    private UploadTransferValidationOptions? Validation(byte[]? md5) =>
        _verifies
            ? new UploadTransferValidationOptions { ChecksumAlgorithm = Algorithm(md5), PrecalculatedChecksum = md5 }
            : _options.TransferValidation;
}
