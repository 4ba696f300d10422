namespace StreamTuning.Measuring;

/// <summary>What one way took in all turns of a <see cref="PairedRun"/>.</summary>
/// <param name="Way">The name of the way.</param>
/// <param name="Median">The median time.</param>
/// <param name="Least">The shortest time.</param>
/// <param name="Most">The longest time.</param>
/// <param name="Ratio">The median of how many times faster than the first way it was in the same turn.</param>
/// <param name="Allocated">The median of the bytes that the process allocated.</param>
/// <param name="Turns">The number of turns.</param>
public sealed record Measurement(string Way, TimeSpan Median, TimeSpan Least, TimeSpan Most, double Ratio, long Allocated, int Turns);
