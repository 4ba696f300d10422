using System.Globalization;

namespace StreamTuning.Docs;

/// <summary>The figures of the home page, taken from what the benchmarks have measured.</summary>
internal static class HomeFigures
{
    private const string Copying = "docs/benchmarks/copying.csv";
    private const string Real = "docs/benchmarks/real-shares.csv";
    private const string Blobs = "docs/benchmarks/blobs.csv";
    private const string Uploads = "docs/benchmarks/uploads.csv";

    private static readonly Figure[] _figures =
    [
        Mount("cifs-none", "Copy 16 MiB to CIFS with `cache=none`"),
        Mount("nfs-sync", "Copy 16 MiB to NFS with `sync`"),
        Mount("cifs", "Copy 16 MiB to CIFS, default options"),
        Mount("nfs", "Copy 16 MiB to NFS, default options"),
        new("Copy 16 MiB to a simulated share", "benchmarks/copying.md#share-a", "CopyToAsync", "CopyToFileAsync", Copying, Measured("share A", "instant", 16), "CopyToFileAsync, FileStream"),
        new("Download 16 MiB to a simulated share, over TLS", "benchmarks/copying.md#share-a-download", "HttpContent.CopyToAsync", "CopyToFileAsync", Copying, Measured("share A, download", "HTTP/1.1 TLS", 16), "CopyToFileAsync, FileStream"),
        new("Copy 16 MiB to a new file on a local disk", "benchmarks/copying.md#disk-new-file", "CopyToAsync", "CopyToFileAsync", Copying, Measured("disk, new file", "instant", 16), "CopyToFileAsync, new path"),
        new("Copy 16 MiB over a file on a local disk", "benchmarks/copying.md#disk", "CopyToAsync", "CopyToFileAsync", Copying, Measured("disk", "instant", 16), "CopyToFileAsync, FileStream"),
        new("Upload 64 MiB to a blob", "benchmarks/blobs.md#uploads-to-the-sink-8-mibs-20-ms", "UploadAsync", "UploadBlocksAsync", Blobs, Measured("uploads to the sink, 8 MiB/s, 20 ms", "file", 64), "UploadBlocksAsync"),
        new("Take a form with a file of 10 MiB, processor time", "benchmarks/uploads.md#processor-of-the-server-for-a-request", "List<IFormFile>", "StreamFiles", Uploads, [("bytes", "10485760")], "StreamFiles, new path", "cpu_ms", "cpu_ratio", IsPart: true),
    ];

    /// <summary>A row for each figure.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    /// <exception cref="FormatException">A table does not have what is shown.</exception>
    public static string Table(Func<string, string> read) => Table(_figures, read);

    /// <summary>The first figures, for the README: two mounts that gain, and one that doesn't.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    /// <exception cref="FormatException">A table does not have what is shown.</exception>
    public static string ShortTable(Func<string, string> read) =>
        Table(_figures[..3].Select(figure => figure with { Page = "docs/" + figure.Page }), read);

    private static string Table(IEnumerable<Figure> figures, Func<string, string> read) => string.Join('\n', [
        "| Operation | Before | | After | | Times as fast |",
        "| --- | --- | ---: | --- | ---: | ---: |",
        .. figures.Select(figure => RowOf(figure, read)),
    ]);

    private static (string, string)[] Measured(string target, string source, int mebibytes) =>
        [("target", target), ("source", source), ("bytes", (mebibytes << 20).ToString(CultureInfo.InvariantCulture))];

    private static Figure Mount(string mount, string what) => new(
        what,
        "benchmarks/real-shares.md",
        "CopyToAsync",
        "CopyToFileAsync",
        Real,
        [("mount", mount), ("delay_ms", "5"), ("source", "file"), ("bytes", "16777216")],
        "CopyToFileAsync, FileStream");

    private static string RowOf(Figure figure, Func<string, string> read)
    {
        List<Dictionary<string, string>> rows = MeasuredRows.Of(read(figure.File));
        double before = Value(figure.Before, figure.Time);
        double after = Value(figure.Way, figure.Time);
        double ratio = Value(figure.Way, figure.Ratio);
        return $"| [{figure.What}]({figure.Page}) | `{figure.Before}` | {MeasuredRows.Time(before)} | `{figure.After}` | {MeasuredRows.Time(after)} | {(figure.IsPart ? 1 / ratio : ratio).ToString("0.0", CultureInfo.InvariantCulture)} |";

        double Value(string way, string column)
        {
            Dictionary<string, string>[] found = [.. rows.Where(row => figure.Keys.All(key => row.GetValueOrDefault(key.Column) == key.Value) && row.GetValueOrDefault("way") == way)];
            return found is [var row] && row.TryGetValue(column, out string? text)
                ? double.Parse(text, CultureInfo.InvariantCulture)
                : throw new FormatException($"{figure.File} has {found.Length} rows for '{way}' and {string.Join(", ", figure.Keys.Select(key => $"{key.Column} {key.Value}"))}, and the home page shows the '{column}' of one.");
        }
    }

    /// <summary>What is shown.</summary>
    /// <param name="What">In words.</param>
    /// <param name="Page">The page that has all of it.</param>
    /// <param name="Before">The call that is usual, as the table names it.</param>
    /// <param name="After">The call that takes its place.</param>
    /// <param name="File">The table.</param>
    /// <param name="Keys">What its rows are about, by column.</param>
    /// <param name="Way">The call that takes its place, as the table names it.</param>
    /// <param name="Time">The column of the time, in milliseconds.</param>
    /// <param name="Ratio">The column of the ratio to what is usual.</param>
    /// <param name="IsPart">Whether that is of the times, not of the speeds.</param>
    private sealed record Figure(
        string What, string Page, string Before, string After, string File, (string Column, string Value)[] Keys, string Way, string Time = "median_ms", string Ratio = "ratio_to_first_way", bool IsPart = false);
}
