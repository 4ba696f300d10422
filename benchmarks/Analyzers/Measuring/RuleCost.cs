namespace StreamTuning.Benchmarks;

/// <summary>
/// What a rule, or all rules of a package together, cost; medians of all turns, and of a package their sum. So a pause of the garbage
/// collector, which falls to whichever rule runs just then, counts for none.
/// </summary>
/// <param name="Package">The package.</param>
/// <param name="Rule">The rule; of a package empty.</param>
/// <param name="Milliseconds">The time in its code for 10,000 lines, as the compiler counts it for the option ReportAnalyzer.</param>
/// <param name="Least">The least of a turn; of a package with the pauses.</param>
/// <param name="Most">The most of a turn; of a package with the pauses.</param>
/// <param name="Ratio">That time, as a part of what the whole analysis takes in the same turn with the empty analyzer alone.</param>
/// <param name="Elapsed">Milliseconds that the whole analysis took for 10,000 lines; only where it ran alone.</param>
/// <param name="Allocated">Bytes for 1,000 lines beyond those of the empty analyzer; only where it ran alone.</param>
/// <param name="Findings">How much it reported.</param>
internal sealed record RuleCost(string Package, string Rule, double Milliseconds, double Least, double Most, double Ratio, double? Elapsed, double? Allocated, int Findings);
