using System.Diagnostics;
using System.Diagnostics.Metrics;
using StreamTuning.Blocks;
using StreamTuning.Copying;
using static StreamTuning.Bytes;

namespace StreamTuning.Diagnostics;

/// <summary>What an upload in blocks tells those who listen.</summary>
[Collection(nameof(Telemetry))]
public sealed class BlockUploadObservationTests
{
    private readonly FakeBlockStore _store = new();
    private readonly Uploads _uploads = new();

    [Fact]
    public async Task An_upload_tells_what_was_stored_what_was_there_and_what_was_repeated()
    {
        _store.Before = (request, _) => request.Operation == StoreOperation.Commit ? throw new StoreException(BlockFailure.Final) : Task.CompletedTask;
        await Assert.ThrowsAsync<StoreException>(() => UploadAsync(Random(5_500)));
        _store.Before = (request, token) => request is { Operation: StoreOperation.Stage, Index: > 0 and < 5 } ? Task.Delay(Timeout.Infinite, token) : Task.CompletedTask;
        _store.ForgetRequests();
        _store.LosesReply = request => request is { Operation: StoreOperation.Commit, Number: 1 };
        int corrupted = 0;
        _store.Corrupts = request => request is { Operation: StoreOperation.Stage, Index: 5 } && corrupted++ == 0;
        using var listener = new Listener();

        await UploadAsync([.. Random(5_500)[..5_499], 0, .. Random(700)]);

        Activity activity = Assert.Single(listener.Activities);
        Assert.Equal(("upload in blocks", ActivityStatusCode.Unset, null), (activity.OperationName, activity.Status, activity.GetTagItem("error.type")));
        (string Name, double Value)[] expected =
            [("streamtuning.upload.bytes", 2_200), ("streamtuning.upload.blocks", 3), ("streamtuning.upload.resumed", 4), ("streamtuning.upload.repeated", 2)];
        Assert.Equal(expected, listener.Values.Where(value => value.Name != "streamtuning.upload.duration"));
        Assert.All(expected, value => Assert.Equal(value.Value, Convert.ToDouble(activity.GetTagItem(value.Name), null)));
        Assert.Single(listener.Values, value => value.Name == "streamtuning.upload.duration" && value.Value > 0);
    }

    [Fact]
    public async Task A_failure_tells_what_was_stored_and_why_no_more()
    {
        using var listener = new Listener();

        await Assert.ThrowsAsync<IOException>(() => BlockUpload.UploadAsync(
            new TestSource(new byte[10_000]) { FailsAt = 5_000 }, _store, _uploads.Verified(options => options.MaximumConcurrency = 1)));

        Activity activity = Assert.Single(listener.Activities);
        Assert.Equal((ActivityStatusCode.Error, "System.IO.IOException"), (activity.Status, activity.GetTagItem("error.type")));
        Assert.Null(_store.Object);
    }

    private Task<long> UploadAsync(byte[] content) =>
        BlockUpload.UploadAsync(new TestSource(content), _store, _uploads.Verified(options => options.Resume = true));

    /// <summary>Hears the uploads of this test only: others may run at the same time.</summary>
    private sealed class Listener : IDisposable
    {
        private static readonly AsyncLocal<Listener?> _current = new();
        private readonly ActivityListener _activityListener;
        private readonly MeterListener _meterListener = new();

        public Listener()
        {
            _current.Value = this;
            _activityListener = new ActivityListener
            {
                ShouldListenTo = source => source.Name == "StreamTuning",
                Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
                ActivityStopped = activity =>
                {
                    if (_current.Value == this)
                    {
                        Activities.Add(activity);
                    }
                },
            };
            ActivitySource.AddActivityListener(_activityListener);
            _meterListener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name.StartsWith("streamtuning.upload.", StringComparison.Ordinal))
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _meterListener.SetMeasurementEventCallback<double>((instrument, value, _, _) => Note(instrument, value));
            _meterListener.SetMeasurementEventCallback<long>((instrument, value, _, _) => Note(instrument, value));
            _meterListener.Start();
        }

        public List<Activity> Activities { get; } = [];

        public List<(string Name, double Value)> Values { get; } = [];

        public void Dispose()
        {
            _current.Value = null;
            _activityListener.Dispose();
            _meterListener.Dispose();
        }

        private void Note(Instrument instrument, double value)
        {
            if (_current.Value == this)
            {
                Values.Add((instrument.Name, value));
            }
        }
    }
}
