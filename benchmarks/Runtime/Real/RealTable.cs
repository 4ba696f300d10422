using System.Text;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>The results on real file systems: a file to compare, and a page with a table for each file system.</summary>
internal sealed class RealTable
{
    private readonly List<RealRow> _rows;

    private RealTable(IEnumerable<RealRow> rows) => _rows = [.. rows];

    public static RealTable Read(string path) => new(File.Exists(path) ? File.ReadLines(path).Skip(1).Select(RealRow.Parse) : []);

    /// <summary>Adds rows that were measured together. They replace those of the same file system, delay, source, and size.</summary>
    public void Add(IReadOnlyList<RealRow> measured)
    {
        _rows.RemoveAll(row => row.Group == measured[0].Group);
        _rows.AddRange(measured);
    }

    public void Write(string path) => File.WriteAllText(path, $"{RealRow.Header}\n{string.Concat(Sorted().Select(row => $"{row}\n"))}");

    /// <summary>The tables of the page.</summary>
    public string Tables()
    {
        var text = new StringBuilder();
        foreach (IGrouping<string, RealRow> mount in Sorted().GroupBy(row => row.Mount))
        {
            text.Append($"\n### {RealMount.Find(mount.Key)?.Title ?? mount.Key}\n\n");
            Append(text, [.. mount]);
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, IReadOnlyList<RealRow> rows)
    {
        string[] ways = [.. RealWay.All.Select(way => way.Name).Where(name => rows.Any(row => row.Way == name))];
        bool isCounted = rows.Any(row => row.Requests is not null);
        text.Append("| Round trip | Source | Size | Runs |");
        text.Append(string.Concat(ways.Select(way => $" {way} |{(isCounted ? " Requests |" : "")}")));
        text.Append("\n| ---: | --- | ---: | ---: |");
        text.Append(string.Concat(ways.Select(_ => isCounted ? " ---: | ---: |" : " ---: |"))).Append('\n');
        foreach (IGrouping<(string, int Delay, string Source, long Bytes), RealRow> group in rows.GroupBy(row => row.Group))
        {
            text.Append(Text($"| {2 * group.Key.Delay} ms | {group.Key.Source} | {Sizes.Text(group.Key.Bytes)} |"));
            text.Append(Text($" {group.Max(row => row.Turns)} |"));
            foreach (string way in ways)
            {
                RealRow? cell = group.FirstOrDefault(row => row.Way == way);
                text.Append($" {Cell(cell, isFirst: way == ways[0])} |{(isCounted ? $" {cell?.Requests} |" : "")}");
            }

            text.Append('\n');
        }
    }

    private static string Cell(RealRow? row, bool isFirst) => row switch
    {
        null => "",
        { Turns: 0 } => "fails",
        _ => Time(TimeSpan.FromMilliseconds(row.Milliseconds)) + (isFirst ? "" : $" ({Ratio(row.Ratio)})"),
    };

    private IEnumerable<RealRow> Sorted() =>
        from row in _rows
        orderby RealMount.Order(row.Mount), row.Delay, RealSource.Order(row.Source), row.Bytes, RealWay.Order(row.Way)
        select row;
}
