using System.Globalization;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Where random samples come from. A test names the seed in what it prints, and the environment variable repeats it.</summary>
internal static class Seed
{
    private static readonly int? _given =
        int.TryParse(Environment.GetEnvironmentVariable("STREAMTUNING_SEED"), NumberStyles.Integer, CultureInfo.InvariantCulture, out int seed) ? seed : null;

    public static int Value { get; } = _given ?? Random.Shared.Next();

    /// <summary>Whether the environment says it.</summary>
    public static bool IsGiven => _given is not null;

    /// <summary>How many times as many random samples to take as in a usual run.</summary>
    public static int Factor => TakesAll ? 50 : 1;

    /// <summary>Whether to take everything instead of a sample.</summary>
    public static bool TakesAll { get; } = Environment.GetEnvironmentVariable("STREAMTUNING_FULL_MATRIX") == "1";
}
