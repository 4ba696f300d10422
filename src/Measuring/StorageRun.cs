using System.Runtime.InteropServices;

namespace StreamTuning.Measuring;

/// <summary>Measures storage within a time and a number of bytes.</summary>
/// <param name="probe">The storage.</param>
/// <param name="options">The bounds.</param>
/// <param name="progress">Is told what is measured.</param>
public sealed class StorageRun(IStorageProbe probe, MeasureOptions options, IProgress<MeasureStep>? progress = null)
{
    private const int KiB = 1024;
    private const int MiB = 1024 * KiB;

    // What part of the time is over when a step ends at the latest. The ways that matter most get most of it.
    private const double EndOfCosts = 0.14;
    private const double EndOfWays = 0.75;
    private const double EndOfSettings = 0.85;
    private const double EndOfFiles = 0.91;
    private const double EndOfReads = 0.94;
    private const double EndOfSteady = 0.99;

    // And of the bytes: fast storage would use them up before the last step.
    private const double BytesUntilWays = 0.15;
    private const double BytesUntilSettings = 0.4;
    private const double BytesUntilSteady = 0.7;

    private const int MostRounds = 25;
    private const int LeastRounds = 3;

    // Those of small files, which show every cost.
    private const int LeastCells = 7;

    // With fewer, intervals are wide.
    private const int LeastTurnsOfWays = 6;
    private const int LeastSettingsTurns = 5;
    private const int MostTurns = 30;
    private const int SettingsTurns = 12;
    private const double SettledWidth = 0.1;
    private const int MostSmallFiles = 500;
    private const int MostSteadyWrites = 1024;

    /// <summary>What costs are fitted to, smaller files first.</summary>
    private static readonly (CopyWay Way, long Bytes)[] _cells =
    [
        (new(CopyKind.Blocks, CopyWay.Segment), 32 * KiB),
        (new(CopyKind.Blocks, 64 * KiB), 256 * KiB),
        (new(CopyKind.Blocks, 64 * KiB, PresetsLength: true), 256 * KiB),
        (CopyWay.Platform, MiB),
        (new(CopyKind.Blocks, CopyWay.PlatformBlock, PresetsLength: true), MiB),
        (new(CopyKind.Blocks, MiB), MiB),
        (CopyWay.PresetBlocks, MiB),
        (new(CopyKind.Blocks, CopyWay.PlatformBlock, PresetsLength: true), 4 * MiB),
        (CopyWay.PresetBlocks, 4 * MiB),
        (new(CopyKind.Blocks, MiB), 4 * MiB),
        (CopyWay.PresetBlocks, 16 * MiB),
    ];

    private static readonly CopyWay[] _ways = [CopyWay.Platform, CopyWay.PresetBlocks, CopyWay.Stream, CopyWay.Path];

    private static readonly CopyWay[] _settings =
    [
        CopyWay.Path,
        CopyWay.Path with { Depth = 1 },
        CopyWay.Path with { Depth = 4 },
        CopyWay.Path with { Depth = 8 },
        CopyWay.Path with { Block = 4 * MiB },
        CopyWay.PresetBlocks,
        CopyWay.PresetBlocks with { Block = 4 * MiB },
        new(CopyKind.Blocks, MiB),
        new(CopyKind.Blocks, 4 * MiB),
    ];

    private static readonly int[] _atOnce = [1, 2, 4, 8];

    private readonly List<string> _notes = [];
    private readonly HashSet<CopyWay> _failing = [];
    private long _begin;
    private long _written;

    private TimeSpan Elapsed => probe.Clock.GetElapsedTime(_begin);

    /// <summary>Measures.</summary>
    /// <param name="directory">What the result calls the storage.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="MeasuringException">There is not enough room, or too few bytes may be written.</exception>
    /// <exception cref="IOException">The storage fails.</exception>
    /// <exception cref="UnauthorizedAccessException">The storage may not be written.</exception>
    public async Task<StorageMeasurement> RunAsync(string directory, CancellationToken cancellationToken)
    {
        if (options.MaxBytes < MeasureOptions.LeastMaxBytes)
        {
            throw new MeasuringException(
                $"A measurement needs {Units.Bytes(MeasureOptions.LeastMaxBytes)} of writes or more. Give it as many by --max-bytes.");
        }

        _begin = probe.Clock.GetTimestamp();
        DateTimeOffset taken = probe.Clock.GetUtcNow();
        Tell("the file system");
        FileSystemFacts facts = probe.Examine();
        if (facts.FreeBytes < options.NeededRoom)
        {
            throw new MeasuringException(
                $"'{directory}' has room for {Units.Bytes(facts.FreeBytes)}. A measurement needs {Units.Bytes(options.NeededRoom)}, "
                + "three times the most that it writes at a time. Make room, or measure another directory of the same storage.");
        }

        await LeaveOutFailingWaysAsync(cancellationToken).ConfigureAwait(false);
        List<TimedFile> files = await MeasureCostsAsync(cancellationToken).ConfigureAwait(false);
        WriteCosts? planned = Fit(files);
        var ofWays = new Bounds(EndOfWays, BytesUntilSettings, LeastTurnsOfWays, MostTurns);
        Comparison ways = await CompareAsync("ways to copy", _ways, planned, ofWays, cancellationToken).ConfigureAwait(false)
            ?? throw new MeasuringException(
                $"'{directory}' is too slow to be measured in {options.Time.TotalSeconds:0} s. Give it more by --time.");
        var ofSettings = new Bounds(EndOfSettings, BytesUntilSteady, LeastSettingsTurns, SettingsTurns);
        Comparison? settings = await CompareAsync("settings", _settings, planned, ofSettings, cancellationToken).ConfigureAwait(false);
        List<SmallFiles> smallFiles = await WriteSmallFilesAsync(cancellationToken).ConfigureAwait(false);
        List<ReadTimes> reads = await ReadAsync(ways.Bytes, cancellationToken).ConfigureAwait(false);
        SteadyWrites? steady = await WriteSteadilyAsync(cancellationToken).ConfigureAwait(false);

        // The same files, measured more often and larger.
        foreach (Comparison comparison in new[] { ways, settings }.OfType<Comparison>())
        {
            foreach (WayTimes one in comparison.Ways.Where(static one => !one.Way.IsOfRuntime))
            {
                WrittenFile file = one.Way.FileOf(comparison.Bytes);
                files.RemoveAll(known => known.File == file);
                files.Add(new TimedFile(file, one.Faster.Turns, one.MedianSeconds));
            }
        }

        WriteCosts? costs = Fit(files);
        return new StorageMeasurement
        {
            Version = StorageMeasurement.CurrentVersion,
            Directory = directory,
            Taken = taken,
            Took = Elapsed,
            Runtime = RuntimeInformation.FrameworkDescription,
            Seed = PairedRatio.DefaultSeed,
            FileSystem = facts,
            Costs = costs,
            CostsError = costs?.ErrorFactor([.. files.Select(TimeOf)]) ?? 1,
            Files = files,
            Ways = ways,
            Settings = settings,
            SmallFiles = smallFiles,
            Reads = reads,
            Steady = steady,
            Notes = _notes,
        };
    }

    private static (WrittenFile File, TimeSpan Time) TimeOf(TimedFile file) => (file.File, TimeSpan.FromSeconds(file.MedianSeconds));

    private static WriteCosts? Fit(IReadOnlyList<TimedFile> files)
    {
        bool showLengthChange = files.Any(static file => file.File.PresetsLength);
        return files.Count >= (showLengthChange ? 6 : 5)
            ? WriteCosts.Fit([.. files.Select(TimeOf)], showLengthChange, WriteCosts.MeasuredNoise)
            : null;
    }

    /// <summary>Some storage refuses what others do, such as setting a length. If plain copies fail, everything does.</summary>
    private async Task LeaveOutFailingWaysAsync(CancellationToken cancellationToken)
    {
        await RunOnceAsync(CopyWay.Platform, 64 * KiB, cancellationToken).ConfigureAwait(false);
        foreach (CopyWay way in _ways.Skip(1))
        {
            try
            {
                await RunOnceAsync(way, 64 * KiB, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                await RunOnceAsync(CopyWay.Platform, 64 * KiB, cancellationToken).ConfigureAwait(false);
                _failing.Add(way);
                _notes.Add($"'{way.Name}' fails here: {e.Message}");
            }
        }
    }

    private bool Works(CopyWay way) => !_failing.Any(failing => failing.Kind == way.Kind && failing.PresetsLength == way.PresetsLength);

    private async Task<List<TimedFile>> MeasureCostsAsync(CancellationToken cancellationToken)
    {
        // The first round warms up, and tells which files are too large for this storage.
        TimeSpan end = options.Time * EndOfCosts;
        TimeSpan start = Elapsed;
        var kept = new List<(CopyWay Way, long Bytes)>();
        var first = new List<TimedFile>();
        foreach ((CopyWay way, long bytes) in _cells.Where(cell => Works(cell.Way)))
        {
            bool hasTime = Elapsed - start <= (end - start) / (LeastRounds + 1);
            bool hasBytes = _written + bytes <= options.MaxBytes * BytesUntilWays;
            if (kept.Count >= LeastCells && !(hasTime && hasBytes))
            {
                string largest = Units.Bytes(kept.Max(static cell => cell.Bytes));
                string why = hasTime ? "--max-bytes permits no larger ones" : "there was no time for larger ones";
                _notes.Add($"Costs are fitted to files of up to {largest}: {why}.");
                break;
            }

            Tell($"costs: {Units.Bytes(bytes)} by {way.Name}");
            TimeSpan took = await RunOnceAsync(way, bytes, cancellationToken).ConfigureAwait(false);
            first.Add(new TimedFile(way.FileOf(bytes), 1, took.TotalSeconds));
            kept.Add((way, bytes));
        }

        long bytesOfRound = kept.Sum(static cell => cell.Bytes);
        Way[] runs = [.. kept.Select(cell => probe.Copy(cell.Way, cell.Bytes, cancellationToken))];
        PairedTurns rounds = await PairedRun.RunAsync(0, runs, MayStart, probe.Clock).ConfigureAwait(false);
        return rounds.Count == 0
            ? first
            : [.. kept.Select((cell, i) => new TimedFile(cell.Way.FileOf(cell.Bytes), rounds.Count, Samples.Median(rounds.SecondsOf(i))))];

        bool MayStart(PairedTurns done)
        {
            Tell($"costs: round {done.Count + 1}");
            // The first turn takes as long as the warm-up at most.
            TimeSpan next = done.Count == 0 ? Elapsed - start : done.Longest;
            return done.Count < MostRounds && Elapsed + next <= end && TryTake(bytesOfRound, BytesUntilWays);
        }
    }

    private async Task<Comparison?> CompareAsync(
        string what, CopyWay[] all, WriteCosts? costs, Bounds bounds, CancellationToken cancellationToken)
    {
        CopyWay[] ways = [.. all.Where(Works)];
        TimeSpan end = options.Time * bounds.EndOfTime;
        long bytes = options.TypicalSize;
        while (bytes > 64 * KiB && !Fits(bytes))
        {
            bytes /= 4;
        }

        if (ways.Length < 2 || (Elapsed + Expected(bytes) > options.Time && costs is not null))
        {
            _notes.Add($"There was no time to compare {what}.");
            return null;
        }

        if (bytes != options.TypicalSize)
        {
            _notes.Add($"The {what} are compared with files of {Units.Bytes(bytes)}: larger ones do not fit into the time or the bytes.");
        }

        Way[] runs = [.. ways.Select(way => probe.Copy(way, bytes, cancellationToken))];
        PairedTurns turns = await PairedRun.RunAsync(0, runs, MayStart, probe.Clock).ConfigureAwait(false);
        return turns.Count == 0 ? null : new Comparison(bytes, [.. ways.Select((way, i) => Times(way, turns, i))]);

        bool Fits(long size) =>
            Elapsed + (Expected(size) * bounds.LeastTurns) <= end
            && _written + (size * ways.Length * bounds.LeastTurns) <= options.MaxBytes * bounds.PartOfBytes;

        // A way of the runtime takes about as long as the best plain one.
        TimeSpan Expected(long size) => costs is null ? TimeSpan.Zero : ways.Aggregate(
            TimeSpan.Zero, (sum, way) => sum + costs.TimeOf((way.IsOfRuntime ? CopyWay.PresetBlocks : way).FileOf(size)));

        bool MayStart(PairedTurns done)
        {
            Tell($"{what}: {Units.Bytes(bytes)}, turn {done.Count + 1}");
            bool isSettled = done.Count >= LeastTurnsOfWays
                && Enumerable.Range(1, ways.Length - 1)
                    .Select(done.RatioOf)
                    .All(static ratio => ratio.High - ratio.Low < SettledWidth * ratio.Median);
            bool hasTime = done.Count == 0 || Elapsed + done.Longest <= end;
            return done.Count < bounds.MostTurns && !isSettled && hasTime && TryTake(bytes * ways.Length, bounds.PartOfBytes);
        }
    }

    private static WayTimes Times(CopyWay way, PairedTurns turns, int index) => new(way, turns.SecondsOf(index), turns.RatioOf(index));

    private async Task<List<SmallFiles>> WriteSmallFilesAsync(CancellationToken cancellationToken)
    {
        var results = new List<SmallFiles>();
        // They are deleted, too, which may take as long.
        TimeSpan limit = ((options.Time * EndOfFiles) - Elapsed) / (2 * _atOnce.Length);
        foreach (int atOnce in _atOnce.Where(_ => limit > TimeSpan.Zero && TryTake((long)MostSmallFiles * SmallFiles.Bytes)))
        {
            Tell($"small files, {atOnce} at once");
            results.Add(await probe.WriteFilesAsync(atOnce, MostSmallFiles, limit, cancellationToken).ConfigureAwait(false));
        }

        return results;
    }

    private async Task<List<ReadTimes>> ReadAsync(long bytes, CancellationToken cancellationToken)
    {
        (int Block, bool IsRandom)[] all =
        [
            (4 * KiB, false), (4 * KiB, true), (128 * KiB, false), (128 * KiB, true), (MiB, false), (MiB, true),
        ];
        var results = new List<ReadTimes>();
        TimeSpan limit = ((options.Time * EndOfReads) - Elapsed) / all.Length;
        if (limit <= TimeSpan.Zero || !TryTake(bytes))
        {
            return results;
        }

        foreach ((int block, bool isRandom) in all)
        {
            Tell($"reads of {Units.Bytes(block)}");
            results.Add(await probe.ReadAsync(block, isRandom, bytes, limit, cancellationToken).ConfigureAwait(false));
        }

        return results;
    }

    private async Task<SteadyWrites?> WriteSteadilyAsync(CancellationToken cancellationToken)
    {
        Tell("steady writes");
        int most = (int)Math.Min(MostSteadyWrites, (options.MaxBytes - _written) / MiB);
        TimeSpan limit = (options.Time * EndOfSteady) - Elapsed;
        if (most < 1 || limit <= TimeSpan.Zero)
        {
            return null;
        }

        IReadOnlyList<double> ends = await probe.WriteSteadilyAsync(MiB, most, limit, cancellationToken).ConfigureAwait(false);
        return SteadyWrites.Of(MiB, ends);
    }

    private async Task<TimeSpan> RunOnceAsync(CopyWay way, long bytes, CancellationToken cancellationToken)
    {
        Way run = probe.Copy(way, bytes, cancellationToken);
        _written += bytes;
        run.Prepare?.Invoke();
        try
        {
            long start = probe.Clock.GetTimestamp();
            await run.Run().ConfigureAwait(false);
            return probe.Clock.GetElapsedTime(start);
        }
        finally
        {
            run.Finish?.Invoke();
        }
    }

    /// <summary>Takes bytes off those that may be written, or off a part of them, if there are so many.</summary>
    private bool TryTake(long bytes, double part = 1)
    {
        if (_written + bytes > options.MaxBytes * part)
        {
            return false;
        }

        _written += bytes;
        return true;
    }

    private void Tell(string what)
    {
        TimeSpan elapsed = Elapsed;
        TimeSpan left = elapsed < options.Time ? options.Time - elapsed : TimeSpan.Zero;
        progress?.Report(new MeasureStep(what, Math.Min(1, elapsed / options.Time), left));
    }

    /// <summary>How far a comparison may go.</summary>
    /// <param name="EndOfTime">The part of the time that is over then.</param>
    /// <param name="PartOfBytes">The part of the bytes that is written then.</param>
    /// <param name="LeastTurns">For so many turns files are made smaller.</param>
    /// <param name="MostTurns">More turns tell nothing new.</param>
    private sealed record Bounds(double EndOfTime, double PartOfBytes, int LeastTurns, int MostTurns);
}
