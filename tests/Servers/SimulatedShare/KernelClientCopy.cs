using System.Globalization;

namespace StreamTuning.SimulatedShare;

/// <summary>
/// A measured time of <see cref="Stream.CopyToAsync(Stream)"/> on a default mount of Linux 6.1, 10 ms from the server.
/// <c>data/README.md</c> says how it was measured.
/// </summary>
/// <param name="Client">Which mount: CIFS or NFS.</param>
/// <param name="Bytes">The length of the file.</param>
/// <param name="BufferSize">The buffer of the copy.</param>
/// <param name="Least">The shortest time.</param>
/// <param name="Median">The median time.</param>
/// <param name="Most">The longest time.</param>
public sealed record KernelClientCopy(string Client, long Bytes, int BufferSize, TimeSpan Least, TimeSpan Median, TimeSpan Most)
{
    /// <summary>The profile and the client that simulate the mount.</summary>
    public (SlowShareProfile Profile, ShareClient Client) Simulation => Client == "cifs"
        ? (SlowShareProfile.KernelCifs, ShareClient.Cifs)
        : (SlowShareProfile.KernelNfs, ShareClient.Nfs);

    /// <summary>Reads what <see cref="SlowShareProfile.KernelCifs"/> and <see cref="SlowShareProfile.KernelNfs"/> are fitted to.</summary>
    public static IReadOnlyList<KernelClientCopy> ReadAll()
    {
        using Stream data = typeof(KernelClientCopy).Assembly.GetManifestResourceStream("kernel-clients-2026.csv")!;
        using var reader = new StreamReader(data);
        reader.ReadLine();
        var copies = new List<KernelClientCopy>();
        while (reader.ReadLine() is { } line)
        {
            string[] row = line.Split(',');
            long bytes = long.Parse(row[1], CultureInfo.InvariantCulture);
            int bufferSize = int.Parse(row[2], CultureInfo.InvariantCulture);
            copies.Add(new(row[0], bytes, bufferSize, Time(row[3]), Time(row[4]), Time(row[5])));
        }

        return copies;

        static TimeSpan Time(string milliseconds) => TimeSpan.FromMilliseconds(double.Parse(milliseconds, CultureInfo.InvariantCulture));
    }
}
