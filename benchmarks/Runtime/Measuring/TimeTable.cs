using static StreamTuning.Benchmarks.Sizes;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>Measures cases and writes them as a table: a row for each, a column for each way, with how many times as fast as the first it is.</summary>
internal static class TimeTable
{
    /// <summary>What the caption of a table says about its times.</summary>
    public const string Caption = "Medians of at least 3 runs; in brackets, the speed as a multiple of the first way's, from runs in turn";

    /// <param name="writer">Gets the table.</param>
    /// <param name="what">The heading of the first column, where the source of each case stands.</param>
    /// <param name="cases">The cases, all with the same ways.</param>
    /// <param name="withMemory">Whether what was allocated belongs into the table.</param>
    public static async Task WriteAsync(TextWriter writer, string what, IEnumerable<Case> cases, bool withMemory = false)
    {
        TextTable? table = null;
        foreach (Case measured in cases)
        {
            Measurement[] measurements = await PairedRun.MeasureAsync(measured.WarmUps, measured.Turns, measured.Ways);
            if (table is null)
            {
                table = new TextTable(writer, [(what, 3, true), .. measured.Ways.Select(way => (way.Name, 3, false))]);
                table.WriteHeader();
            }

            table.WriteRow([measured.Source, .. measurements.Select(m => Cell(measured, m, m == measurements[0]))]);
        }

        string Cell(Case measured, Measurement measurement, bool isFirst) =>
            Time(measurement.Median * measured.Scale) + (isFirst ? "" : $" ({Ratio(measurement.Ratio)})") + (withMemory ? ", " + Memory(measurement.Allocated) : "");
    }

    public static string Memory(long bytes) => bytes < MiB ? Text($"{(double)bytes / KiB:0.0} KiB") : Text($"{(double)bytes / MiB:0.0} MiB");
}
