using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace StreamTuning;

/// <summary>Where everything of this package that can be watched comes from.</summary>
internal static class Telemetry
{
    public const string Name = "StreamTuning";

    private static readonly string? _version = typeof(Telemetry).Assembly.GetName().Version?.ToString(3);

    public static ActivitySource Activities { get; } = new(Name, _version);

    public static Meter Meter { get; } = new(Name, _version);
}
