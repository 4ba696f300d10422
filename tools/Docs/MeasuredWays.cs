using System.Globalization;

namespace StreamTuning.Docs;

/// <summary>What several ways to do the same thing took, as a table that is shorter than that of the benchmarks.</summary>
internal static class MeasuredWays
{
    /// <summary>A row for each target and size, a column for each way: the time, and for all but the first how many times as fast it is.</summary>
    /// <param name="csv">What the benchmarks have written.</param>
    /// <param name="heading">What the targets are.</param>
    /// <param name="targetOf">What a target is called in the table; <see langword="null"/> for one that is not in it.</param>
    /// <param name="ways">The ways.</param>
    /// <exception cref="FormatException">Nothing was measured.</exception>
    public static string Table(string csv, string heading, Func<string, string?> targetOf, params IReadOnlyList<string> ways)
    {
        string[] rows =
        [
            .. MeasuredRows.Of(csv)
                .Where(row => targetOf(row["target"]) is not null)
                .GroupBy(row => (Target: targetOf(row["target"]), Bytes: long.Parse(row["bytes"], CultureInfo.InvariantCulture)))
                .Select(group => $"| {group.Key.Target} | {Size(group.Key.Bytes)} | {string.Join(" | ", ways.Select((way, i) => Cell(group.Single(row => row["way"] == way), isFirst: i == 0)))} |"),
        ];
        return rows.Length == 0
            ? throw new FormatException($"The benchmarks have measured nothing for the table of '{heading}'.")
            : string.Join('\n', [
                $"| {heading} | Size | {string.Join(" | ", ways)} |",
                $"| --- | ---: |{string.Concat(ways.Select(_ => " ---: |"))}",
                .. rows,
            ]);
    }

    private static string Cell(Dictionary<string, string> row, bool isFirst)
    {
        string time = MeasuredRows.Time(Value("median_ms"));
        return isFirst ? time : string.Create(CultureInfo.InvariantCulture, $"{time} ({Value("ratio_to_first_way"):0.0}x)");

        double Value(string column) => double.Parse(row[column], CultureInfo.InvariantCulture);
    }

    private static string Size(long bytes) => bytes < 1 << 20 ? $"{bytes >> 10} KiB" : $"{bytes >> 20} MiB";
}
