using System.Globalization;
using System.Numerics;
using System.Text.Json.Serialization;

namespace StreamTuning.SimulatedShare;

/// <summary>How many writes there were of which size, by powers of two: a write belongs to the smallest power of two that holds it.</summary>
public readonly struct WriteSizes : IEquatable<WriteSizes>
{
    internal const int Powers = 32;

    private readonly int[]? _counts;

    /// <summary>Makes the histogram of counts: the n-th is of the writes that 2 to the power of n holds.</summary>
    [JsonConstructor]
    public WriteSizes(IReadOnlyList<int> counts) => _counts = counts is { Count: > 0 } ? [.. counts] : null;

    /// <summary>The counts: the n-th is of the writes that 2 to the power of n holds, and 2 to the power of n - 1 does not.</summary>
    public IReadOnlyList<int> Counts => _counts ?? [];

    /// <summary>How many writes were of this size, or larger than half of it.</summary>
    public int Of(int bytes) => Counts is var counts && PowerOf(bytes) < counts.Count ? counts[PowerOf(bytes)] : 0;

    public static bool operator ==(WriteSizes left, WriteSizes right) => left.Equals(right);

    public static bool operator !=(WriteSizes left, WriteSizes right) => !left.Equals(right);

    public bool Equals(WriteSizes other) => Counts.SequenceEqual(other.Counts);

    public override bool Equals(object? obj) => obj is WriteSizes other && Equals(other);

    public override int GetHashCode() => Counts.Aggregate(0, HashCode.Combine);

    /// <summary>The sizes there were, as in <c>4 KiB: 1, 1 MiB: 16</c>.</summary>
    public override string ToString() => string.Join(", ", Counts.Select((count, power) => (count, power)).Where(of => of.count > 0).Select(of =>
        string.Create(CultureInfo.InvariantCulture, $"{Size(1L << of.power)}: {of.count}")));

    internal static int PowerOf(int bytes) => bytes <= 1 ? 0 : BitOperations.Log2((uint)bytes - 1) + 1;

    private static string Size(long bytes) => bytes switch
    {
        < 1024 => string.Create(CultureInfo.InvariantCulture, $"{bytes} B"),
        < 1024 * 1024 => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024} KiB"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024 / 1024} MiB"),
    };
}
