using System.IO.Pipelines;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>The ways to upload a file that are compared: to be measured too, another one has to be in these lists. The first of each is what the others are compared with.</summary>
internal static class UploadWays
{
    // As over TLS, which checks what arrives: over plain http blocks carry their MD5 unless the caller says otherwise.
    private static readonly UploadTransferValidationOptions _unchecked = new() { ChecksumAlgorithm = StorageChecksumAlgorithm.None };

    private static readonly UploadWay _blocks = new("UploadBlocksAsync", (blob, path, overwrites) => blob.UploadBlocksAsync(path, Unchecked(overwrites)));

    private static readonly StorageTransferOptions _small = new() { InitialTransferSize = MiB, MaximumTransferSize = MiB, MaximumConcurrency = 8 };

    /// <summary>Those whose time is measured, against what the SDK does unless told otherwise.</summary>
    public static IReadOnlyList<UploadWay> Timed { get; } =
    [
        new("UploadAsync", (blob, path, overwrites) => blob.UploadAsync(path, overwrites)),
        Sdk("threshold 4 MiB, 16 at a time", _ => new StorageTransferOptions { InitialTransferSize = 4 * MiB, MaximumConcurrency = 16 }),
        _blocks,
        new("UploadVerifiedAsync", (blob, path, overwrites) => blob.UploadVerifiedAsync(path, new BlobVerifiedUploadOptions { Conditions = Conditions(overwrites) })),
    ];

    /// <summary>Those that send blocks of the size that the policy chooses, against <c>UploadBlocksAsync</c>.</summary>
    public static IReadOnlyList<UploadWay> InBlocks { get; } =
    [
        _blocks,
        new("unknown length", UploadOfUnknownLengthAsync),
        Timed[^1],
        new("UploadVerifiedAsync, no resume", (blob, path, _) => blob.UploadVerifiedAsync(path, new BlobVerifiedUploadOptions { Resume = false })),
        Sdk("SDK by BlobUploadPolicy", ByPolicy),
        Sdk("SDK by BlobUploadPolicy, MD5", ByPolicy, StorageChecksumAlgorithm.MD5),
    ];

    /// <summary>Those whose memory is measured.</summary>
    public static IReadOnlyList<UploadWay> Weighed { get; } = [.. Timed.Take(2), .. InBlocks.TakeLast(2), .. Timed.TakeLast(2)];

    /// <summary>Those whose memory is measured for a rule: with all of the file in memory, and without.</summary>
    public static IReadOnlyList<UploadWay> Whole { get; } =
    [
        new("`BinaryData` of `ReadAllBytes`", (blob, path, overwrites) => blob.UploadAsync(BinaryData.FromBytes(File.ReadAllBytes(path)), overwrites)),
        new("path, `UploadAsync`", Timed[0].UploadAsync),
        new("path, `UploadBlocksAsync`", Timed[2].UploadAsync),
    ];

    /// <summary>Those that have to deal with faults: one request, and blocks of 1 MiB, 8 at a time.</summary>
    public static IReadOnlyList<UploadWay> Tried { get; } =
    [
        Timed[0],
        Sdk("SDK, 1 MiB blocks, MD5", _ => _small, StorageChecksumAlgorithm.MD5),
        new("UploadBlocksAsync", (blob, path, overwrites) => blob.UploadBlocksAsync(
            path, new BlobUploadOptions { TransferOptions = _small, Conditions = Conditions(overwrites) })),
        new("UploadVerifiedAsync", (blob, path, overwrites) => blob.UploadVerifiedAsync(
            path, new BlobVerifiedUploadOptions { BlockSize = (int)MiB, MaximumConcurrency = 8, Conditions = Conditions(overwrites) })),
    ];

    /// <summary>The SDK with options.</summary>
    private static UploadWay Sdk(string name, Func<long, StorageTransferOptions> transfer, StorageChecksumAlgorithm checksum = StorageChecksumAlgorithm.None) =>
        new(name, (blob, path, overwrites) => blob.UploadAsync(path, new BlobUploadOptions
        {
            TransferOptions = transfer(new FileInfo(path).Length),
            TransferValidation = new UploadTransferValidationOptions { ChecksumAlgorithm = checksum },
            Conditions = Conditions(overwrites),
        }));

    private static async Task UploadOfUnknownLengthAsync(BlobClient blob, string path, bool overwrites)
    {
        await using FileStream file = File.OpenRead(path);
        await using Stream content = PipeReader.Create(file, new StreamPipeReaderOptions(bufferSize: 64 * 1024)).AsStream();
        await blob.UploadBlocksAsync(content, Unchecked(overwrites));
    }

    private static BlobUploadOptions Unchecked(bool overwrites) => new() { TransferValidation = _unchecked, Conditions = Conditions(overwrites) };

    private static StorageTransferOptions ByPolicy(long length) => BlobUploadPolicy.TransferOptions(length);

    private static BlobRequestConditions? Conditions(bool overwrites) => overwrites ? null : new BlobRequestConditions { IfNoneMatch = ETag.All };
}
