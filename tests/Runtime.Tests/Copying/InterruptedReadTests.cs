using static StreamTuning.Bytes;

namespace StreamTuning.Copying;

/// <summary>What becomes of a block that the source still reads into when the copy is over.</summary>
public sealed class InterruptedReadTests : IDisposable
{
    private const int Tail = 10;

    private readonly Scratch _scratch = new();
    private readonly WatchedPool _pool = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task Stays_out_of_the_pool_until_the_read_is_over_if_progress_fails_meanwhile()
    {
        using var source = new WaitingSource();

        // A write is over when it returns, so the copy takes it back as soon as the source waits.
        using var file = new TimedFile(_scratch.PathOf("file"), new WriteCost(new ManualClock(), TimeSpan.Zero, double.MaxValue));
        var options = new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share(), pool: _pool, clock: new StoppedClock())) { Progress = new Failing() };
        InvalidOperationException failure = await Assert.ThrowsAsync<InvalidOperationException>(() => source.CopyToFileAsync(file, options));
        Assert.Equal("progress", failure.Message);
        Assert.False(_pool.IsAllReturned);

        source.End();
        Assert.True(SpinWait.SpinUntil(() => _pool.IsAllReturned, TimeSpan.FromMinutes(1)));
    }

    /// <summary>Gives a block and a little more, and then waits.</summary>
    private sealed class WaitingSource : SourceStream
    {
        private readonly TaskCompletionSource<int> _end = new();
        private int _given;

        public void End() => _end.SetResult(0);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            if (_given == MiB + Tail)
            {
                return _end.Task;
            }

            int read = Math.Min(count, (_given < MiB ? MiB : MiB + Tail) - _given);
            _given += read;
            return Task.FromResult(read);
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(ReadAsync([], 0, buffer.Length, cancellationToken));
    }

    private sealed class Failing : IProgress<long>
    {
        public void Report(long value) => throw new InvalidOperationException("progress");
    }
}
