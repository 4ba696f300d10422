namespace StreamTuning.Benchmarks;

/// <summary>Something to measure: several ways to bring so many bytes from a source to a target, the first of which the others are compared with.</summary>
/// <param name="Target">Where the bytes go.</param>
/// <param name="Source">Where they come from.</param>
/// <param name="Bytes">How many.</param>
/// <param name="WarmUps">Turns that do not count.</param>
/// <param name="Turns">Turns that do.</param>
/// <param name="Scale">How many times longer the real thing takes.</param>
/// <param name="Ways">The ways, at least two.</param>
internal sealed record Case(string Target, string Source, long Bytes, int WarmUps, int Turns, double Scale, IReadOnlyList<Way> Ways);
