namespace StreamTuning.BlobService.Faults;

/// <summary>Chance that does not depend on what else happens: the same for the same seed, rule, key and attempt.</summary>
internal sealed class Chance
{
    private ulong _state;

    public Chance(int seed, int rule, string key, int attempt)
    {
        _state = (uint)seed;
        Mix((ulong)rule);
        foreach (char c in key)
        {
            Mix(c);
        }

        Mix((ulong)attempt);
    }

    /// <summary>From 0 to below 1.</summary>
    public double Next() => (Mix(0) >> 11) * (1.0 / (1UL << 53));

    // SplitMix64.
    private ulong Mix(ulong value)
    {
        _state = unchecked((_state ^ value) + 0x9E3779B97F4A7C15);
        ulong z = _state;
        z = unchecked((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9);
        z = unchecked((z ^ (z >> 27)) * 0x94D049BB133111EB);
        return _state = z ^ (z >> 31);
    }
}
