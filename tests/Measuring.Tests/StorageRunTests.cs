using Xunit.Abstractions;

namespace StreamTuning.Measuring;

public sealed class StorageRunTests(ITestOutputHelper output)
{
    private const double MiB = 1024 * 1024;

    private static readonly WriteCosts _share = WriteCosts.AzureFiles with { LengthChange = TimeSpan.FromMilliseconds(8) };

    private static readonly WriteCosts _roundTrips = new(
        TimeSpan.FromMilliseconds(10), 100 * MiB, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10));

    private static readonly WriteCosts _disk = new(
        TimeSpan.FromMilliseconds(0.1), 1500 * MiB, TimeSpan.FromMilliseconds(0.01), TimeSpan.Zero, TimeSpan.Zero);

    private static readonly FileSystemFacts _diskFacts = new("ext4", true, false, 1L << 40, 1L << 40, false, true, true);

    [Fact]
    public async Task Known_costs_are_found_within_15_percent()
    {
        foreach (WriteCosts costs in new[] { _share, _roundTrips })
        {
            StorageMeasurement measured = await MeasureAsync(costs);

            Assert.InRange(measured.Costs!.BytesPerSecond / costs.BytesPerSecond, 0.85, 1.15);
            Assert.InRange((measured.Costs.Write + measured.Costs.Extension) / (costs.Write + costs.Extension), 0.85, 1.15);

            // A single request of a copy: the noise of all others is in it.
            Assert.InRange(measured.Costs.LengthChange / costs.LengthChange, 0.6, 1.4);
            Assert.InRange(measured.CostsError, 1, 1.05);
        }
    }

    [Fact]
    public async Task The_ways_are_compared_in_six_turns_or_more_and_in_time()
    {
        StorageMeasurement measured = await MeasureAsync(_share);

        Assert.Equal(16 * MiB, measured.Ways.Bytes);
        Assert.All(measured.Ways.Ways, way => Assert.True(way.Faster.Turns >= 6));
        Assert.InRange(measured.Took, TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(60));
        Advice advice = Advice.Of(measured);
        Assert.True(advice.HasGain);
        Assert.Contains("128 requests where 17 are enough", advice.Reason);
        Assert.Contains(advice.Lines, line => line.Paste.Contains("<StreamTuningStorage>Share<", StringComparison.Ordinal));
        Assert.Contains(advice.Lines, line => line.Paste.EndsWith("stream_tuning.copy_buffer_size = 1048576", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(30)]
    [InlineData(120)]
    public async Task It_keeps_to_its_time_and_bytes(int seconds)
    {
        foreach (WriteCosts costs in new[] { _share, _roundTrips, _disk })
        {
            var options = new MeasureOptions { Time = TimeSpan.FromSeconds(seconds), MaxBytes = 500L << 20 };
            var storage = new MadeUpStorage(costs, new Random(Seed.Next(output)));
            StorageMeasurement measured = await new StorageRun(storage, options).RunAsync("/mnt", default);

            Assert.True(measured.Took.TotalSeconds <= seconds * 1.02, $"{measured.Took} of {seconds} s");
            Assert.InRange(storage.Written, 0, options.MaxBytes);
            Assert.True(measured.Ways.Bytes >= 1 << 20, $"{measured.Ways.Bytes} bytes in {seconds} s");
        }
    }

    [Theory]
    [InlineData(100)]
    [InlineData(150)]
    [InlineData(250)]
    public async Task Few_bytes_are_enough_on_fast_storage_and_are_kept_to(long mebibytes)
    {
        var options = new MeasureOptions { MaxBytes = mebibytes << 20 };
        var storage = new MadeUpStorage(_disk, new Random(Seed.Next(output)));
        StorageMeasurement measured = await new StorageRun(storage, options).RunAsync("/mnt", default);

        Assert.InRange(storage.Written, 0, options.MaxBytes);
        Assert.True(measured.Ways.Bytes >= MiB, $"{measured.Ways.Bytes} bytes");
        Assert.All(measured.Ways.Ways, way => Assert.True(way.Faster.Turns >= 6));
        Assert.Equal(mebibytes < 200, measured.Notes.Any(note => note.Contains("--max-bytes permits no larger", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Too_few_bytes_are_refused_and_not_called_slow()
    {
        var run = new StorageRun(new MadeUpStorage(_disk, new Random(1)), new MeasureOptions { MaxBytes = 64L << 20 });

        MeasuringException refused = await Assert.ThrowsAsync<MeasuringException>(() => run.RunAsync("/mnt", default));
        Assert.Contains("needs 100 MiB of writes or more. Give it as many by --max-bytes", refused.Message);
    }

    [Fact]
    public async Task A_local_disk_has_nothing_to_gain()
    {
        Advice advice = Advice.Of(await MeasureAsync(_disk, storage => new MadeUpStorage(_disk, storage) { Facts = _diskFacts }));

        Assert.False(advice.HasGain);
        Assert.StartsWith("Nothing to gain here.", advice.Verdict);
        Assert.Contains("on this machine (ext4)", advice.Reason);
        Assert.Equal("<PropertyGroup><StreamTuningStorage>Local</StreamTuningStorage></PropertyGroup>", Assert.Single(advice.Lines).Paste);
    }

    [Fact]
    public async Task A_share_whose_client_gathers_writes_has_nothing_to_gain_and_is_not_called_local()
    {
        WriteCosts gathered = _disk with { File = TimeSpan.FromMilliseconds(40), BytesPerSecond = 60 * MiB };
        Advice advice = Advice.Of(await MeasureAsync(gathered));

        Assert.False(advice.HasGain);
        Assert.Contains("gathers small writes", advice.Reason);
        Assert.Empty(advice.Lines);
    }

    [Fact]
    public async Task A_setting_that_is_faster_is_recommended_and_others_are_not()
    {
        StorageMeasurement deep = await MeasureAsync(
            _roundTrips, random => new MadeUpStorage(_roundTrips, random) { GainOfSettings = way => Math.Sqrt(way.Depth) });
        StorageMeasurement flat = await MeasureAsync(_roundTrips);

        Assert.Equal(8, Advice.BestSetting(deep)?.Way.Depth);
        Assert.Contains(Advice.Of(deep).Lines, line => line.Paste.Contains("Depth = 8", StringComparison.Ordinal));
        Assert.Null(Advice.BestSetting(flat));
        Assert.Contains(Advice.Of(flat).Lines, line => line.Paste == "await source.CopyToFileAsync(path);");
    }

    [Fact]
    public async Task A_way_that_fails_is_left_out_and_named()
    {
        StorageMeasurement measured = await MeasureAsync(
            _share, random => new MadeUpStorage(_share, random) { Refuses = way => way.PresetsLength });

        Assert.DoesNotContain(measured.Ways.Ways, way => way.Way.PresetsLength);
        Assert.Contains(measured.Notes, note => note.StartsWith("'SetLength, 1 MiB blocks' fails here:", StringComparison.Ordinal));
        Assert.Equal(TimeSpan.Zero, measured.Costs!.LengthChange);
    }

    [Fact]
    public async Task Storage_where_plain_copies_fail_is_not_measured() => await Assert.ThrowsAsync<IOException>(
        () => MeasureAsync(_share, random => new MadeUpStorage(_share, random) { Refuses = _ => true }));

    [Fact]
    public async Task Too_little_room_is_refused_with_the_figures()
    {
        MeasuringException refused = await Assert.ThrowsAsync<MeasuringException>(() => MeasureAsync(
            _disk, random => new MadeUpStorage(_disk, random) { Facts = _diskFacts with { FreeBytes = 100L << 20 } }));
        Assert.Contains("room for 100 MiB. A measurement needs 192 MiB", refused.Message);
    }

    [Fact]
    public async Task A_limit_that_sets_in_is_found()
    {
        StorageMeasurement measured = await MeasureAsync(
            _roundTrips, random => new MadeUpStorage(_roundTrips, random) { SteadyRate = seconds => seconds < 3 ? 90 : 20 }, seconds: 120);

        Assert.InRange(measured.Steady!.Plateau!.After / MiB, 15, 25);
    }

    [Fact]
    public async Task The_result_survives_its_file()
    {
        StorageMeasurement measured = await MeasureAsync(_share);
        string json = measured.ToJson();

        Assert.Equal(json, StorageMeasurement.Parse(System.Text.Encoding.UTF8.GetBytes(json)).ToJson());
        Assert.Throws<System.Text.Json.JsonException>(
            () => StorageMeasurement.Parse(System.Text.Encoding.UTF8.GetBytes(json.Replace("\"version\": 2", "\"version\": 99"))));
    }

    [Theory]
    [InlineData("\"version\": 1, \"ways\": []", "It has version 1, and this program reads 2.")]
    [InlineData("\"ways\": null", "Its 'ways' are missing or empty.")]
    [InlineData("\"files\": null", "Its 'files' are missing or empty.")]
    public async Task A_file_that_is_no_result_is_refused_with_the_reason(string content, string said)
    {
        var json = System.Text.Json.Nodes.JsonNode.Parse((await MeasureAsync(_share)).ToJson())!.AsObject();
        foreach ((string key, System.Text.Json.Nodes.JsonNode? value) in System.Text.Json.Nodes.JsonNode.Parse($"{{{content}}}")!.AsObject())
        {
            json[key] = value?.DeepClone();
        }

        var refused = Assert.Throws<System.Text.Json.JsonException>(() => StorageMeasurement.Parse(System.Text.Encoding.UTF8.GetBytes(json.ToJsonString())));

        Assert.Equal(said, refused.Message);
    }

    [Fact]
    public async Task A_measurement_that_is_stopped_stops()
    {
        using var stop = new CancellationTokenSource();
        var storage = new MadeUpStorage(_share, new Random(Seed.Next(output)));
        var progress = new Immediate(step =>
        {
            if (step.Part > 0.5)
            {
                stop.Cancel();
            }
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new StorageRun(storage, new MeasureOptions(), progress).RunAsync("/mnt", stop.Token));
        Assert.True(storage.Elapsed < TimeSpan.FromSeconds(40));
    }

    private async Task<StorageMeasurement> MeasureAsync(WriteCosts costs, Func<Random, MadeUpStorage>? create = null, int seconds = 60)
    {
        var random = new Random(Seed.Next(output));
        MadeUpStorage storage = create?.Invoke(random) ?? new MadeUpStorage(costs, random);
        return await new StorageRun(storage, new MeasureOptions { Time = TimeSpan.FromSeconds(seconds) }).RunAsync("/mnt", default);
    }

    private sealed class Immediate(Action<MeasureStep> report) : IProgress<MeasureStep>
    {
        public void Report(MeasureStep value) => report(value);
    }
}
