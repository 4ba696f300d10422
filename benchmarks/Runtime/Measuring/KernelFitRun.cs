using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>Measures on the simulated kernel clients what was measured on real ones, to see how much they are like them.</summary>
internal static class KernelFitRun
{
    private const int Turns = 9;

    public static async Task RunAsync(ShareMount mount, string directory, TextWriter writer)
    {
        var table = new TextTable(
            writer,
            ("client", 6, true),
            ("size", 8, false),
            ("buffer", 8, false),
            ("real", 8, false),
            ("from-to", 10, false),
            ("mount", 8, false),
            ("mount/real", 10, false),
            ("process", 8, false),
            ("process/real", 12, false));
        table.WriteHeader();
        foreach (KernelClientCopy real in KernelClientCopy.ReadAll())
        {
            (mount.Profile, mount.Client) = real.Simulation;
            var share = new SlowShare(real.Simulation.Profile) { Client = real.Simulation.Client };
            TimeSpan onMount = await MeasureAsync(mount.PathOf("file"), real, CopyWays.Create);
            TimeSpan inProcess = await MeasureAsync(Path.Combine(directory, "file"), real, share.Create);
            table.WriteRow(
                real.Client,
                Sizes.Text(real.Bytes),
                Sizes.Text(real.BufferSize),
                Time(real.Median),
                Text($"{real.Least.TotalMilliseconds}-{real.Most.TotalMilliseconds}"),
                Time(onMount),
                Ratio(onMount / real.Median),
                Time(inProcess),
                Ratio(inProcess / real.Median));
        }

        mount.Client = ShareClient.Direct;
    }

    private static async Task<TimeSpan> MeasureAsync(string path, KernelClientCopy real, Func<string, FileStream> create)
    {
        var way = new Way("", CopyAsync, () => File.Delete(path));
        Measurement[] measured = await PairedRun.MeasureAsync(warmUps: 1, Turns, [way]);
        return measured[0].Median;

        async Task CopyAsync()
        {
            using Stream source = SourceKind.Instant.Open(real.Bytes);
            using FileStream file = create(path);
            await source.CopyToAsync(file, real.BufferSize);
        }
    }
}
