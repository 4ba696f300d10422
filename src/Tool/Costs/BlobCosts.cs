using Azure.Storage;
using StreamTuning.Analyzers;
using StreamTuning.Measuring;

namespace StreamTuning.Tool.Costs;

/// <summary>What uploads of blobs cost: as it was measured, or by a model of a slow network.</summary>
/// <param name="Source">Where the costs are from, as a clause.</param>
/// <param name="IsModel">Whether nothing was measured.</param>
/// <param name="LatencySeconds">What a request takes that has next to no bytes.</param>
/// <param name="OneConnection">The bytes a second of one connection.</param>
/// <param name="Together">The bytes a second of blocks that are sent at once.</param>
internal sealed record BlobCosts(string Source, bool IsModel, double LatencySeconds, double OneConnection, double Together)
{
    private const double MiB = 1024 * 1024;

    // Of OpenWriteAsync, and of the SDK's own blocks.
    private const long SdkBlock = 4L * 1024 * 1024;

    /// <summary>
    /// The network that uploads are measured on in docs/benchmarks/blobs.md: 8 MiB/s a connection, 40 MiB/s together, a round trip of 20
    /// ms, and a service that answers after 5 ms.
    /// </summary>
    public static BlobCosts Model { get; } = new("by the model of docs/benchmarks/blobs.md", IsModel: true, 0.025, 8 * MiB, 40 * MiB);

    /// <summary>What a finding costs.</summary>
    /// <param name="rule">Its rule.</param>
    /// <param name="bytes">The length of the blob.</param>
    /// <returns><see langword="null"/> if it is not about the time of an upload.</returns>
    public FindingCost? Of(Rule rule, long bytes)
    {
        bool isOneRequest = rule == Rules.UnblockedBlobUpload || rule == Rules.TransferOptionsWithoutEffect
            || rule == Rules.SyncBlobUploadIsSerial || rule == Rules.ContentReadWholeForUpload;
        bool isBlockAfterBlock = rule == Rules.OpenWriteUsedToUpload || rule == Rules.SerialBlocks;
        if (!isOneRequest && !isBlockAfterBlock)
        {
            return null;
        }

        long requests = isOneRequest ? 1 : BlocksOf(bytes, SdkBlock) + 1;
        double seconds = (requests * LatencySeconds) + (bytes / OneConnection);
        StorageTransferOptions chosen = BlobUploadPolicy.TransferOptions(bytes);
        bool isSingle = bytes <= chosen.InitialTransferSize;
        long blocks = BlocksOf(bytes, chosen.MaximumTransferSize!.Value);
        double instead = isSingle ? LatencySeconds + (bytes / OneConnection) : (2 * LatencySeconds) + (bytes / Together);
        long atOnce = isSingle ? 1 : Math.Min(blocks, chosen.MaximumConcurrency!.Value);
        string before = isOneRequest ? "one request" : "one block after the other";
        return new FindingCost(bytes, requests, isSingle ? 1 : blocks + 1, seconds, instead, IsMeasured: false)
        {
            What = isSingle ? $"{before}, and one request is enough" : $"{before} instead of {atOnce} blocks at once",
            Model = IsModel ? Source : null,
        };
    }

    private static long BlocksOf(long bytes, long block) => Math.Max(1, (bytes + block - 1) / block);
}
