using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Measures what rules cost: sets of them one after the other, again and again and in an order that changes, so that what disturbs the machine disturbs all of them; and
/// compares the runs of each turn with each other.
/// </summary>
/// <param name="code">What is analysed.</param>
/// <param name="log">Is told how far it is.</param>
internal sealed class CostRun(IReadOnlyList<CodeBase> code, TextWriter log)
{
    /// <summary>How many lines are analysed.</summary>
    public int Lines { get; } = code.Sum(part => part.Lines);

    /// <summary>In how many files.</summary>
    public int Files { get; } = code.Sum(part => part.Sources.Length);

    /// <summary>Measures packages, each with all its rules, and a compilation without any.</summary>
    /// <param name="others">The packages besides the empty analyzer and ours.</param>
    /// <param name="turns">How many turns count, after one that does not.</param>
    public async Task<PackageCosts> MeasurePackagesAsync(IReadOnlyList<RulePackage> others, int turns)
    {
        // What takes little time is warm late: the runtime compiles it again when it has run often.
        const int warmUps = 4;
        log.WriteLine("    warming up ours");
        for (int i = 0; i < warmUps; i++)
        {
            await AnalysisRun.RunAsync(code, RulePackage.Ours.Analyzers);
        }

        RulePackage[] packages = [RulePackage.Empty, RulePackage.Ours, .. others];
        double[] compilations = new double[turns];
        AnalysisRun[][] runs = await RunAsync([.. packages.Select(package => package.Analyzers)], turns, compilations);
        return new PackageCosts(
            PerTenThousand(Median(compilations)),
            [.. packages.Select((package, i) => CostOf(package.Name, "", runs[i], runs[0], package.Analyzers, isAlone: true))],
            [
                .. packages.SelectMany((package, i) => package.Analyzers
                    .Where(runs[i][0].Rules.ContainsKey)
                    .Select(rule => CostOf(package.Name, RulePackage.NameOf(rule), runs[i], runs[0], [rule], isAlone: false))).Skip(1),
            ]);
    }

    /// <summary>Measures rules of ours, each alone.</summary>
    /// <param name="rules">The rules.</param>
    /// <param name="turns">How many turns count, after one that does not.</param>
    public async Task<IReadOnlyList<RuleCost>> MeasureAloneAsync(IReadOnlyList<DiagnosticAnalyzer> rules, int turns)
    {
        AnalysisRun[][] runs = await RunAsync([RulePackage.Empty.Analyzers, .. rules.Select(ImmutableArray.Create)], turns, compilations: null);
        return [.. rules.Select((rule, i) => CostOf(RulePackage.Ours.Name, RulePackage.NameOf(rule), runs[i + 1], runs[0], [rule], isAlone: true))];
    }

    /// <returns>The runs of each set, by turn.</returns>
    private async Task<AnalysisRun[][]> RunAsync(IReadOnlyList<ImmutableArray<DiagnosticAnalyzer>> sets, int turns, double[]? compilations)
    {
        AnalysisRun[][] runs = [.. sets.Select(_ => new AnalysisRun[turns])];
        int[] order = [.. Enumerable.Range(compilations is null ? 0 : -1, sets.Count + (compilations is null ? 0 : 1))];
        var random = new Random(1);
        for (int turn = -1; turn < turns; turn++)
        {
            log.WriteLine(turn < 0 ? "    warming up" : $"    turn {turn + 1} of {turns}");
            random.Shuffle(order);
            foreach (int set in order)
            {
                if (set < 0)
                {
                    double milliseconds = Compile();
                    if (turn >= 0)
                    {
                        compilations![turn] = milliseconds;
                    }
                }
                else
                {
                    AnalysisRun run = await AnalysisRun.RunAsync(code, sets[set]);
                    if (turn >= 0)
                    {
                        runs[set][turn] = run;
                    }
                }
            }
        }

        return runs;
    }

    /// <returns>Milliseconds of the processor.</returns>
    private double Compile()
    {
        using Process process = Process.GetCurrentProcess();
        GC.Collect();
        process.Refresh();
        TimeSpan before = process.TotalProcessorTime;
        long start = Stopwatch.GetTimestamp();
        foreach (CodeBase part in code)
        {
            part.Compile();
        }

        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        process.Refresh();
        return Math.Min(elapsed.TotalMilliseconds, (process.TotalProcessorTime - before).TotalMilliseconds);
    }

    private RuleCost CostOf(string package, string name, AnalysisRun[] runs, AnalysisRun[] empty, ImmutableArray<DiagnosticAnalyzer> rules, bool isAlone)
    {
        double[][] times = [.. rules.Select(rule => runs.Select(run => run.Share * run.Rules.GetValueOrDefault(rule).TotalMilliseconds).ToArray())];
        double[] sums = [.. runs.Select((_, turn) => times.Sum(time => time[turn]))];
        return new RuleCost(
            package,
            name,
            PerTenThousand(times.Sum(Median)),
            PerTenThousand(sums.Min()),
            PerTenThousand(sums.Max()),
            times.Sum(time => Median(time.Select((each, turn) => each / Worked(empty[turn])))),
            isAlone ? PerTenThousand(Median(runs.Select(Worked))) : null,
            isAlone ? Median(runs.Select((run, turn) => (double)(run.Allocated - empty[turn].Allocated))) / Lines * 1000 : null,
            rules.Length == 0 ? 0 : rules.Sum(rule => runs[0].Findings.GetValueOrDefault(rule)));
    }

    private static double Worked(AnalysisRun run) => run.Elapsed.TotalMilliseconds * run.Share;

    private double PerTenThousand(double milliseconds) => milliseconds / Lines * 10_000;

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
