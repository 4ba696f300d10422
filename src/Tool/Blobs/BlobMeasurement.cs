using System.Text.Json;
using StreamTuning.Measuring;
using StreamTuning.Tool.Costs;
using StreamTuning.Tool.Reports;

namespace StreamTuning.Tool.Blobs;

/// <summary>What uploads to a container cost. Times are seconds.</summary>
/// <param name="Container">The container, without a query.</param>
/// <param name="LatencySeconds">The median time of a blob of one byte.</param>
/// <param name="OneConnection">The bytes a second of one request.</param>
/// <param name="Uploads">The uploads by block size and concurrency.</param>
/// <param name="Compared">The length of the blobs that the two ways were compared with.</param>
/// <param name="Plain">The median time of <c>UploadAsync</c>.</param>
/// <param name="PlainRequests">Its requests.</param>
/// <param name="Blocks">The median time of <c>UploadBlocksAsync</c>.</param>
/// <param name="BlocksRequests">Its requests.</param>
/// <param name="Faster">How many times faster blocks were.</param>
internal sealed record BlobMeasurement(
    string Container,
    double LatencySeconds,
    double OneConnection,
    IReadOnlyList<BlobUpload> Uploads,
    long Compared,
    double Plain,
    int PlainRequests,
    double Blocks,
    int BlocksRequests,
    PairedRatio Faster)
{
    /// <summary>What is changed or removed raises it; what is added does not.</summary>
    public const int CurrentVersion = 1;

    private const double LeastGain = 1.2;
    private const int LeastTurns = 3;

    /// <summary>The version of the form.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>Reads what <see cref="BlobReport"/> has written as JSON.</summary>
    /// <exception cref="JsonException">It is not such a measurement, or one of another version.</exception>
    public static BlobMeasurement Parse(ReadOnlySpan<byte> json)
    {
        BlobMeasurement measured = JsonSerializer.Deserialize<BlobMeasurement>(json, JsonReport.Options)!;
        return measured.Version != CurrentVersion
            ? throw new JsonException($"It has version {measured.Version}, and this program reads {CurrentVersion}.")
            : measured is { Compared: > 0, Blocks: > 0, OneConnection: > 0 }
            ? measured
            : throw new JsonException("Its times are missing.");
    }

    /// <summary>What uploads cost by these figures.</summary>
    public BlobCosts ToCosts()
    {
        // The commit of the blocks waits for the last of them.
        double sending = Math.Max(Blocks - (2 * LatencySeconds), Blocks / 10);
        return new BlobCosts($"as measured in {Container}", IsModel: false, LatencySeconds, OneConnection, Compared / sending);
    }

    /// <summary>What that means, in words.</summary>
    public string Verdict
    {
        get
        {
            string size = Units.Bytes(Compared);
            string times = $"{Units.Time(Plain)} and {Count(PlainRequests)} by UploadAsync, "
                + $"{Units.Time(Blocks)} and {Count(BlocksRequests)} by UploadBlocksAsync";
            string sure = Faster.IsInterval ? "95 % interval" : $"in {Faster.Turns} runs";
            string interval = $"{sure} {Units.Factor(Faster.Low)} to {Units.Factor(Faster.High)} times as fast";
            return Faster.High < LeastGain ? $"Nothing to gain by blocks here. {size}: {times}."
                : Faster.Median >= LeastGain && Faster.Low > 1 && Faster.Turns >= LeastTurns ? $"{size}: {times}, {interval}."
                : $"It is not certain whether blocks gain something here: measure for longer by --time. {size}: {times}, {interval}.";
        }
    }

    private static string Count(int requests) => requests == 1 ? "1 request" : $"{requests} requests";
}

/// <summary>An upload in blocks.</summary>
/// <param name="Block">The bytes of a block.</param>
/// <param name="AtOnce">How many blocks at once.</param>
/// <param name="BytesPerSecond">How fast it was.</param>
internal sealed record BlobUpload(int Block, int AtOnce, double BytesPerSecond);
