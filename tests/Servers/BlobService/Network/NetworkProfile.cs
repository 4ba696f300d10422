namespace StreamTuning.BlobService;

/// <summary>A network on the way to a blob service.</summary>
public sealed record NetworkProfile
{
    private const double MiB = 1024 * 1024;

    /// <summary>No limits and no waiting: for tests.</summary>
    public static NetworkProfile Unlimited { get; } = new();

    /// <summary>How fast each connection is, in each direction, in bytes a second.</summary>
    public double BytesPerSecond { get; init; } = double.PositiveInfinity;

    /// <summary>How fast all connections together are towards the service, in bytes a second.</summary>
    public double TotalBytesPerSecond { get; init; } = double.PositiveInfinity;

    /// <summary>How much later each reply comes.</summary>
    public TimeSpan RoundTrip { get; init; }

    /// <summary>How many round trips a new connection costs before its first request: 2 for TCP with TLS 1.3.</summary>
    public int RoundTripsToConnect { get; init; }

    /// <summary>Whether a connection sends little at first, doubles that with each round trip, and slows down again while it is idle, as TCP does.</summary>
    public bool HasSlowStart { get; init; }

    /// <summary>Connections of so many MiB a second with a round trip of so many milliseconds, 40 MiB/s together, TLS and slow start.</summary>
    public static NetworkProfile Of(double mebibytesPerSecond, double milliseconds) => new()
    {
        BytesPerSecond = mebibytesPerSecond * MiB,
        TotalBytesPerSecond = 40 * MiB,
        RoundTrip = TimeSpan.FromMilliseconds(milliseconds),
        RoundTripsToConnect = 2,
        HasSlowStart = true,
    };
}
