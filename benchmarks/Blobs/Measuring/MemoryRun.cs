using System.Diagnostics;
using System.Globalization;
using StreamTuning.BlobService;
using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>What an upload allocates, holds and computes: each in a process of its own, with the network in this one.</summary>
internal static class MemoryRun
{
    /// <summary>What the process is called with.</summary>
    public const string Command = "upload-once";

    public static async Task RunAsync(string directory, IEnumerable<long> sizes, IReadOnlyList<UploadWay> ways, TextWriter writer)
    {
        var table = new TextTable(writer, ("size", 8, false), ("way", 30, true), ("allocated", 10, false), ("peak", 10, false), ("processor", 9, false), ("time", 8, false));
        table.WriteHeader();
        await using FaultProxy proxy = FaultProxy.StartWithSink(NetworkProfile.Of(8, 20));
        UploadTarget target = await UploadTarget.OfSinkAsync(proxy);
        foreach (long bytes in sizes)
        {
            string path = RandomFile.Ensure(directory, bytes);
            foreach (UploadWay way in ways)
            {
                double[] figures = await MeasureAsync(way, path, target);
                table.WriteRow(
                    Sizes.Text(bytes), way.Name, Mebibytes(figures[0]), Mebibytes(figures[1]), Time(TimeSpan.FromSeconds(figures[2])), Time(TimeSpan.FromSeconds(figures[3])));
            }
        }

        static string Mebibytes(double bytes) => Text($"{bytes / MiB:0.0} MiB");
    }

    /// <summary>The other process: uploads once, and writes what it took.</summary>
    public static async Task UploadOnceAsync(string way, string path, string connectionString)
    {
        UploadTarget target = UploadTarget.OfConnectionString(connectionString);
        UploadWay upload = UploadWays.Weighed.Concat(UploadWays.Whole).Single(known => known.Name == way);
        long heap = GC.GetTotalMemory(forceFullCollection: true);
        long peak = heap;
        using var ended = new ManualResetEventSlim();
        var watcher = new Thread(() =>
        {
            while (!ended.Wait(5))
            {
                peak = Math.Max(peak, GC.GetTotalMemory(forceFullCollection: false));
            }
        });
        watcher.Start();
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        await target.UseAsync("blob", blob => upload.UploadAsync(blob, path, true));
        TimeSpan time = Stopwatch.GetElapsedTime(start);
        processor = Environment.CpuUsage.TotalTime - processor;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        ended.Set();
        watcher.Join();
        Console.WriteLine(TextTable.Text($"{allocated} {peak - heap} {processor.TotalSeconds} {time.TotalSeconds}"));
    }

    private static async Task<double[]> MeasureAsync(UploadWay way, string path, UploadTarget target)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath!) == "dotnet")
        {
            start.ArgumentList.Add(typeof(MemoryRun).Assembly.Location);
        }

        foreach (string argument in (string[])[Command, way.Name, path, target.ConnectionString])
        {
            start.ArgumentList.Add(argument);
        }

        using Process process = Process.Start(start)!;
        string figures = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0
            ? [.. figures.Split(' ').Select(figure => double.Parse(figure, CultureInfo.InvariantCulture))]
            : throw new InvalidOperationException($"The upload in a process of its own ended with {process.ExitCode}.");
    }
}
