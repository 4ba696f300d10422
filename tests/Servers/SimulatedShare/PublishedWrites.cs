using System.Globalization;

namespace StreamTuning.SimulatedShare;

/// <summary>Measurements of a share of Azure Files, published in 2021: the time to write a new file in one way. <c>data/README.md</c> says where they are from.</summary>
/// <param name="Bytes">The length of the file.</param>
/// <param name="WriteSize">How many bytes a write has.</param>
/// <param name="SetsLength">Whether the length is set before.</param>
/// <param name="Sessions">The median of each session in which it was measured.</param>
public sealed record PublishedWrites(long Bytes, int WriteSize, bool SetsLength, IReadOnlyList<TimeSpan> Sessions)
{
    // With the default, CopyToAsync asks for 80 KiB and gets an array of 128.
    private const int DefaultWriteSize = 128 * 1024;

    // Larger writes are slower in the data, presumably for want of memory.
    private const int LargestWriteSize = 16 * 1024 * 1024;

    // A slower day than the others.
    private const string LeftOutSession = "Local-vs-Share";

    /// <summary>How many writes there are.</summary>
    public long Writes => (Bytes + WriteSize - 1) / WriteSize;

    /// <summary>The median of the sessions.</summary>
    public TimeSpan Median
    {
        get
        {
            TimeSpan[] sorted = [.. Sessions.Order()];
            int middle = sorted.Length / 2;
            return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }

    /// <summary>Reads what the profile <see cref="SlowShareProfile.AzureFiles"/> is fitted to: writes up to 16 MiB, without the session of a slower day.</summary>
    public static IReadOnlyList<PublishedWrites> ReadAll()
    {
        using Stream data = typeof(PublishedWrites).Assembly.GetManifestResourceStream("azure-share-writes-2021.csv")!;
        using var reader = new StreamReader(data);
        string[] names = reader.ReadLine()!.Split(',');
        (int table, int bytes, int writeBytes, int setLength, int median) = (Column("table"), Column("data_bytes"), Column("write_bytes"), Column("set_length"), Column("median_ms"));
        var cells = new Dictionary<(long Bytes, int WriteSize, bool SetsLength), List<TimeSpan>>();
        while (reader.ReadLine() is { } line)
        {
            string[] row = line.Split(',');
            int writeSize = int.Parse(row[writeBytes], CultureInfo.InvariantCulture) is > 0 and var size ? size : DefaultWriteSize;
            if (row[table] == LeftOutSession || writeSize > LargestWriteSize)
            {
                continue;
            }

            (long, int, bool) cell = (long.Parse(row[bytes], CultureInfo.InvariantCulture), writeSize, row[setLength] == "1");
            if (!cells.TryGetValue(cell, out List<TimeSpan>? sessions))
            {
                cells.Add(cell, sessions = []);
            }

            sessions.Add(TimeSpan.FromMilliseconds(double.Parse(row[median], CultureInfo.InvariantCulture)));
        }

        return [.. cells.OrderBy(cell => cell.Key).Select(cell => new PublishedWrites(cell.Key.Bytes, cell.Key.WriteSize, cell.Key.SetsLength, cell.Value))];

        int Column(string name) => Array.IndexOf(names, name);
    }
}
