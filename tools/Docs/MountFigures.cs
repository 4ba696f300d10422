using System.Globalization;

namespace StreamTuning.Docs;

/// <summary>How much faster ways to copy are on the file systems that people mount, taken from what the benchmarks have measured.</summary>
internal static class MountFigures
{
    private const string Real = "docs/benchmarks/real-shares.csv";
    private const string Plain = "CopyToAsync";

    // A round trip of 10 ms; disks of the machine have none.
    private const string Delay = "5";
    private const string NoDelay = "0";

    private const string KnownLength = "file";
    private const string UnknownLength = "64 KiB a read, unknown length";

    // The page of the rule shows the first ones.
    private const int MountsOfRule = 6;

    // The clients of the kernel count requests; sources of unknown length differ on these and on disks only.
    private static readonly string[] _kernelClients = ["cifs", "cifs-none", "nfs", "nfs-sync"];

    private static readonly (string Mount, string Name)[] _mounts =
    [
        ("cifs", "CIFS, Linux kernel, default options"),
        ("cifs-none", "CIFS, `cache=none`"),
        ("nfs", "NFS 4.2, Linux kernel, default options"),
        ("nfs-sync", "NFS 4.2, `sync`"),
        ("sshfs", "sshfs"),
        ("moosefs", "MooseFS"),
        ("rclone-sftp", "rclone, SFTP, no cache"),
        ("rclone-smb", "rclone, SMB, no cache"),
        ("rclone-webdav", "rclone, WebDAV, no cache"),
        ("rclone-sftp-cached", "rclone, SFTP, `--vfs-cache-mode writes`"),
        ("ext4", "ext4"),
        ("xfs", "xfs"),
        ("btrfs", "btrfs"),
        ("tmpfs", "tmpfs"),
    ];

    private static readonly (string Way, string Name)[] _ways =
    [
        ("1 MiB blocks", "blocks of 1 MiB"),
        ("SetLength, 1 MiB blocks", "`SetLength`, blocks of 1 MiB"),
        ("CopyToFileAsync, FileStream", "`CopyToFileAsync`, `FileStream`"),
        ("CopyToFileAsync, new path", "`CopyToFileAsync`, new path"),
    ];

    // What the fixes of the rule make.
    private static readonly (string Way, string Name)[] _fixes = [_ways[0], _ways[2]];

    private static readonly string[] _transforms = ["GZipStream", "BrotliStream", "CryptoStream"];

    private static readonly int[] _mebibytes = [1, 16];

    /// <summary>A row for each mount, for the page of the rule about copies. What was not measured is left empty.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string Table(Func<string, string> read)
    {
        List<Dictionary<string, string>> rows = MeasuredRows.Of(read(Real));
        return Table(
            "Size",
            _fixes,
            from mount in _mounts[..MountsOfRule]
            let size = _mebibytes[^1]
            select new Copy(mount.Name, $"{size} MiB", way => Cell(Find(rows, (mount.Mount, Delay, KnownLength, size), way))));
    }

    /// <summary>The same for all mounts, with the requests, and for a source of unknown length too.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string TableWithRequests(Func<string, string> read)
    {
        List<Dictionary<string, string>> rows = MeasuredRows.Of(read(Real));
        (string Source, int Size, string Name)[] sources =
        [
            .. _mebibytes.Select(size => (KnownLength, size, $"{size} MiB")),
            (UnknownLength, _mebibytes[^1], $"{_mebibytes[^1]} MiB, unknown"),
        ];
        return Table(
            "Length",
            _ways,
            from mount in _mounts
            let delay = rows.Any(row => row["mount"] == mount.Mount && row["delay_ms"] == Delay) ? Delay : NoDelay
            from source in sources
            where delay == Delay ? source.Source == KnownLength || _kernelClients.Contains(mount.Mount) : source.Size == _mebibytes[^1]
            select new Copy(mount.Name, source.Name, way => CellWithRequests(Find(rows, (mount.Mount, delay, source.Source, source.Size), way))));
    }

    /// <summary>The same for copies through streams that compress or encrypt, for the page of the rule about them.</summary>
    /// <param name="read">Gives the text of a file by its path relative to the repository.</param>
    public static string TableOfTransforms(Func<string, string> read)
    {
        List<Dictionary<string, string>> rows = MeasuredRows.Of(read(Real));
        return string.Join('\n', [
            $"| File system | {string.Join(" | ", _transforms.Select(transform => $"`{transform}`"))} |",
            $"|---|{string.Concat(_transforms.Select(_ => "---:|"))}",
            .. _mounts[..MountsOfRule].Select(mount => $"| {mount.Name} | {string.Join(" | ", _transforms.Select(transform => Pair(mount.Mount, transform)))} |"),
        ]);

        string Pair(string mount, string transform)
        {
            (string, string, string, int) copy = (mount, Delay, $"digits, {transform}", _mebibytes[^1]);
            return Find(rows, copy, transform) is { } before ? $"{Time(before)}, {Ratio(Find(rows, copy, $"{transform}, 1 MiB file buffer"))}" : "";
        }
    }

    private static string Table(string size, (string Way, string Name)[] ways, IEnumerable<Copy> copies) => string.Join('\n', [
        $"| File system | {size} | `{Plain}` | {string.Join(" | ", ways.Select(way => way.Name))} |",
        $"|---|---:|---:|{string.Concat(ways.Select(_ => "---:|"))}",
        .. copies.Select(copy =>
            $"| {copy.Mount} | {copy.Size} | {copy.CellOf(Plain)} | {string.Join(" | ", ways.Select(way => copy.CellOf(way.Way)))} |"),
    ]);

    private static Dictionary<string, string>? Find(
        List<Dictionary<string, string>> rows, (string Mount, string Delay, string Source, int Mebibytes) copy, string way) =>
        rows.SingleOrDefault(row =>
            row["mount"] == copy.Mount && row["delay_ms"] == copy.Delay && row["source"] == copy.Source && row["way"] == way
            && row["bytes"] == (copy.Mebibytes << 20).ToString(CultureInfo.InvariantCulture));

    private static string Cell(Dictionary<string, string>? row) => row?["way"] == Plain ? Time(row) : Ratio(row);

    private static string CellWithRequests(Dictionary<string, string>? row) =>
        row?["requests"] is { Length: > 0 } requests ? $"{Cell(row)}, {requests}" : Cell(row);

    private static string Time(Dictionary<string, string> row) => $"{Number(row, "median_ms"):0} ms";

    // No turn counts of a way that fails.
    private static string Ratio(Dictionary<string, string>? row) => row is null ? "" : row["turns"] == "0" ? "fails" : $"{Number(row, "ratio_to_first_way").ToString("0.00", CultureInfo.InvariantCulture)}x";

    private static double Number(Dictionary<string, string> row, string column) => double.Parse(row[column], CultureInfo.InvariantCulture);

    /// <summary>A row of the table.</summary>
    /// <param name="Mount">The name of the file system.</param>
    /// <param name="Size">The length of the file, as the table shows it.</param>
    /// <param name="CellOf">Gives the cell of a way.</param>
    private sealed record Copy(string Mount, string Size, Func<string, string> CellOf);
}
