using System.Globalization;
using System.Text;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>What uploads of one size and way cost the server, medians of all turns.</summary>
/// <param name="Bytes">The length of the file.</param>
/// <param name="Way">The name of the way.</param>
/// <param name="Turns">How many runs were measured.</param>
/// <param name="Requests">How many requests a run has.</param>
/// <param name="Processor">Milliseconds of the processor for a request.</param>
/// <param name="ProcessorLeast">The least of them.</param>
/// <param name="ProcessorMost">The most of them.</param>
/// <param name="ProcessorRatio">The median of the ratios to the first way in the same turn.</param>
/// <param name="Allocated">Bytes for a request.</param>
/// <param name="AllocatedRatio">The ratio to the first way.</param>
/// <param name="Written">Bytes given to the file system for a byte of the file, where that is known.</param>
/// <param name="Rate">Requests a second.</param>
/// <param name="Collections">Collections of the youngest generation for a GiB.</param>
internal sealed record UploadResult(
    long Bytes,
    string Way,
    int Turns,
    int Requests,
    double Processor,
    double ProcessorLeast,
    double ProcessorMost,
    double ProcessorRatio,
    double Allocated,
    double AllocatedRatio,
    double? Written,
    double Rate,
    double Collections)
{
    private const string Header =
        "bytes,way,turns,requests,cpu_ms,cpu_ms_least,cpu_ms_most,cpu_ratio,allocated_bytes,allocated_ratio,written_per_byte,requests_per_s,gen0_per_gib";

    /// <summary>Writes to the file system for a request, where they are known.</summary>
    public double? Writes { get; init; }

    /// <summary>Writes results as CSV.</summary>
    public static void Write(string path, IEnumerable<UploadResult> results)
    {
        var text = new StringBuilder(Header).Append('\n');
        foreach (UploadResult r in results)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"{r.Bytes},\"{r.Way}\",{r.Turns},{r.Requests},{r.Processor:0.####},{r.ProcessorLeast:0.####},{r.ProcessorMost:0.####},{r.ProcessorRatio:0.###},{r.Allocated:0},{r.AllocatedRatio:0.###},{r.Written:0.###},{r.Rate:0.##},{r.Collections:0.#}\n");
        }

        File.WriteAllText(path, text.ToString());
    }

    /// <summary>The results as tables, one for each figure.</summary>
    public static string Tables(IReadOnlyList<UploadResult> results)
    {
        using var text = new StringWriter { NewLine = "\n" };
        Table("Processor of the server, for a request", r => Time(TimeSpan.FromMilliseconds(r.Processor)), r => r.ProcessorRatio);
        Table("Written to disk, for a byte of the file", r => r.Written is { } written ? Ratio(written) : "", _ => null);
        return text.ToString();

        void Table(string title, Func<UploadResult, string> figure, Func<UploadResult, double?> ratio)
        {
            string[] ways = [.. results.Select(r => r.Way).Distinct()];
            text.WriteLine();
            text.WriteLine($"### {title}");
            text.WriteLine();
            var table = new TextTable(text, [("Size", 7, false), .. ways.Select(way => ($"`{way}`", 32, false))]);
            table.WriteHeader();
            foreach (IGrouping<long, UploadResult> size in results.GroupBy(r => r.Bytes))
            {
                table.WriteRow([Sizes.Text(size.Key), .. ways.Select(way => size.FirstOrDefault(r => r.Way == way) is { } r ? Cell(r) : "")]);
            }

            string Cell(UploadResult result) => figure(result) + (ratio(result) is { } times && result.Way != ways[0] ? $", **{Ratio(times)}**" : "");
        }
    }

    /// <summary>The results of one rule as a table: the time of the processor, what is allocated, and writes or bytes where they belong into it.</summary>
    public static void WriteRule(TextWriter writer, IReadOnlyList<UploadResult> results, bool withWrites, bool withBytes)
    {
        string[] ways = [.. results.Select(r => r.Way).Distinct()];
        var table = new TextTable(writer, [("File", 3, true), .. ways.Select(way => (way, 3, false))]);
        table.WriteHeader();
        foreach (IGrouping<long, UploadResult> size in results.GroupBy(r => r.Bytes))
        {
            table.WriteRow([Sizes.Text(size.Key), .. ways.Select(way => size.FirstOrDefault(r => r.Way == way) is { } r ? Cell(r) : "")]);
        }

        string Cell(UploadResult r) =>
            Time(TimeSpan.FromMilliseconds(r.Processor)) + (r.Way == ways[0] ? "" : $" ({Ratio(r.ProcessorRatio)})") + ", " + Memory(r.Allocated)
            + (withWrites && r.Writes is { } writes ? Text($", {writes:#,0} writes") : "") + (withBytes && r.Written is { } written ? $", {Ratio(written)} written" : "");
    }

    private static string Memory(double bytes) => bytes < 10 * Sizes.MiB ? Text($"{bytes / Sizes.KiB:#,0.#} KiB") : Text($"{bytes / Sizes.MiB:#,0.#} MiB");
}
