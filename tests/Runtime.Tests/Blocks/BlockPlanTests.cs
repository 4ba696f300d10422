using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>Into which blocks content is cut.</summary>
public sealed class BlockPlanTests
{
    private const long GiB = 1024L * MiB;

    [Theory]
    [InlineData(0L, 256 * KiB, 16)]
    [InlineData(1L * MiB, 256 * KiB, 16)]
    [InlineData(8L * MiB, 256 * KiB, 16)]
    [InlineData(16L * MiB - 1, 256 * KiB, 16)]
    [InlineData(16L * MiB, 512 * KiB, 16)]
    [InlineData(64L * MiB, 2 * MiB, 16)]
    [InlineData(256L * MiB, 4 * MiB, 16)]
    [InlineData(100 * GiB, 4 * MiB, 16)]
    [InlineData(1024 * GiB, 21 * MiB, 3)]
    [InlineData(4096 * GiB, 84 * MiB, 1)]
    public void A_block_is_a_32nd_of_the_length_within_the_budget_and_50000_hold_it(long length, long blockSize, int concurrency)
    {
        var options = new BlockUploadOptions();

        Assert.Equal(blockSize, options.GetBlockSize(length));
        Assert.Equal(concurrency, options.GetConcurrency(blockSize));
        Assert.True(blockSize * 50_000 >= length);
    }

    [Theory]
    [InlineData(1024 * MiB, 16, 8 * MiB, 16)]
    [InlineData(64 * MiB, 32, 2 * MiB, 32)]
    [InlineData(64 * MiB, 1, 8 * MiB, 1)]
    [InlineData(1 * MiB, 16, 256 * KiB, 4)]
    [InlineData(1, 16, 256 * KiB, 1)]
    public void Budget_and_concurrency_limit_the_block(long budget, int maximumConcurrency, long blockSize, int concurrency)
    {
        var options = new BlockUploadOptions { MemoryBudget = budget, MaximumConcurrency = maximumConcurrency };

        Assert.Equal(blockSize, options.GetBlockSize(10 * GiB));
        Assert.Equal(concurrency, options.GetConcurrency(blockSize));
    }

    [Theory]
    [InlineData(64 * MiB)]
    [InlineData(8 * MiB)]
    [InlineData(512 * MiB)]
    public void Blocks_of_unknown_length_start_small_grow_and_keep_the_budget(long budget)
    {
        var options = new BlockUploadOptions { MemoryBudget = budget };
        var plan = new BlockPlan(options, length: null);
        long offset = 0;
        int last = 0;
        var buffers = new HashSet<int>();
        for (int index = 1; index < BlockPlan.MostBlocks; index++)
        {
            int size = plan.SizeAt(index, offset);
            Assert.True(size >= last, $"block {index} has {size} bytes, the one before {last}");
            int buffer = plan.BufferSizeAt(size, offset);
            Assert.True(buffer >= size);
            Assert.True((long)buffer * plan.BuffersOf(buffer) <= budget, $"{plan.BuffersOf(buffer)} buffers of {buffer} bytes");
            Assert.True(plan.ConcurrencyOf(buffer) >= 1);
            buffers.Add(buffer);
            last = size;
            offset += size;
        }

        Assert.Equal(Math.Min(MiB, budget / 16), plan.SizeAt(0, 0));
        Assert.Equal(budget / 2, last);

        // One size at first, one until the number of blocks counts, and those that this asks for.
        Assert.Equal(budget switch { 8 * MiB or 64 * MiB => 5, _ => 7 }, buffers.Count);

        // More than 50,000 blocks of what the SDK takes, and of what 16 at a time would have.
        Assert.True(offset > 50_000L * Math.Min(8 * MiB, budget / 16) * 5 / 2, $"{offset / GiB} GiB");
    }

    [Fact]
    public void A_size_that_is_asked_for_counts_unless_the_blocks_would_not_do()
    {
        var options = new BlockUploadOptions { BlockSize = 100_000 };

        Assert.Equal(100_000, options.GetBlockSize(5_000_000_000));
        Assert.Equal(1 * MiB, options.GetBlockSize(5_000_000_001));
        Assert.Equal(100_000, new BlockPlan(options, null).SizeAt(4_999, 1));
        Assert.Equal(200_000, new BlockPlan(options, null).SizeAt(5_000, 1));
    }

    [Fact]
    public async Task More_blocks_than_an_object_can_have_are_refused()
    {
        var uploads = new Uploads();
        var store = new FakeBlockStore();
        BlockUploadOptions options = uploads.Options(options =>
        {
            options.BlockSize = 1;
            options.MemoryBudget = 2;
            options.SingleRequestLimit = 0;
        });

        IOException failure = await Assert.ThrowsAsync<IOException>(() => BlockUpload.UploadAsync(new TestSource(new byte[50_001]), store, options));

        Assert.Contains("50000", failure.Message);
        Assert.Null(store.Object);
        uploads.Pool.AssertAllReturned();
    }
}
