using Azure.Storage.Blobs;

namespace StreamTuning;

/// <summary>How the SDK that is loaded names the blocks of an upload.</summary>
internal static class SdkBlockIds
{
    private static readonly Version _firstWithRandomIds = new(12, 30);

    /// <summary>
    /// Whether the names follow from the offset alone. Then two uploads to one blob at the same time replace each other's blocks, and a
    /// blob may be committed that is partly the one and partly the other.
    /// </summary>
    public static bool ArePredictable { get; } = ArePredictableIn(typeof(BlobClient).Assembly.GetName().Version);

    public static bool ArePredictableIn(Version? sdk) => sdk is null || sdk < _firstWithRandomIds;
}
