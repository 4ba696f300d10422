using System.Numerics;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using static StreamTuning.Benchmarks.Sizes;

namespace StreamTuning.Benchmarks;

/// <summary>The ways to upload a file that are compared: to be measured too, another one has to be in these lists. The first of each is what the others are compared with.</summary>
internal static class UploadWays
{
    private const int Workers = 16;

    /// <summary>Those whose time is measured.</summary>
    public static IReadOnlyList<UploadWay> Timed { get; } =
    [
        new("UploadAsync", (blob, path, overwrites) => blob.UploadAsync(path, overwrites)),
        Sdk("threshold 4 MiB, 16 at a time", _ => new StorageTransferOptions { InitialTransferSize = 4 * MiB, MaximumConcurrency = Workers }),
        Sdk("options by length", ByLength),
    ];

    /// <summary>Those whose memory is measured.</summary>
    public static IReadOnlyList<UploadWay> Weighed { get; } =
    [
        .. Timed,
        Sdk("options by length, MD5", ByLength, StorageChecksumAlgorithm.MD5),
    ];

    /// <summary>Those that have to deal with faults.</summary>
    public static IReadOnlyList<UploadWay> Tried { get; } =
    [
        Timed[0],
        Sdk("1 MiB, 8 at a time", Small),
        Sdk("1 MiB, 8 at a time, MD5", Small, StorageChecksumAlgorithm.MD5),
    ];

    /// <summary>The SDK with options.</summary>
    private static UploadWay Sdk(string name, Func<long, StorageTransferOptions> transfer, StorageChecksumAlgorithm checksum = StorageChecksumAlgorithm.None) =>
        new(name, (blob, path, overwrites) => blob.UploadAsync(path, new BlobUploadOptions
        {
            TransferOptions = transfer(new FileInfo(path).Length),
            TransferValidation = new UploadTransferValidationOptions { ChecksumAlgorithm = checksum },
            Conditions = overwrites ? null : new BlobRequestConditions { IfNoneMatch = ETag.All },
        }));

    private static StorageTransferOptions Small(long length) => new() { InitialTransferSize = MiB, MaximumTransferSize = MiB, MaximumConcurrency = 8 };

    /// <summary>The best found by measuring: whole below 1 MiB, else about 32 blocks, as long as these take 64 MiB together at most.</summary>
    private static StorageTransferOptions ByLength(long length) => new()
    {
        InitialTransferSize = MiB,
        MaximumTransferSize = Math.Clamp((long)BitOperations.RoundUpToPowerOf2((ulong)length / 32), 256 * KiB, 4 * MiB),
        MaximumConcurrency = Workers,
    };
}
