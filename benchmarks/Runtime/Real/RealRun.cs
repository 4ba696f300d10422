using StreamTuning.Infrastructure;

namespace StreamTuning.Benchmarks;

/// <summary>Measures copies into a directory of a real file system.</summary>
/// <param name="options">The choice of rows and ways.</param>
/// <param name="report">Is given the rows that were measured together.</param>
internal sealed class RealRun(RealOptions options, Action<IReadOnlyList<RealRow>> report)
{
    private const string Memory = "/dev/shm";

    /// <summary>A larger file is left out if one turn would take so many times the budget.</summary>
    private const int MostBudgets = 12;

    private const long AlwaysMeasured = 16 * Sizes.MiB;

    private readonly string _source = Path.Combine(Memory, $"streamtuning-real-{Environment.ProcessId}");

    private int _files;

    /// <summary>Measures all rows of a file system with a delay.</summary>
    /// <param name="mount">The name of the file system.</param>
    /// <param name="delay">The delay that it has.</param>
    /// <param name="directory">A directory on it.</param>
    /// <param name="requests">Counts its requests, if that is possible.</param>
    public async Task MeasureAsync(string mount, int delay, string directory, GuestRequests? requests)
    {
        try
        {
            RealSource[] sources = [.. options.Sources.Where(source => options.Ways.Any(way => way.Fits(source)))];
            if (sources.Length > 0)
            {
                await MeasureAsync(mount, delay, directory, sources[0], 64 * 1024, requests, turns: 1);
            }

            foreach (RealSource source in sources)
            {
                var turn = new TurnTime();
                foreach (long bytes in source.Sizes.Where(bytes => bytes >= options.Sizes.Least && bytes <= options.Sizes.Most))
                {
                    if (bytes > AlwaysMeasured && turn.Expect(bytes) > options.Budget * MostBudgets)
                    {
                        Console.WriteLine($"{mount}, {delay} ms, {source.Name}, {Sizes.Text(bytes)}: left out, it takes too long");
                        break;
                    }

                    IReadOnlyList<RealRow> rows = await MeasureAsync(mount, delay, directory, source, bytes, requests, options.Turns);
                    turn.Add(bytes, TimeSpan.FromMilliseconds(rows.Sum(row => row.Milliseconds)));
                    report(rows);
                }
            }
        }
        finally
        {
            File.Delete(_source);
        }
    }

    private async Task<IReadOnlyList<RealRow>> MeasureAsync(
        string mount, int delay, string directory, RealSource source, long bytes, GuestRequests? requests, int turns)
    {
        if (!File.Exists(_source) || new FileInfo(_source).Length != bytes)
        {
            File.Delete(_source);
            using var content = new SyntheticSource(bytes, knowsLength: true);
            content.CopyToFile(_source);
        }

        Run[] runs = [.. options.Ways.Where(way => way.Fits(source)).Select(way => new Run(way))];
        Measurement[] measured = await PairedRun.MeasureAsync(warmUps: 0, turns, [.. runs.Select(WayOf)], options.Budget);
        return [.. measured.Zip(runs, RowOf)];

        Way WayOf(Run run)
        {
            string target = "";
            return new Way(run.Way.Name, RunAsync, Prepare, Finish);

            void Prepare()
            {
                // A client asks once for a directory that has changed.
                target = Path.Combine(directory, $"copy-{_files++}");
                _ = Directory.Exists(directory);
                requests?.Start();
            }

            async Task RunAsync()
            {
                try
                {
                    await run.Way.RunAsync(() => source.Open(_source, bytes), _source, bytes, target);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException)
                {
                    if (run.Failure is null)
                    {
                        string row = $"{mount}, {delay} ms, {source.Name}, {Sizes.Text(bytes)}";
                        Console.WriteLine($"{row}, {run.Way.Name} fails: {e.Message.ReplaceLineEndings(" ")}");
                    }

                    run.Failure = e;
                }
            }

            void Finish()
            {
                if (requests is not null)
                {
                    run.Requests.Add(requests.Sent());
                }

                File.Delete(target);
            }
        }

        RealRow RowOf(Measurement measurement, Run run) => new(
            mount,
            delay,
            source.Name,
            bytes,
            run.Way.Name,
            run.Failure is null ? measurement.Turns : 0,
            measurement.Median.TotalMilliseconds,
            measurement.Least.TotalMilliseconds,
            measurement.Most.TotalMilliseconds,
            measurement.Ratio,
            run.MedianOfRequests?.Total,
            run.MedianOfRequests?.Kinds ?? "");
    }

    /// <summary>The turns of a way.</summary>
    private sealed class Run(RealWay way)
    {
        public RealWay Way => way;

        public List<GuestRequestCount> Requests { get; } = [];

        public Exception? Failure { get; set; }

        public GuestRequestCount? MedianOfRequests =>
            Requests.Count == 0 ? null : Requests.OrderBy(sent => sent.Total).ElementAt(Requests.Count / 2);
    }
}
