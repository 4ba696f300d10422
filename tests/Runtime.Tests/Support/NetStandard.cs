namespace StreamTuning;

/// <summary>Tests of code that is the same for net8.0 and netstandard2.0, and take their time: <c>[Trait(Suite.Name, NetStandard.Suite)]</c>.</summary>
internal static class NetStandard
{
    /// <summary>The fast run has them for net8.0 only.</summary>
#if STREAMTUNING_NETSTANDARD
    public const string Suite = StreamTuning.Testing.Suite.Slow;
#else
    public const string Suite = "Fast";
#endif
}
