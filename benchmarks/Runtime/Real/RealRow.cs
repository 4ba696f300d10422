using System.Globalization;

namespace StreamTuning.Benchmarks;

/// <summary>The result of one way to copy onto a real file system: one line of <c>real-shares.csv</c>.</summary>
/// <param name="Mount">The name of the file system.</param>
/// <param name="Delay">The milliseconds that each packet takes in each direction.</param>
/// <param name="Source">The name of the source.</param>
/// <param name="Bytes">The length of the file.</param>
/// <param name="Way">The name of the way.</param>
/// <param name="Turns">How often it was measured; 0 if it failed.</param>
/// <param name="Milliseconds">The median time.</param>
/// <param name="Least">The shortest time.</param>
/// <param name="Most">The longest time.</param>
/// <param name="Ratio">The median of how many times faster than the first way it was in the same turn.</param>
/// <param name="Requests">The median number of requests; <see langword="null"/> if nobody counts them.</param>
/// <param name="Kinds">The kinds of these requests.</param>
internal sealed record RealRow(
    string Mount,
    int Delay,
    string Source,
    long Bytes,
    string Way,
    int Turns,
    double Milliseconds,
    double Least,
    double Most,
    double Ratio,
    long? Requests,
    string Kinds)
{
    public const string Header = "mount,delay_ms,source,bytes,way,turns,median_ms,least_ms,most_ms,ratio_to_first_way,requests,kinds";

    /// <summary>The rows that are measured together.</summary>
    public (string Mount, int Delay, string Source, long Bytes) Group => (Mount, Delay, Source, Bytes);

    public static RealRow Parse(string line) => Csv.Fields(line) is
        [
            var mount, var delay, var source, var bytes, var way, var turns,
            var median, var least, var most, var ratio, var requests, var kinds,
        ]
        ? new RealRow(
            mount,
            (int)Number(delay),
            source,
            (long)Number(bytes),
            way,
            (int)Number(turns),
            Number(median),
            Number(least),
            Number(most),
            Number(ratio),
            requests.Length == 0 ? null : (long)Number(requests),
            kinds)
        : throw new FormatException($"'{line}' is not a line of results.");

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Csv.Quote(Mount)},{Delay},{Csv.Quote(Source)},{Bytes},{Csv.Quote(Way)},{Turns},")
        + string.Create(
            CultureInfo.InvariantCulture,
            $"{Milliseconds:0.###},{Least:0.###},{Most:0.###},{Ratio:0.###},{Requests},{Kinds}");

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
