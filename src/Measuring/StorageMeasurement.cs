using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace StreamTuning.Measuring;

/// <summary>
/// What a directory was found to be and to cost: the file that <c>streamtuning measure --output share.json</c> writes. Times are seconds.
/// </summary>
public sealed record StorageMeasurement
{
    /// <summary>What is changed or removed raises it; what is added does not.</summary>
    public const int CurrentVersion = 2;

    private static readonly JsonSerializerOptions _json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new SecondsConverter() },
    };

    /// <summary>The version of the form.</summary>
    public required int Version { get; init; }

    /// <summary>The directory, as an absolute path.</summary>
    public required string Directory { get; init; }

    /// <summary>When it was measured.</summary>
    public required DateTimeOffset Taken { get; init; }

    /// <summary>How long that took.</summary>
    public required TimeSpan Took { get; init; }

    /// <summary>The version of .NET that it was measured with.</summary>
    public required string Runtime { get; init; }

    /// <summary>The seed of the intervals.</summary>
    public required int Seed { get; init; }

    /// <summary>What the file system is and can do.</summary>
    public required FileSystemFacts FileSystem { get; init; }

    /// <summary>What requests cost, fitted to <see cref="Files"/>; <see langword="null"/> if there were too few.</summary>
    public required WriteCosts? Costs { get; init; }

    /// <summary>By which factor the costs are off.</summary>
    public required double CostsError { get; init; }

    /// <summary>The files that the costs were fitted to.</summary>
    public required IReadOnlyList<TimedFile> Files { get; init; }

    /// <summary>The ways that matter most, compared with <see cref="CopyWay.Platform"/>.</summary>
    public required Comparison Ways { get; init; }

    /// <summary>Settings of the fast ways, compared with <see cref="CopyWay.Path"/>.</summary>
    public required Comparison? Settings { get; init; }

    /// <summary>Small files, some at once.</summary>
    public required IReadOnlyList<SmallFiles> SmallFiles { get; init; }

    /// <summary>What reads took.</summary>
    public required IReadOnlyList<ReadTimes> Reads { get; init; }

    /// <summary>Writes over some time; <see langword="null"/> if there was none left.</summary>
    public required SteadyWrites? Steady { get; init; }

    /// <summary>What was left out or failed, as sentences.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Reads what <see cref="ToJson"/> has written.</summary>
    /// <exception cref="JsonException">It is not a measurement, or one of another version.</exception>
    public static StorageMeasurement Parse(ReadOnlySpan<byte> json)
    {
        // Another version has other keys, so that it is not read as this one.
        Header header = JsonSerializer.Deserialize<Header>(json, _json) ?? throw new JsonException("It is null.");
        if (header.Version != CurrentVersion)
        {
            throw new JsonException($"It has version {header.Version}, and this program reads {CurrentVersion}.");
        }

        StorageMeasurement measured = JsonSerializer.Deserialize<StorageMeasurement>(json, _json)!;
        string? missing =
            measured.Ways?.Ways is not { Count: > 0 } ? "ways"
            : measured.Settings is { } settings && settings.Ways is not { Count: > 0 } ? "settings"
            : measured.Files is null ? "files"
            : null;
        return missing is null ? measured : throw new JsonException($"Its '{missing}' are missing or empty.");
    }

    private sealed record Header
    {
        public required int Version { get; init; }
    }

    /// <summary>As JSON.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, _json).ReplaceLineEndings("\n") + "\n";

    /// <summary>How long it takes to write a file: measured if it was, and predicted by the costs otherwise.</summary>
    /// <param name="way">How; no way of the runtime can be predicted.</param>
    /// <param name="bytes">The length of the file.</param>
    public Estimate? TimeOf(CopyWay way, long bytes)
    {
        foreach (Comparison comparison in new[] { Ways, Settings }.OfType<Comparison>())
        {
            if (comparison.Bytes == bytes && comparison.Find(way) is { } measured)
            {
                return new Estimate(measured.MedianSeconds, IsMeasured: true);
            }
        }

        WrittenFile file = way.FileOf(bytes);
        return way.IsOfRuntime ? null
            : Files.FirstOrDefault(one => one.File == file) is { } timed ? new Estimate(timed.MedianSeconds, IsMeasured: true)
            : Costs is { } costs ? new Estimate(costs.TimeOf(file).TotalSeconds, IsMeasured: false)
            : null;
    }

    private sealed class SecondsConverter : JsonConverter<TimeSpan>
    {
        public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new((long)Math.Round(reader.GetDouble() * TimeSpan.TicksPerSecond));

        public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value.TotalSeconds);
    }
}

/// <summary>A time.</summary>
/// <param name="Seconds">The time.</param>
/// <param name="IsMeasured">Whether it was measured; otherwise it is predicted.</param>
public sealed record Estimate(double Seconds, bool IsMeasured);

/// <summary>A file that was written some times.</summary>
/// <param name="File">How.</param>
/// <param name="Turns">How often.</param>
/// <param name="MedianSeconds">The median time.</param>
public sealed record TimedFile(WrittenFile File, int Turns, double MedianSeconds);

/// <summary>Ways that ran in the same turns.</summary>
/// <param name="Bytes">The length of the files.</param>
/// <param name="Ways">The ways; the first one is what the others are compared with.</param>
public sealed record Comparison(long Bytes, IReadOnlyList<WayTimes> Ways)
{
    /// <summary>What the others are compared with.</summary>
    [JsonIgnore]
    public WayTimes First => Ways[0];

    /// <summary>The way with the least median time.</summary>
    [JsonIgnore]
    public WayTimes Fastest => Ways.MinBy(static way => way.MedianSeconds)!;

    /// <summary>The times of a way, if it was measured.</summary>
    public WayTimes? Find(CopyWay way) => Ways.FirstOrDefault(one => one.Way == way);
}

/// <summary>What a way took.</summary>
/// <param name="Way">The way.</param>
/// <param name="Seconds">The time of each turn, in the same order for all ways.</param>
/// <param name="Faster">How many times faster than the first way it was.</param>
public sealed record WayTimes(CopyWay Way, IReadOnlyList<double> Seconds, PairedRatio Faster)
{
    /// <summary>The median time.</summary>
    public double MedianSeconds => Samples.Median(Seconds);

    /// <summary>How many times faster than another way it was, which ran in the same turns.</summary>
    /// <param name="other">The other way.</param>
    /// <exception cref="ArgumentException">It has not the same number of turns.</exception>
    public PairedRatio FasterThan(WayTimes other) => PairedRatio.Of(other.Seconds, Seconds);
}

/// <summary>Writes of one size, one after the other, within the length of a file.</summary>
/// <param name="Block">The bytes of a write.</param>
/// <param name="Requests">How many there were.</param>
/// <param name="Seconds">In what time.</param>
/// <param name="MedianSeconds">The median time of a write.</param>
/// <param name="Percentile95">The time that 95 % of the writes do not exceed.</param>
/// <param name="Percentile99">The time that 99 % do not exceed.</param>
/// <param name="WorstSeconds">The longest time.</param>
/// <param name="Plateau">The fall of the rate, if there was one, in bytes a second.</param>
/// <param name="Rates">The rate over the time, in bytes a second, in equal steps.</param>
public sealed record SteadyWrites(
    int Block,
    int Requests,
    double Seconds,
    double MedianSeconds,
    double Percentile95,
    double Percentile99,
    double WorstSeconds,
    Plateau? Plateau,
    IReadOnlyList<double> Rates)
{
    private const int MostRates = 60;

    /// <summary>The mean rate.</summary>
    [JsonIgnore]
    public double BytesPerSecond => (double)Block * Requests / Seconds;

    /// <summary>Evaluates when writes ended.</summary>
    /// <param name="block">The bytes of a write.</param>
    /// <param name="ends">When each ended, in seconds from the start of the first.</param>
    public static SteadyWrites Of(int block, IReadOnlyList<double> ends)
    {
        double[] times = [.. ends.Select((end, i) => end - (i == 0 ? 0 : ends[i - 1]))];
        int steps = Math.Clamp(ends.Count / 2, 1, MostRates);
        double[] rates = [.. Enumerable.Range(0, steps).Select(step =>
        {
            int from = (int)((long)ends.Count * step / steps);
            int to = (int)((long)ends.Count * (step + 1) / steps);
            double time = ends[to - 1] - (from == 0 ? 0 : ends[from - 1]);
            return time > 0 ? (to - from) * (double)block / time : 0;
        })];
        return new SteadyWrites(
            block,
            times.Length,
            ends[^1],
            Samples.Median(times),
            Samples.Quantile(times, 0.95),
            Samples.Quantile(times, 0.99),
            times.Max(),
            Plateau.Find([.. ends.Select(end => (end, (double)block))]),
            rates);
    }
}
