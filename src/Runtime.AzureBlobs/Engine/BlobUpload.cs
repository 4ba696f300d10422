using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace StreamTuning;

/// <summary>Which way an upload goes: through the SDK as it is, through the SDK in blocks, or through our own pipeline.</summary>
/// <param name="hasPredictableIds">Whether the SDK is to be trusted with blocks only as long as there is a single writer.</param>
/// <param name="createMD5">Makes a hash; throws on machines that forbid MD5.</param>
/// <param name="newOptions">Makes the options of the pipeline, with the defaults.</param>
internal sealed class BlobUpload(bool hasPredictableIds, Func<IncrementalHash> createMD5, Func<BlockUploadOptions> newOptions)
{
    private const string IdsOfAnotherLength =
        "The blob holds staged blocks with ids of another length than ours, beside which the service takes none. The blob is as it was. "
        + "Such blocks go away when they are committed, when the blob is replaced or deleted, or after a week.";

    private const string AnotherWriter =
        "Another writer has committed or replaced the blob while it was uploaded. The blob is whole, and not made by this upload.";

    public static BlobUpload Default { get; } = new(SdkBlockIds.ArePredictable, AllowedMD5.Create, static () => new BlockUploadOptions());

    /// <summary>Uploads in blocks as the SDK would.</summary>
    public async Task<Response<BlobContentInfo>> UploadBlocksAsync(
        BlobDestination destination, Stream content, BlobUploadOptions? options, CancellationToken token)
    {
        if (content is null)
        {
            throw new ArgumentNullException(nameof(content));
        }

        BlobUploadOptions untouched = options ?? new BlobUploadOptions();
        bool hasChecksum = untouched.TransferValidation is { PrecalculatedChecksum.IsEmpty: false };
        if (!destination.IsPlain || hasChecksum)
        {
            return await destination.UploadAsync(content, untouched, token).ConfigureAwait(false);
        }

        // TLS checks what arrives; over plain http nobody else does.
        bool verifies = untouched.TransferValidation is null && destination.IsPlainHttp;
        BlobUploadOptions whole = BlobOptionsCopy.Of(untouched);
        whole.TransferValidation = verifies
            ? new UploadTransferValidationOptions { ChecksumAlgorithm = AllowedChecksum() }
            : untouched.TransferValidation;
        if (destination.FindBlockClient() is not { } blocks)
        {
            return await destination.UploadAsync(content, whole, token).ConfigureAwait(false);
        }

        long? length = RemainingOf(content);
        BlobUploadOptions tuned = BlobOptionsCopy.Of(whole);
        tuned.TransferOptions = BlobUploadPolicy.Complete(untouched.TransferOptions, length);
        if (length < tuned.TransferOptions.InitialTransferSize)
        {
            return await destination.UploadAsync(content, tuned, token).ConfigureAwait(false);
        }

        long start = length is null ? 0 : content.Position;
        try
        {
            // The SDK does not repeat a block that has arrived damaged.
            if (length is not null && !hasPredictableIds && !verifies)
            {
                return await UploadBySdkAsync(destination, content, tuned, token).ConfigureAwait(false);
            }

            BlockUploadOptions piped = newOptions();
            BlobUploadPolicy.ToBlocks(untouched.TransferOptions, tuned.TransferOptions, piped);
            return await UploadByPipelineAsync(blocks, content, tuned, piped, verifies, token).ConfigureAwait(false);
        }
        catch (RequestFailedException e)
            when (length is not null && e.Status == 403 && e.ErrorCode == ErrorCodes.AuthorizationPermissionMismatch)
        {
            // Who may create blobs, and no more, may send a whole one but no block.
            content.Position = start;
            return await destination.UploadAsync(Checked(content), whole, token).ConfigureAwait(false);
        }
    }

    /// <summary>Uploads in blocks that are verified, and resumed.</summary>
    public Task<Response<BlobContentInfo>> UploadVerifiedAsync(
        BlobDestination destination, Stream content, BlobVerifiedUploadOptions? options, CancellationToken token)
    {
        if (content is null)
        {
            throw new ArgumentNullException(nameof(content));
        }

        if (content.CanSeek && content.Length > 0 && content.Position >= content.Length)
        {
            throw new ArgumentException("The stream is at its end. Set its position to the start of the content.", nameof(content));
        }

        BlockBlobClient blocks = destination.FindBlockClient()
            ?? throw new NotSupportedException("The client of the blob gives no client for its blocks, or one for another blob.");
        options ??= new BlobVerifiedUploadOptions();
        BlockUploadOptions piped = newOptions();
        options.ToBlocks(piped);
        return UploadByPipelineAsync(blocks, content, options.ToUploadOptions(), piped, verifies: true, token);
    }

    private StorageChecksumAlgorithm AllowedChecksum()
    {
        using IncrementalHash? md5 = AllowedMD5.TryCreate(createMD5);
        return md5 is null ? StorageChecksumAlgorithm.StorageCrc64 : StorageChecksumAlgorithm.MD5;
    }

    private static long? RemainingOf(Stream content)
    {
        try
        {
            return content.CanSeek ? Math.Max(0, content.Length - content.Position) : null;
        }
        catch (NotSupportedException)
        {
            return null;
        }
    }

    /// <summary>The SDK reads a source once, in order, and takes the headers when it commits: by then they have the hash.</summary>
    private async Task<Response<BlobContentInfo>> UploadBySdkAsync(
        BlobDestination destination, Stream content, BlobUploadOptions tuned, CancellationToken token)
    {
        BlobHttpHeaders headers = BlobOptionsCopy.Of(tuned.HttpHeaders);
        using IncrementalHash? md5 = headers.ContentHash is null ? AllowedMD5.TryCreate(createMD5) : null;
        tuned.HttpHeaders = headers;

        // The SDK would commit content that is too short, or with one block at a time take its end for an empty block, endlessly.
        var hashed = new HashingStream(content, md5, hash => headers.ContentHash = hash);
        return await destination.UploadAsync(hashed, tuned, token).ConfigureAwait(false);
    }

    /// <summary>Fails where content ends before its length. Memory is as long as it says, and faster without a stream around it.</summary>
    private static Stream Checked(Stream content) => content.GetType() == typeof(MemoryStream) || RemainingOf(content) is null
        ? content
        : new HashingStream(content, hash: null, static _ => { });

    private async Task<Response<BlobContentInfo>> UploadByPipelineAsync(
        BlockBlobClient blocks,
        Stream content,
        BlobUploadOptions settings,
        BlockUploadOptions options,
        bool verifies,
        CancellationToken token)
    {
        options.VerifyBlocks = verifies;
        options.HashContent = settings.HttpHeaders?.ContentHash is null;
        options.Progress = settings.ProgressHandler;
        var store = new AzureBlockStore(blocks, settings, verifies);
        try
        {
            await BlockUpload.UploadAsync(Checked(content), store, options, token).ConfigureAwait(false);
            return await store.AnswerAsync(token).ConfigureAwait(false);
        }
        catch (BlockConflictException e)
        {
            throw new RequestFailedException(409, IdsOfAnotherLength, ErrorCodes.InvalidBlobOrBlock, e);
        }
        catch (RequestFailedException e) when (e.ErrorCode == ErrorCodes.InvalidBlobOrBlock)
        {
            throw new RequestFailedException(409, IdsOfAnotherLength, e.ErrorCode, e);
        }
        catch (RequestFailedException e) when (e.ErrorCode == ErrorCodes.InvalidBlockList)
        {
            throw new RequestFailedException(409, AnotherWriter, e.ErrorCode, e);
        }
    }
}
