using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Blocks;

/// <summary>That the budget is kept while the store is slower than the source.</summary>
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class BlockMemoryTests
{
    [Theory]
    [InlineData(true, 4 * MiB, 16)]
    [InlineData(true, 1 * MiB, 16)]
    [InlineData(true, 64 * MiB, 3)]
    [InlineData(false, 4 * MiB, 16)]
    [InlineData(false, 8 * MiB, 2)]
    public async Task Blocks_in_memory_keep_the_budget_and_fill_it(bool isKnown, int budget, int concurrency)
    {
        byte[] content = Random(24 * MiB);
        var uploads = new Uploads();
        BlockUploadOptions options = uploads.Options(options =>
        {
            options.MemoryBudget = budget;
            options.MaximumConcurrency = concurrency;
        });
        int most = 0;
        var store = new FakeBlockStore();
        store.Before = async (request, _) =>
        {
            // Each request gives way to the reader for as long as that finds room.
            for (int i = 0; i < 50; i++)
            {
                await Task.Yield();
            }

            most = Math.Max(most, store.InFlight);
        };

        await BlockUpload.UploadAsync(new TestSource(content, canSeek: isKnown), store, options);

        AssertEqual(content, store.Object);
        Assert.InRange(uploads.Pool.MostBytes, 1, budget);
        Assert.InRange(most, 1, concurrency);
        uploads.Pool.AssertAllReturned();
    }

    [Fact]
    public async Task Content_of_unknown_length_takes_little_more_memory_than_that_of_known_length()
    {
        byte[] content = Random(80 * MiB);
        var uploads = new Uploads();
        var store = new FakeBlockStore();

        await BlockUpload.UploadAsync(new TestSource(content), store, uploads.Options());

        AssertEqual(content, store.Object);
        Assert.InRange(uploads.Pool.RentedBytes, 1, 80L * MiB);
    }

    [Fact]
    public async Task Buffers_are_used_again()
    {
        byte[] content = Random(200_000);
        var uploads = new Uploads();

        await BlockUpload.UploadAsync(new TestSource(content), new FakeBlockStore(), uploads.Verified(options => options.MaximumConcurrency = 4));

        Assert.InRange(uploads.Pool.Rented, 1, 5);
    }
}
