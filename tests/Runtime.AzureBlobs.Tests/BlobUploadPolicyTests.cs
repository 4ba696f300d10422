using Azure.Storage;
using static StreamTuning.Bytes;

namespace StreamTuning.AzureBlobs;

/// <summary>The transfer options that fit a length.</summary>
public sealed class BlobUploadPolicyTests
{
    [Theory]
    [InlineData(null, 4 * MiB, 16)]
    [InlineData(0L, 256 * KiB, 16)]
    [InlineData(1L * MiB, 256 * KiB, 16)]
    [InlineData(16L * MiB, 512 * KiB, 16)]
    [InlineData(64L * MiB, 2 * MiB, 16)]
    [InlineData(256L * MiB, 4 * MiB, 16)]
    [InlineData(1024L * 1024 * MiB, 21 * MiB, 3)]
    public void They_follow_from_the_length(long? length, long blockSize, int concurrency) =>
        AssertOptions(BlobUploadPolicy.TransferOptions(length), 1 * MiB, blockSize, concurrency);

    [Theory]
    [InlineData(128 * MiB, 16, 8 * MiB, 16)]
    [InlineData(16 * MiB, 16, 1 * MiB, 16)]
    [InlineData(64 * MiB, 4, 8 * MiB, 4)]
    [InlineData(1, 16, 256 * KiB, 1)]
    public void Budget_and_concurrency_limit_them(long budget, int maximumConcurrency, long blockSize, int concurrency)
    {
        StorageTransferOptions options = BlobUploadPolicy.TransferOptions(1024L * MiB, budget, maximumConcurrency);

        AssertOptions(options, 1 * MiB, blockSize, concurrency);
        Assert.True(blockSize * concurrency <= Math.Max(budget, 256 * KiB));
    }

    [Fact]
    public void What_is_out_of_range_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>("length", () => BlobUploadPolicy.TransferOptions(-1));
        Assert.Throws<ArgumentOutOfRangeException>("memoryBudget", () => BlobUploadPolicy.TransferOptions(1, memoryBudget: 0));
        Assert.Throws<ArgumentOutOfRangeException>("maximumConcurrency", () => BlobUploadPolicy.TransferOptions(1, maximumConcurrency: 0));
    }

    [Fact]
    public void What_a_caller_has_set_counts()
    {
        var all = new StorageTransferOptions { InitialTransferSize = 1, MaximumTransferSize = 2, MaximumConcurrency = 3 };

        AssertOptions(BlobUploadPolicy.Complete(all, 64L * MiB), 1, 2, 3);
        AssertOptions(BlobUploadPolicy.Complete(default, 64L * MiB), 1 * MiB, 2 * MiB, 16);
        AssertOptions(BlobUploadPolicy.Complete(new StorageTransferOptions { MaximumConcurrency = 4 }, 256L * MiB), 1 * MiB, 8 * MiB, 4);
        AssertOptions(BlobUploadPolicy.Complete(new StorageTransferOptions { MaximumTransferSize = 8 * MiB }, 64L * MiB), 1 * MiB, 8 * MiB, 8);
        AssertOptions(BlobUploadPolicy.Complete(new StorageTransferOptions { MaximumTransferSize = 100 * MiB }, 64L * MiB), 1 * MiB, 100 * MiB, 5);
        AssertOptions(BlobUploadPolicy.Complete(new StorageTransferOptions { InitialTransferSize = 0, MaximumTransferSize = -1, MaximumConcurrency = 0 }, null), 1 * MiB, 4 * MiB, 16);
    }

    private static void AssertOptions(StorageTransferOptions options, long initial, long blockSize, int concurrency) =>
        Assert.Equal((initial, blockSize, concurrency), (options.InitialTransferSize, options.MaximumTransferSize, options.MaximumConcurrency));
}
