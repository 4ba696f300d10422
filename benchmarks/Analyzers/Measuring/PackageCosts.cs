namespace StreamTuning.Benchmarks;

/// <summary>What packages of rules cost.</summary>
/// <param name="Compilation">Milliseconds for 10,000 lines that a compilation without rules takes: parsing, binding and writing the assembly.</param>
/// <param name="Packages">All rules of a package together: first the empty analyzer, then ours.</param>
/// <param name="Rules">Each rule together with the others of its package.</param>
internal sealed record PackageCosts(double Compilation, IReadOnlyList<RuleCost> Packages, IReadOnlyList<RuleCost> Rules)
{
    public RuleCost Empty => Packages[0];

    public RuleCost Ours => Packages[1];
}
