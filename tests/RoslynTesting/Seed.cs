using System.Globalization;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Seeds for what is random; a failure prints the seed, and the variable repeats it.</summary>
internal static class Seed
{
    public const string Variable = "ROSLYN_TESTING_SEED";

    public static int Next() =>
        int.TryParse(Environment.GetEnvironmentVariable(Variable), NumberStyles.Integer, CultureInfo.InvariantCulture, out int seed) ? seed : Random.Shared.Next();
}
