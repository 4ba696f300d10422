using System.Globalization;

namespace StreamTuning.Benchmarks;

/// <summary>What a server has used since it was started.</summary>
/// <param name="Processor">The time of the processor, of user and system.</param>
/// <param name="Allocated">The bytes that were allocated.</param>
/// <param name="Written">The bytes that were given to the file system; <see langword="null"/> where nobody counts them.</param>
/// <param name="Collections">How often the youngest generation was collected.</param>
/// <param name="Writes">How many writes to the file system that took; <see langword="null"/> where nobody counts them.</param>
internal sealed record ServerFigures(TimeSpan Processor, long Allocated, long? Written, int Collections, long? Writes)
{
    private const string Counters = "/proc/self/io";

    public static ServerFigures operator -(ServerFigures left, ServerFigures right) =>
        new(left.Processor - right.Processor, left.Allocated - right.Allocated, left.Written - right.Written, left.Collections - right.Collections, left.Writes - right.Writes);

    public static ServerFigures Take() => new(Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true), Read("wchar: "), GC.CollectionCount(0), Read("syscw: "));

    private static long? Read(string prefix)
    {
        string? line = File.Exists(Counters) ? File.ReadLines(Counters).FirstOrDefault(line => line.StartsWith(prefix, StringComparison.Ordinal)) : null;
        return line is null ? null : long.Parse(line.AsSpan(prefix.Length), CultureInfo.InvariantCulture);
    }
}
