using System.Diagnostics;
using System.Diagnostics.Metrics;
using StreamTuning.Copying;
using static StreamTuning.Bytes;
using static StreamTuning.Copying.Copies;

namespace StreamTuning.Diagnostics;

/// <summary>What a copy tells those who listen, and that it tells nothing to others.</summary>
[Collection(nameof(Telemetry))]
[Trait(Suite.Name, NetStandard.Suite)]
public sealed class CopyObservationTests : IDisposable
{
    private readonly Scratch _scratch = new();

    public static TheoryData<bool> Ways => BothWays;

    public void Dispose() => _scratch.Dispose();

    [Theory, MemberData(nameof(Ways))]
    public async Task A_copy_tells_its_strategy_its_bytes_and_its_blocks(bool async)
    {
        // On a busy machine a write may take so long that the copy tries a length, or smaller blocks.
        var share = new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share(), clock: new StoppedClock()));
        var local = new FileCopyOptions(new CopyEnvironment(clock: new StoppedClock()));
        byte[] large = Random(5 * MiB);
        await AssertAsync("single_write", 5 * KiB, 1, file => CopyAsync(new TestSource(large[..(5 * KiB)], canSeek: true), file, async, share));
        await AssertAsync("single_write", 5 * MiB, 1, file => CopyAsync(new MemoryStream(large), file, async, share));
        await AssertAsync("preset_length", 5 * MiB, 3, file => CopyAsync(new TestSource(large, canSeek: true), file, async, share));
        await AssertAsync("growing_length", 5 * MiB, 3, file => CopyAsync(new TestSource(large), file, async, share));
        await AssertAsync("none", 0, 0, file => CopyAsync(new TestSource([]), file, async, share));
        if (OperatingSystem.IsLinux())
        {
            await AssertAsync("local_disk", 5 * MiB, 40, file => CopyAsync(new TestSource(large), file, async, local));
            var source = new FileInfo(_scratch.WithFile("source", large));
#if STREAMTUNING_NETSTANDARD
            await AssertAsync("local_disk", 5 * MiB, 40, _ => CopyAsync(source, _scratch.PathOf("new"), async, local));
#else
            await AssertAsync("operating_system", 5 * MiB, 0, _ => CopyAsync(source, _scratch.PathOf("new"), async));
#endif
        }

        async Task AssertAsync(string strategy, long bytes, int blocks, Func<FileStream, Task<long>> copy)
        {
            using var listener = new Listener();
            using (var file = new FileStream(_scratch.PathOf("file"), FileMode.Create))
            {
                await copy(file);
            }

            Assert.Equal((strategy, bytes, blocks, null), listener.OnlyActivity());
            Assert.Equal([("streamtuning.copy.duration", strategy, null), ("streamtuning.copy.bytes", strategy, null), ("streamtuning.copy.blocks", strategy, null)], listener.Tags);
            Assert.Equal(bytes, listener.Sum("streamtuning.copy.bytes"));
            Assert.Equal(blocks, listener.Sum("streamtuning.copy.blocks"));
            Assert.True(listener.Sum("streamtuning.copy.duration") > 0);
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_stream_that_is_no_file_is_told_apart(bool async)
    {
        using var listener = new Listener();
        await CopyAsync(new TestSource(new byte[10], pieces: [4]), new MemoryStream(), async);
        Assert.Equal(("stream", 10, 3, null), listener.OnlyActivity());
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_failure_tells_what_was_written_and_why_no_more(bool async)
    {
        using var listener = new Listener();
        using (var file = new FileStream(_scratch.PathOf("file"), FileMode.Create))
        {
            var source = new TestSource(Random(5 * MiB)) { FailsAt = 3 * MiB };
            await Assert.ThrowsAsync<IOException>(() => CopyAsync(source, file, async, new FileCopyOptions(new CopyEnvironment(mount: TestMounts.Share(), clock: new StoppedClock()))));
        }

        Assert.Equal(("growing_length", 3 * MiB, 2, "System.IO.IOException"), listener.OnlyActivity());
        Assert.All(listener.Tags, tag => Assert.Equal("System.IO.IOException", tag.Error));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task The_activity_does_not_leak_to_the_caller(bool async)
    {
        using var listener = new Listener();
        Activity? before = Activity.Current;
        var source = new TestSource(new byte[10]) { BeforeRead = _ => Assert.Equal("copy into file", Activity.Current?.OperationName) };
        using var file = new FileStream(_scratch.PathOf("file"), FileMode.Create);
        Task<long> copy = CopyAsync(source, file, async);
        Assert.Same(before, Activity.Current);
        await copy;
        Assert.Same(before, Activity.Current);
    }

    [Fact]
    public void Nobody_who_listens_costs_nothing() => Assert.Null(CopyObservation.TryCreate());

    /// <summary>Hears the copies of this test only: others may run at the same time.</summary>
    private sealed class Listener : IDisposable
    {
        private static readonly AsyncLocal<Listener?> _current = new();
        private readonly List<Activity> _activities = [];
        private readonly List<(string Instrument, double Value, string? Strategy, string? Error)> _values = [];
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
                        _activities.Add(activity);
                    }
                },
            };
            ActivitySource.AddActivityListener(_activityListener);
            _meterListener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == "StreamTuning")
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _meterListener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Note(instrument, value, tags));
            _meterListener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Note(instrument, value, tags));
            _meterListener.Start();
        }

        public IEnumerable<(string Instrument, string? Strategy, string? Error)> Tags => _values.Select(v => (v.Instrument, v.Strategy, v.Error));

        public double Sum(string instrument) => _values.Where(v => v.Instrument == instrument).Sum(v => v.Value);

        public (string? Strategy, long Bytes, int Blocks, string? Error) OnlyActivity()
        {
            Activity activity = Assert.Single(_activities);
            string? error = (string?)activity.GetTagItem("error.type");
            Assert.Equal(error is null ? ActivityStatusCode.Unset : ActivityStatusCode.Error, activity.Status);
            return (
                (string?)activity.GetTagItem("streamtuning.copy.strategy"),
                (long)activity.GetTagItem("streamtuning.copy.bytes")!,
                (int)activity.GetTagItem("streamtuning.copy.blocks")!,
                error);
        }

        public void Dispose()
        {
            _current.Value = null;
            _activityListener.Dispose();
            _meterListener.Dispose();
        }

        private void Note(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            if (_current.Value == this)
            {
                _values.Add((instrument.Name, value, Find(tags, "streamtuning.copy.strategy"), Find(tags, "error.type")));
            }
        }

        private static string? Find(ReadOnlySpan<KeyValuePair<string, object?>> tags, string key)
        {
            foreach (KeyValuePair<string, object?> tag in tags)
            {
                if (tag.Key == key)
                {
                    return (string?)tag.Value;
                }
            }

            return null;
        }
    }
}
