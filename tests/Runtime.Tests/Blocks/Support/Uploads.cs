using StreamTuning.Copying;

namespace StreamTuning.Blocks;

/// <summary>Options whose uploads wait for nothing and whose buffers are watched.</summary>
internal sealed class Uploads
{
    public WatchedPool Pool { get; } = new();

    public List<TimeSpan> Pauses { get; } = [];

    public List<long> Progress { get; } = [];

    public BlockUploadOptions Options(Action<BlockUploadOptions>? configure = null)
    {
        var options = new BlockUploadOptions
        {
            Pool = Pool,
            Progress = new Recorder(Progress),
            Delay = (pause, token) =>
            {
                lock (Pauses)
                {
                    Pauses.Add(pause);
                }

                return token.IsCancellationRequested ? Task.FromCanceled(token) : Task.CompletedTask;
            },
        };
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

    private sealed class Recorder(List<long> totals) : IProgress<long>
    {
        // Not locked: reports come one at a time.
        public void Report(long value) => totals.Add(value);
    }
}
