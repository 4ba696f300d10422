using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace StreamTuning;

/// <summary>
/// What one copy tells whoever listens to the <see cref="ActivitySource"/> or the <see cref="Meter"/> named <c>StreamTuning</c>. Nothing is
/// made or measured while nobody does.
/// </summary>
internal sealed class CopyObservation
{
    private const string StrategyTag = "streamtuning.copy.strategy";
    private const string BytesName = "streamtuning.copy.bytes";
    private const string BlocksName = "streamtuning.copy.blocks";

    // Of the semantic conventions of OpenTelemetry.
    private const string ErrorTag = "error.type";

    private static readonly Histogram<double> _duration = Telemetry.Meter.CreateHistogram<double>(
        "streamtuning.copy.duration", "s", "How long a copy took.");
    private static readonly Counter<long> _bytes = Telemetry.Meter.CreateCounter<long>(BytesName, "By", "How many bytes were written.");
    private static readonly Counter<long> _blocks = Telemetry.Meter.CreateCounter<long>(
        BlocksName, "{block}", "How many writes carried them.");

    private CopyStrategy _strategy = CopyStrategy.None;
    private long _written;
    private int _writes;

    private CopyObservation()
    {
    }

    /// <summary>An observation of a copy that is about to start; <see langword="null"/> when nobody listens.</summary>
    public static CopyObservation? TryCreate() =>
        Telemetry.Activities.HasListeners() || _duration.Enabled || _bytes.Enabled || _blocks.Enabled ? new CopyObservation() : null;

    /// <summary>Runs the copy, and publishes what it has noted when it is over, well or not.</summary>
    public async ValueTask<long> ObserveAsync(Func<ValueTask<long>> copy)
    {
        using Activity? activity = Telemetry.Activities.StartActivity("copy into file");
        var watch = Stopwatch.StartNew();
        string? error = null;
        try
        {
            return await copy().ConfigureAwait(false);
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

    /// <summary>To be called by the copy when it has ended, well or not.</summary>
    public void Note(CopyStrategy strategy, long bytes, int writes)
    {
        _strategy = strategy;
        _written = bytes;
        _writes = writes;
    }

    private void Publish(Activity? activity, TimeSpan duration, string? error)
    {
        string strategy = _strategy.ToTag();
        var tags = new TagList { { StrategyTag, strategy } };
        if (error is not null)
        {
            tags.Add(ErrorTag, error);
        }

        _duration.Record(duration.TotalSeconds, tags);
        _bytes.Add(_written, tags);
        _blocks.Add(_writes, tags);
        activity?.SetTag(StrategyTag, strategy).SetTag(BytesName, _written).SetTag(BlocksName, _writes).SetTag(ErrorTag, error);
    }
}
