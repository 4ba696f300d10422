using System.Globalization;
using Xunit.Abstractions;

namespace StreamTuning.NetworkShares;

/// <summary>Randomness that can be repeated: the seed is printed, and taken from STREAMTUNING_SEED when it is set.</summary>
internal static class Seed
{
    public static int Next(ITestOutputHelper output)
    {
        int seed = Environment.GetEnvironmentVariable("STREAMTUNING_SEED") is { Length: > 0 } text
            ? int.Parse(text, CultureInfo.InvariantCulture)
            : Random.Shared.Next();
        output.WriteLine($"STREAMTUNING_SEED={seed}");
        return seed;
    }
}
