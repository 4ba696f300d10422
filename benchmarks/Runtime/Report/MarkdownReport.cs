using System.Text;

namespace StreamTuning.Benchmarks;

/// <summary>
/// The results as tables: for each target and way a column, for each source and size a row. The file of figures has every size.
/// </summary>
internal static class MarkdownReport
{
    private const string Begin = "<!-- begin results -->";
    private const string End = "<!-- end results -->";

    // A reader sees from four sizes how a way grows; the pictures show the others.
    public const int MostSizes = 4;

    private static readonly long[] _shown = [64 << 10, 1 << 20, 16 << 20, 256 << 20];

    // The first source of a target shows all of these sizes, the others this one.
    private const long SizeOfOtherSources = 16 << 20;

    /// <summary>Whether a page shows a target. The guides show loops over many files; the file of figures alone has copies in memory and variants of uploads in blocks.</summary>
    public static bool IsShown(string target) =>
        !target.Contains(" files", StringComparison.Ordinal)
        && !target.StartsWith("uploads in blocks", StringComparison.Ordinal)
        && target != "memory";

    /// <summary>Puts tables between the marks of a document.</summary>
    public static void Update(string path, string tables)
    {
        string text = File.ReadAllText(path);
        int start = text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int end = text.IndexOf(End, StringComparison.Ordinal);
        if (start < Begin.Length || end < start)
        {
            throw new InvalidDataException($"'{path}' has no place for results: '{Begin}' and '{End}'.");
        }

        File.WriteAllText(path, text[..start] + "\n" + tables + text[end..]);
    }

    public static string Tables(IReadOnlyList<ResultRow> rows)
    {
        var text = new StringBuilder();
        foreach (IGrouping<string, ResultRow> target in rows.Where(row => IsShown(row.Target)).GroupBy(row => row.Target))
        {
            string[] ways = [.. target.Select(row => row.Way).Distinct()];
            text.Append($"\n### {char.ToUpperInvariant(target.Key[0])}{target.Key[1..]}\n\n");
            if (Plot.FileName(target.Key, target) is { } plot)
            {
                text.Append($"![How many times as fast as {ways[0]}]({plot})\n\n");
            }

            text.Append($"| Source | Size | {string.Join(" | ", ways)} |\n| --- | ---: {string.Concat(ways.Select(_ => "| ---: "))}|\n");
            bool showsAll = target.Select(row => row.Bytes).Distinct().Count() <= MostSizes;
            string first = target.First().Source;
            foreach (IGrouping<(string Source, long Bytes), ResultRow> row in target
                .Where(row => showsAll || _shown.Contains(row.Bytes))
                .Where(row => row.Source == first || row.Bytes == SizeOfOtherSources)
                .GroupBy(row => (row.Source, row.Bytes)))
            {
                IEnumerable<string> cells = ways.Select(way => Cell(row.FirstOrDefault(cell => cell.Way == way), isFirst: way == ways[0]));
                text.Append($"| {row.Key.Source} | {Sizes.Text(row.Key.Bytes)} | {string.Join(" | ", cells)} |\n");
            }
        }

        return text.ToString();
    }

    private static string Cell(ResultRow? row, bool isFirst) => row is null
        ? ""
        : TextTable.Time(TimeSpan.FromMilliseconds(row.Milliseconds)) + (isFirst ? "" : $" ({TextTable.Ratio(row.Ratio)})");
}
