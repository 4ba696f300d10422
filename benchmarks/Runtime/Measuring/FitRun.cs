using System.Diagnostics;
using StreamTuning.SimulatedShare;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>Measures on the mounted share what was published about a real one, to see how much it is like it.</summary>
internal static class FitRun
{
    private const double Faster = 10;
    private const int Turns = 3;

    // All sizes are measured and count in the end; the page shows this one.
    private const long Shown = 16 << 20;

    public static async Task RunAsync(ShareMount mount, TextWriter writer)
    {
        mount.Profile = SlowShareProfile.AzureFiles.Faster(Faster);
        IReadOnlyList<PublishedWrites> cells = PublishedWrites.ReadAll();
        byte[] block = new byte[cells.Max(cell => cell.WriteSize)];
        var measured = new Dictionary<PublishedWrites, TimeSpan>();
        string path = mount.PathOf("file");
        var table = new TextTable(
            writer, ("size", 8, false), ("write", 8, false), ("SetLength", 9, true), ("published", 10, false), ("model", 10, false), ("measured", 10, false), ("measured/published", 18, false));
        table.WriteHeader();
        foreach (PublishedWrites cell in cells)
        {
            TimeSpan[] times = new TimeSpan[Turns];
            for (int turn = -1; turn < Turns; turn++)
            {
                long start = Stopwatch.GetTimestamp();
                await WriteAsync(path, cell, block);
                if (turn >= 0)
                {
                    times[turn] = Stopwatch.GetElapsedTime(start) * Faster;
                }

                File.Delete(path);
            }

            Array.Sort(times);
            TimeSpan median = measured[cell] = times[Turns / 2];
            if (cell.Bytes != Shown)
            {
                continue;
            }

            table.WriteRow(
                Sizes.Text(cell.Bytes),
                Sizes.Text(cell.WriteSize),
                cell.SetsLength ? "yes" : "no",
                Time(cell.Median),
                Time(WriteCosts.AzureFiles.TimeOf(FileOf(cell))),
                Time(median),
                Ratio(median / cell.Median));
        }

        writer.WriteLine();
        double ofModel = WriteCosts.AzureFiles.ErrorFactor([.. cells.Select(cell => (FileOf(cell), cell.Median))]);
        writer.WriteLine(Text($"Off by (root mean square of the logarithms): model from published {Ratio(ofModel)}, ") +
            Text($"measured from published {Ratio(ErrorFactor(cell => measured[cell] / cell.Median))}, ") +
            Text($"measured from model {Ratio(ErrorFactor(cell => measured[cell] / WriteCosts.AzureFiles.TimeOf(FileOf(cell))))}."));
        double ErrorFactor(Func<PublishedWrites, double> ratio) => Math.Exp(Math.Sqrt(cells.Average(cell => Math.Pow(Math.Log(ratio(cell)), 2))));
    }

    private static WrittenFile FileOf(PublishedWrites cell) => new(cell.Bytes, cell.WriteSize, cell.SetsLength);

    /// <summary>As the published program did.</summary>
    private static async Task WriteAsync(string path, PublishedWrites cell, byte[] block)
    {
        await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 4096, FileOptions.Asynchronous);
        if (cell.SetsLength)
        {
            file.SetLength(cell.Bytes);
        }

        for (long left = cell.Bytes; left > 0; left -= cell.WriteSize)
        {
            await file.WriteAsync(block.AsMemory(0, (int)Math.Min(left, cell.WriteSize)));
        }
    }
}
