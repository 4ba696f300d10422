using System.Globalization;
using StreamTuning.Analyzers;
using StreamTuning.Measuring;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Costs;

/// <summary>What findings cost on storage: as it was measured, or by models of a published share and of a slow network.</summary>
internal sealed class StorageCosts
{
    private const int ResponseBlock = 8 * 1024;

    private readonly long _bytes;
    private readonly BlobCosts _blobs;

    private StorageCosts(StorageMeasurement? measured, BlobCosts blobs, long bytes) =>
        (Measured, _blobs, _bytes) = (measured, blobs, bytes);

    /// <summary>The measurement of a directory; <see langword="null"/> if its costs are those of a model.</summary>
    public StorageMeasurement? Measured { get; }

    /// <summary>Where the costs are from, as a clause.</summary>
    public string Source => Measured is { } measured
        ? $"as measured in {measured.Directory}"
        : "by a model of a share of Azure Files (docs/benchmarks/fit.md), not measured; --measure DIRECTORY measures yours";

    /// <summary>What a copy is assumed to be like.</summary>
    public string Assumption => $"Costs are those of one copy of {Units.Bytes(_bytes)}, {Source}."
        + (Measured is null && _blobs.IsModel ? "" : $" Those of uploads are {_blobs.Source}.");

    /// <param name="measured">The measurement; <see langword="null"/> for the model.</param>
    /// <param name="bytes">The length of the files that the code copies or uploads, which it does not tell.</param>
    /// <param name="blobs">What uploads cost; <see langword="null"/> for the model.</param>
    public static StorageCosts Of(StorageMeasurement? measured, long bytes, BlobCosts? blobs = null) =>
        new(measured, blobs ?? BlobCosts.Model, bytes);

    /// <summary>The findings with their costs, the most expensive first, and otherwise in their order.</summary>
    public IReadOnlyList<Finding> Rank(IEnumerable<Finding> findings) =>
    [
        .. findings
            .Select(finding => finding with { Cost = Of(finding.Rule, finding.Message) })
            .OrderByDescending(static finding => finding.Cost?.Saved ?? 0),
    ];

    /// <summary>What a finding costs.</summary>
    /// <param name="rule">Its rule.</param>
    /// <param name="message">Its message, which has the size of a buffer.</param>
    /// <returns><see langword="null"/> if it is neither about writes to a file nor about the time of an upload.</returns>
    public FindingCost? Of(Rule rule, string message)
    {
        CopyWay? way =
            rule == Rules.CopyIntoFileWithDefaultBuffer ? CopyWay.Platform
            : rule == Rules.CopyBufferTooSmall ? BlocksOf(message)
            : rule == Rules.PresetLengthOfFile ? CopyWay.PresetBlocks with { PresetsLength = false }
            : rule == Rules.HttpContentCopiedInSmallWrites ? new CopyWay(CopyKind.Blocks, ResponseBlock)
            : rule == Rules.RawBodyCopiedInSegments ? new CopyWay(CopyKind.Blocks, CopyWay.Segment)
            : null;
        if (way is null)
        {
            return _blobs.Of(rule, _bytes);
        }

        CopyWay instead = CopyWay.PresetBlocks;
        return TimeOf(way) is { } time && TimeOf(instead) is { } best
            ? new FindingCost(
                _bytes,
                way.FileOf(_bytes).Requests,
                instead.FileOf(_bytes).Requests,
                time.Seconds,
                best.Seconds,
                time.IsMeasured && best.IsMeasured)
            : null;
    }

    private Estimate? TimeOf(CopyWay way) => Measured is { } measured
        ? measured.TimeOf(way, _bytes)
        : new Estimate(WriteCosts.AzureFiles.TimeOf(way.FileOf(_bytes)).TotalSeconds, IsMeasured: false);

    /// <summary>The message names the buffer by its size, such as "a 4096-byte buffer".</summary>
    private static CopyWay? BlocksOf(string message)
    {
        const string Unit = "-byte";
        string size = message.Split(' ').FirstOrDefault(static word => word.EndsWith(Unit, StringComparison.Ordinal)) ?? Unit;
        return int.TryParse(size[..^Unit.Length], NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out int block) && block > 0
            ? new CopyWay(CopyKind.Blocks, block)
            : null;
    }
}
