namespace StreamTuning.Benchmarks;

/// <summary>The file with the results on real file systems, from which tools/Docs takes the tables of the pages.</summary>
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

    private IEnumerable<RealRow> Sorted() =>
        from row in _rows
        orderby RealMount.Order(row.Mount), row.Delay, RealSource.Order(row.Source), row.Bytes, RealWay.Order(row.Way)
        select row;
}
