using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace StreamTuning;

/// <summary>What the <see cref="Meter"/> named <c>StreamTuning</c> tells of temporary files.</summary>
internal static class TempObservation
{
    private static readonly Counter<long> _decisions =
        Telemetry.Meter.CreateCounter<long>(
            "streamtuning.temp.decisions", "{decision}", "How often a directory was chosen for a temporary file.");

    private static readonly Counter<long> _swept =
        Telemetry.Meter.CreateCounter<long>(
            "streamtuning.temp.swept", "{file}", "How many files and directories of ended processes were deleted.");

    /// <param name="reason">Why the directory was taken.</param>
    /// <param name="directory">The directory; <see langword="null"/> where there was none.</param>
    public static void Count(TempSpaceReason reason, string? directory)
    {
        if (_decisions.Enabled)
        {
            _decisions.Add(
                1, new TagList { { "streamtuning.temp.reason", reason.ToTag() }, { "streamtuning.temp.directory", directory ?? "none" } });
        }
    }

    public static void CountSwept(int count) => _swept.Add(count);
}
