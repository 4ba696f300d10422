namespace StreamTuning.SimulatedShare;

/// <summary>What requests to a share cost.</summary>
/// <param name="BytesPerSecond">How fast the link is, which all files of the share use together.</param>
/// <param name="Write">What a write costs besides its transfer.</param>
/// <param name="Extension">What a write costs besides when it makes the file longer.</param>
/// <param name="Metadata">What creating a file or setting its length costs.</param>
public sealed record SlowShareProfile(double BytesPerSecond, TimeSpan Write, TimeSpan Extension, TimeSpan Metadata)
{
    /// <summary>
    /// A share of Azure Files as an app service sees it: 44.1 MiB/s, 0.19 ms, 30.2 ms, 8 ms. The first three are the least-squares fit to the medians of 72
    /// measurements published in 2021 (docs: copying facts); the last is an assumption.
    /// </summary>
    public static SlowShareProfile AzureFiles { get; } = new(
        44.1 * 1024 * 1024, TimeSpan.FromMilliseconds(0.19), TimeSpan.FromMilliseconds(30.2), TimeSpan.FromMilliseconds(8));

    /// <summary>The same share, so many times faster in everything: ratios stay, waiting gets shorter.</summary>
    public SlowShareProfile Faster(double factor) => new(BytesPerSecond * factor, Write / factor, Extension / factor, Metadata / factor);
}
