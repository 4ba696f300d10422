using System.Security.Cryptography;
using StreamTuning.Copying;

namespace StreamTuning.Blocks;

/// <summary>Options whose uploads wait for nothing and whose buffers are watched.</summary>
/// <param name="delay">How else to wait.</param>
/// <param name="createMD5">How else to make a hash.</param>
internal sealed class Uploads(Func<TimeSpan, CancellationToken, Task>? delay = null, Func<IncrementalHash>? createMD5 = null)
{
    public WatchedPool Pool { get; } = new();

    public List<TimeSpan> Pauses { get; } = [];

    public List<long> Progress { get; } = [];

    public BlockUploadOptions Options(Action<BlockUploadOptions>? configure = null)
    {
        var options = new BlockUploadOptions(new UploadEnvironment(Pool, delay ?? PauseAsync, createMD5)) { Progress = new Recorder(Progress) };
        configure?.Invoke(options);
        return options;
    }

    /// <summary>Blocks of 1,000 bytes, verified, and none too small for them.</summary>
    public BlockUploadOptions Verified(Action<BlockUploadOptions>? configure = null) => Options(options =>
    {
        options.BlockSize = 1000;
        options.SingleRequestLimit = 0;
        options.VerifyBlocks = true;
        configure?.Invoke(options);
    });

    private Task PauseAsync(TimeSpan pause, CancellationToken token)
    {
        lock (Pauses)
        {
            Pauses.Add(pause);
        }

        return token.IsCancellationRequested ? Task.FromCanceled(token) : Task.CompletedTask;
    }

    private sealed class Recorder(List<long> totals) : IProgress<long>
    {
        // Not locked: reports come one at a time.
        public void Report(long value) => totals.Add(value);
    }
}
