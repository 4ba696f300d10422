using System.Diagnostics;
using System.Reflection;
using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>What a copy allocates; runs alone, for the runtime counts for the whole process.</summary>
[Collection(nameof(AllocationTests))]
[CollectionDefinition(nameof(AllocationTests), DisableParallelization = true)]
public sealed class AllocationTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(4 * KiB)]
    [InlineData(MiB)]
    [InlineData(64 * MiB)]
    public async Task A_copy_allocates_next_to_nothing(int length)
    {
        // An unoptimized build allocates each state machine, and netstandard2.0 has neither pooled ones nor tasks without allocation.
        bool pooled = !typeof(FileCopyOptions).Assembly.GetCustomAttributes<DebuggableAttribute>().Any(a => a.IsJITOptimizerDisabled);
#if STREAMTUNING_NETSTANDARD
        pooled = false;
#endif
        int limit = (64 * KiB) + (pooled ? 0 : length / (128 * KiB) * KiB);
        using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 1);
        byte[] content = new byte[length];
        foreach (bool local in new[] { true, false })
        {
            long allocated = long.MaxValue;

            // The smallest of several: other tests allocate meanwhile, and a collection may empty the pool.
            for (int i = 0; i < 5; i++)
            {
                file.Position = 0;
                using var source = new PlainMemory(content);
                long before = GC.GetTotalAllocatedBytes(precise: true);
                source.CopyToFile(file, new FileCopyOptions(new CopyEnvironment(mount: local ? null : TestMounts.Share())));
                allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(precise: true) - before);
            }

            Assert.InRange(allocated, 0, limit);
            allocated = long.MaxValue;
            for (int i = 0; i < 5; i++)
            {
                file.Position = 0;
                using var source = new PlainMemory(content);
                long before = GC.GetTotalAllocatedBytes(precise: true);
                await source.CopyToFileAsync(file, new FileCopyOptions(new CopyEnvironment(mount: local ? null : TestMounts.Share())));
                allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(precise: true) - before);
            }

            Assert.InRange(allocated, 0, limit);
        }
    }

    /// <summary>Memory that is not recognised as such.</summary>
    private sealed class PlainMemory(byte[] content) : MemoryStream(content);
}
