using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace StreamTuning;

/// <summary>
/// What one upload in blocks tells whoever listens to the <see cref="ActivitySource"/> or the <see cref="Meter"/> named
/// <c>StreamTuning</c>. Nothing is made or measured while nobody does.
/// </summary>
internal sealed class BlockUploadObservation
{
    private const string BytesName = "streamtuning.upload.bytes";
    private const string BlocksName = "streamtuning.upload.blocks";
    private const string ResumedName = "streamtuning.upload.resumed";
    private const string RepeatedName = "streamtuning.upload.repeated";

    // Of the semantic conventions of OpenTelemetry.
    private const string ErrorTag = "error.type";

    private static readonly Histogram<double> _duration = Telemetry.Meter.CreateHistogram<double>(
        "streamtuning.upload.duration", "s", "How long an upload took.");
    private static readonly Counter<long> _bytes = Telemetry.Meter.CreateCounter<long>(
        BytesName, "By", "How many bytes were stored, those of resumed blocks left out.");
    private static readonly Counter<long> _blocks = Telemetry.Meter.CreateCounter<long>(
        BlocksName, "{block}", "How many blocks carried them.");
    private static readonly Counter<long> _resumed = Telemetry.Meter.CreateCounter<long>(
        ResumedName, "{block}", "How many blocks were there already.");
    private static readonly Counter<long> _repeated = Telemetry.Meter.CreateCounter<long>(
        RepeatedName, "{request}", "How many requests were repeated.");

    private long _storedBytes;
    private int _storedBlocks;
    private int _resumedBlocks;
    private int _repeatedRequests;

    private BlockUploadObservation()
    {
    }

    /// <summary>An observation of an upload that is about to start; <see langword="null"/> when nobody listens.</summary>
    public static BlockUploadObservation? TryCreate() =>
        Telemetry.Activities.HasListeners()
        || _duration.Enabled || _bytes.Enabled || _blocks.Enabled || _resumed.Enabled || _repeated.Enabled
            ? new BlockUploadObservation()
            : null;

    /// <summary>Runs the upload, and publishes what was noted when it is over, well or not.</summary>
    public async Task<long> ObserveAsync(Func<Task<long>> upload)
    {
        using Activity? activity = Telemetry.Activities.StartActivity("upload in blocks");
        var watch = Stopwatch.StartNew();
        string? error = null;
        try
        {
            return await upload().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            error = e.GetType().FullName;
            activity?.SetStatus(ActivityStatusCode.Error, e.Message);
            throw;
        }
        finally
        {
            Publish(activity, watch.Elapsed, error);
        }
    }

    /// <summary>A block was stored, or all content in one request. Can be called by several threads, as the others.</summary>
    public void NoteStored(int bytes, bool isBlock)
    {
        Interlocked.Add(ref _storedBytes, bytes);
        if (isBlock)
        {
            Interlocked.Increment(ref _storedBlocks);
        }
    }

    public void NoteResumed() => Interlocked.Increment(ref _resumedBlocks);

    public void NoteRepeated() => Interlocked.Increment(ref _repeatedRequests);

    private void Publish(Activity? activity, TimeSpan duration, string? error)
    {
        var tags = new TagList();
        if (error is not null)
        {
            tags.Add(ErrorTag, error);
        }

        _duration.Record(duration.TotalSeconds, tags);
        _bytes.Add(_storedBytes, tags);
        _blocks.Add(_storedBlocks, tags);
        _resumed.Add(_resumedBlocks, tags);
        _repeated.Add(_repeatedRequests, tags);
        activity?
            .SetTag(BytesName, _storedBytes)
            .SetTag(BlocksName, _storedBlocks)
            .SetTag(ResumedName, _resumedBlocks)
            .SetTag(RepeatedName, _repeatedRequests)
            .SetTag(ErrorTag, error);
    }
}
