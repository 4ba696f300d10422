namespace StreamTuning.SimulatedShare;

/// <summary>What requests to a share cost.</summary>
/// <param name="BytesPerSecond">How fast the link is, which all files of the share use together.</param>
/// <param name="Write">What a write costs besides its transfer; writes that run at the same time wait together.</param>
/// <param name="Extension">What a write costs besides when it makes the file longer; such writes to one file wait one after the other.</param>
/// <param name="Metadata">What a round trip costs that is no write: see <see cref="RoundTripsOf"/>.</param>
public sealed record SlowShareProfile(double BytesPerSecond, TimeSpan Write, TimeSpan Extension, TimeSpan Metadata)
{
    private const double MiB = 1024 * 1024;

    /// <summary>
    /// A share of Azure Files as an app service sees it: 44.1 MiB/s, 0.19 ms, 30.2 ms, 8 ms. The first three are the least-squares fit to the medians of 72
    /// measurements published in 2021 (docs: copying facts); the last is an assumption.
    /// </summary>
    public static SlowShareProfile AzureFiles { get; } = new(
        44.1 * MiB, TimeSpan.FromMilliseconds(0.19), TimeSpan.FromMilliseconds(30.2), TimeSpan.FromMilliseconds(8));

    /// <summary>
    /// A share where every request waits for its answer, as a mount without a cache or with synchronous writes does: 100 MiB/s, 10 ms for everything.
    /// Assumed, not fitted to measurements.
    /// </summary>
    public static SlowShareProfile RoundTrips { get; } = new(
        100 * MiB, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(10));

    /// <summary>
    /// A default mount of the CIFS client of Linux, 10 ms away, for <see cref="ShareClient.Cifs"/>: 80 MiB/s, 10 ms for everything. Fitted
    /// to measured times of copies of 1 and 16 MiB (data/README.md). The length of a file costs the server nothing.
    /// </summary>
    public static SlowShareProfile KernelCifs { get; } =
        RoundTrips with { BytesPerSecond = 80 * MiB, Extension = TimeSpan.Zero, RoundTripsOf = ShareRoundTrips.OfCifs };

    /// <summary>The same for NFS and <see cref="ShareClient.Nfs"/>: 155 MiB/s, 10 ms for everything.</summary>
    public static SlowShareProfile KernelNfs { get; } =
        KernelCifs with { BytesPerSecond = 155 * MiB, RoundTripsOf = ShareRoundTrips.OfNfs };

    /// <summary>A share that costs nothing, for tests that count requests.</summary>
    public static SlowShareProfile Instant { get; } = new(double.MaxValue, TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);

    /// <summary>How many round trips requests take that are no writes.</summary>
    public ShareRoundTrips RoundTripsOf { get; init; } = ShareRoundTrips.OfChanges;

    /// <summary>The same share, so many times faster in everything: ratios stay, waiting gets shorter.</summary>
    public SlowShareProfile Faster(double factor) => this with
    {
        BytesPerSecond = Math.Min(BytesPerSecond * factor, double.MaxValue),
        Write = Write / factor,
        Extension = Extension / factor,
        Metadata = Metadata / factor,
    };

    /// <summary>How long the link is busy with so many bytes.</summary>
    internal TimeSpan Transfer(long bytes) => TimeSpan.FromSeconds(bytes / BytesPerSecond);
}
