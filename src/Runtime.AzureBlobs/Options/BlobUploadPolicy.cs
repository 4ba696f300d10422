using Azure.Storage;

namespace StreamTuning;

/// <summary>
/// Chooses how the Azure SDK cuts an upload: below 1 MiB one request; from there on blocks of a 32nd of the length, rounded down to a power
/// of two, from 256 KiB to 8 MiB, 16 at a time. By default the SDK sends up to 256 MiB in one request over one connection.
/// </summary>
/// <remarks>
/// The sizes are those that were
/// <see href="https://github.com/streamtuning/streamtuning/blob/v0.1.0/docs/benchmarks/blobs.md">measured</see> to be fastest on slow and
/// fast connections. 50,000 blocks is what the service allows.
/// </remarks>
public static class BlobUploadPolicy
{
    // What the SDK does at least when nobody sets it.
    private const int ConcurrencyOfSdk = 5;

    /// <summary>The transfer options for an upload. Only asynchronous uploads send several blocks at a time.</summary>
    /// <param name="length">How many bytes will be uploaded; <see langword="null"/> when it is not known.</param>
    /// <param name="memoryBudget">
    /// How many bytes the blocks that are sent at a time may take together, 64 MiB by default. Blocks are smaller, then fewer at a time, so
    /// that they fit; at least one is sent, with as many bytes as 50,000 blocks need to hold the length.
    /// </param>
    /// <param name="maximumConcurrency">How many blocks are sent at a time at most, 16 by default.</param>
    /// <returns>All three values, set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or one of the others is not positive.</exception>
    public static StorageTransferOptions TransferOptions(
        long? length, long memoryBudget = BlobUploadDefaults.MemoryBudget, int maximumConcurrency = BlobUploadDefaults.MaximumConcurrency)
    {
        if (length < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(length), length, "The length must not be negative.");
        }

        if (memoryBudget <= 0)
        {
            throw new ArgumentOutOfRangeException(nameof(memoryBudget), memoryBudget, "The budget must be positive.");
        }

        if (maximumConcurrency <= 0)
        {
            throw new ArgumentOutOfRangeException(nameof(maximumConcurrency), maximumConcurrency, "The number must be positive.");
        }

        var options = new BlockUploadOptions { MemoryBudget = memoryBudget, MaximumConcurrency = maximumConcurrency };
        long blockSize = options.GetBlockSize(length);
        return new StorageTransferOptions
        {
            InitialTransferSize = options.SingleRequestLimit,
            MaximumTransferSize = blockSize,
            MaximumConcurrency = options.GetConcurrency(blockSize),
        };
    }

    /// <summary>Adds what a caller has not set.</summary>
    internal static StorageTransferOptions Complete(StorageTransferOptions given, long? length)
    {
        int? concurrency = Positive(given.MaximumConcurrency);
        StorageTransferOptions chosen = TransferOptions(length, maximumConcurrency: concurrency ?? BlobUploadDefaults.MaximumConcurrency);
        if (Positive(given.MaximumTransferSize) is { } blockSize)
        {
            // Never fewer than without us, whatever memory that takes.
            var options = new BlockUploadOptions();
            chosen.MaximumConcurrency = Math.Max(ConcurrencyOfSdk, options.GetConcurrency(blockSize));
            chosen.MaximumTransferSize = blockSize;
        }

        chosen.InitialTransferSize = Positive(given.InitialTransferSize) ?? chosen.InitialTransferSize;
        chosen.MaximumConcurrency = concurrency ?? chosen.MaximumConcurrency;
        return chosen;
    }

    /// <summary>How our own pipeline meets transfer options, of which it takes only what the caller has set.</summary>
    internal static void ToBlocks(StorageTransferOptions given, StorageTransferOptions completed, BlockUploadOptions options)
    {
        options.MaximumConcurrency = completed.MaximumConcurrency!.Value;
        options.SingleRequestLimit = (int)Math.Min(completed.InitialTransferSize!.Value, int.MaxValue);
        if (Positive(given.MaximumTransferSize) is { } blockSize)
        {
            options.BlockSize = (int)Math.Min(blockSize, int.MaxValue);
            options.MemoryBudget = Math.Max(BlobUploadDefaults.MemoryBudget, blockSize * (options.MaximumConcurrency + 1L));
        }
        else if (Positive(given.MaximumConcurrency) is null)
        {
            // As many as the budget allows of whatever size the blocks have got.
            options.MaximumConcurrency = BlobUploadDefaults.MaximumConcurrency;
        }
    }

    // The SDK takes what is not positive as not set.
    private static long? Positive(long? value) => value > 0 ? value : null;

    private static int? Positive(int? value) => value > 0 ? value : null;
}
