using System.Globalization;
using System.Text;

namespace StreamTuning.Benchmarks;

/// <summary>One row of results.</summary>
internal sealed record ResultRow(string Target, string Source, long Bytes, string Way, int Turns, double Milliseconds, double Least, double Most, double Ratio, long Allocated);

/// <summary>
/// All results, as a file that can be compared and plotted: what is measured anew replaces what was there for the same target. Times are those of the real
/// thing where the share is faster than that.
/// </summary>
internal sealed class ResultTable
{
    private const string Header = "target,source,bytes,way,turns,median_ms,least_ms,most_ms,ratio_to_first_way,allocated_bytes";

    private readonly List<ResultRow> _rows;

    private ResultTable(List<ResultRow> rows) => _rows = rows;

    public IReadOnlyList<ResultRow> Rows => _rows;

    public static ResultTable Read(string path) => new(File.Exists(path) ? [.. File.ReadLines(path).Skip(1).Select(Parse)] : []);

    public void Write(string path)
    {
        var text = new StringBuilder(Header).Append('\n');
        foreach (ResultRow row in _rows)
        {
            text.Append(string.Create(
                CultureInfo.InvariantCulture,
                $"{Csv.Quote(row.Target)},{Csv.Quote(row.Source)},{row.Bytes},{Csv.Quote(row.Way)},{row.Turns},{row.Milliseconds:0.####},{row.Least:0.####},{row.Most:0.####},{row.Ratio:0.###},{row.Allocated}\n"));
        }

        File.WriteAllText(path, text.ToString());
    }

    public void Forget(string target) => _rows.RemoveAll(row => row.Target == target);

    public void Add(Case measured, IEnumerable<Measurement> measurements) => _rows.AddRange(measurements.Select(m => new ResultRow(
        measured.Target,
        measured.Source,
        measured.Bytes,
        m.Way,
        measured.Turns,
        m.Median.TotalMilliseconds * measured.Scale,
        m.Least.TotalMilliseconds * measured.Scale,
        m.Most.TotalMilliseconds * measured.Scale,
        m.Ratio,
        m.Allocated)));

    private static ResultRow Parse(string line)
    {
        string[] fields = Csv.Fields(line);
        return new ResultRow(
            fields[0],
            fields[1],
            long.Parse(fields[2], CultureInfo.InvariantCulture),
            fields[3],
            int.Parse(fields[4], CultureInfo.InvariantCulture),
            double.Parse(fields[5], CultureInfo.InvariantCulture),
            double.Parse(fields[6], CultureInfo.InvariantCulture),
            double.Parse(fields[7], CultureInfo.InvariantCulture),
            double.Parse(fields[8], CultureInfo.InvariantCulture),
            long.Parse(fields[9], CultureInfo.InvariantCulture));
    }
}
