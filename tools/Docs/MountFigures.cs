using System.Globalization;

namespace StreamTuning.Docs;

/// <summary>How much faster ways to copy are on the file systems that people mount, taken from what the benchmarks have measured.</summary>
internal static class MountFigures
{
    private const string Real = "docs/benchmarks/real-shares.csv";
    private const string Plain = "CopyToAsync";

    // A round trip of 10 ms.
    private const string Delay = "5";

    private static readonly (string Mount, string Name)[] _mounts =
    [
        ("cifs", "CIFS, Linux kernel, default options"),
        ("cifs-none", "CIFS, `cache=none`"),
        ("nfs", "NFS 4.2, Linux kernel, default options"),
        ("nfs-sync", "NFS 4.2, `sync`"),
        ("sshfs", "sshfs"),
        ("moosefs", "MooseFS"),
        ("rclone-sftp", "rclone, SFTP, no cache"),
    ];

    private static readonly (string Way, string Name)[] _ways =
    [
        ("1 MiB blocks", "blocks of 1 MiB"),
        ("SetLength, 1 MiB blocks", "`SetLength`, blocks of 1 MiB"),
        ("CopyToFileAsync, FileStream", "`CopyToFileAsync`, `FileStream`"),
        ("CopyToFileAsync, new path", "`CopyToFileAsync`, new path"),
    ];

    private static readonly int[] _mebibytes = [1, 16];

    /// <summary>A row for each mount and size. What was not measured is left empty.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Table(Func<string, string> read)
    {
        List<Dictionary<string, string>> rows = MeasuredRows.Of(read(Real));
        return string.Join('\n', [
            $"| File system | Size | `{Plain}` | {string.Join(" | ", _ways.Select(way => way.Name))} |",
            "| --- | ---: | ---: | " + string.Join(" | ", _ways.Select(_ => "---:")) + " |",
            .. _mounts.SelectMany(mount => _mebibytes.Select(size =>
                $"| {mount.Name} | {size} MiB | {Time(Find(mount.Mount, size, Plain))} | {string.Join(" | ", _ways.Select(way => Ratio(Find(mount.Mount, size, way.Way))))} |")),
        ]);

        Dictionary<string, string>? Find(string mount, int mebibytes, string way) => rows.SingleOrDefault(row =>
            row["mount"] == mount && row["delay_ms"] == Delay && row["source"] == "file" && row["way"] == way
            && row["bytes"] == (mebibytes << 20).ToString(CultureInfo.InvariantCulture));
    }

    private static string Time(Dictionary<string, string>? row) => row is null ? "" : $"{Number(row, "median_ms"):0} ms";

    // No turn counts of a way that fails.
    private static string Ratio(Dictionary<string, string>? row) => row is null ? "" : row["turns"] == "0" ? "fails" : $"{Number(row, "ratio_to_first_way").ToString("0.00", CultureInfo.InvariantCulture)}x";

    private static double Number(Dictionary<string, string> row, string column) => double.Parse(row[column], CultureInfo.InvariantCulture);
}
