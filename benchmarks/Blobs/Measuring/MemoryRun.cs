using System.Diagnostics;
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
                double[] figures = await OwnProcess.MeasureAsync([Command, way.Name, path, target.ConnectionString]);
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
        var heap = new HeapWatch();
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        await target.UseAsync("blob", blob => upload.UploadAsync(blob, path, true));
        TimeSpan time = Stopwatch.GetElapsedTime(start);
        processor = Environment.CpuUsage.TotalTime - processor;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        long held = heap.Stop() - heap.Before;
        Console.WriteLine(TextTable.Text($"{allocated} {held} {processor.TotalSeconds} {time.TotalSeconds}"));
    }
}
