using System.Collections.Immutable;
using System.Globalization;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Another order of the sources of each project. Its text names the seed, and the variable repeats it.</summary>
internal sealed class SourceShuffle
{
    private const string SeedVariable = "ROSLYN_TESTING_SEED";

    private readonly int _seed;
    private readonly Random _random;

    public SourceShuffle()
    {
        string? given = Environment.GetEnvironmentVariable(SeedVariable);
        _seed = given is null ? Random.Shared.Next() : int.Parse(given, CultureInfo.InvariantCulture);
        _random = new Random(_seed);
    }

    public IEnumerable<T> Order<T>(ImmutableArray<T> items)
    {
        T[] shuffled = [.. items];
        do
        {
            _random.Shuffle(shuffled);
        }
        while (items.Length > 1 && shuffled.SequenceEqual(items));
        return shuffled;
    }

    public override string ToString() => $"Sources in a shuffled order ({SeedVariable}={_seed})";
}
