using System.Globalization;
using System.Text;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>What rules cost, ours and those of other packages.</summary>
/// <param name="Together">The packages.</param>
/// <param name="Alone">Each rule of ours without the others.</param>
/// <param name="Measured">What was analysed, and how often, as sentences.</param>
internal sealed record CostReport(PackageCosts Together, IReadOnlyList<RuleCost> Alone, string Measured)
{
    private const double MostTogether = 10;
    private const double MostOfRule = 2;
    private const double MostOfCompilation = 0.01;
    private const string Header = "package,rule,run,ms_per_10000_lines,least_ms,most_ms,ratio_to_empty_analyzer,analysis_ms_per_10000_lines,allocated_bytes_per_1000_lines,findings";

    /// <summary>Half of the rules of the other packages cost less.</summary>
    private double MedianOfPeers => Median([.. Together.Rules.Where(rule => rule.Package != Together.Ours.Package).Select(rule => rule.Milliseconds)]);

    /// <summary>Writes all figures as CSV.</summary>
    public void Write(string path)
    {
        var text = new StringBuilder(Header).Append('\n');
        text.Append(CultureInfo.InvariantCulture, $"compilation,,,{Together.Compilation:0.####},,,{Together.Compilation / Together.Empty.Elapsed:0.####},,,\n");
        Append(Together.Packages, "together");
        Append(Alone, "alone");
        Append(Together.Rules, "in its package");
        File.WriteAllText(path, text.ToString());

        void Append(IEnumerable<RuleCost> costs, string run)
        {
            foreach (RuleCost c in costs)
            {
                text.Append(
                    CultureInfo.InvariantCulture,
                    $"{c.Package},{c.Rule},{run},{c.Milliseconds:0.####},{c.Least:0.####},{c.Most:0.####},{c.Ratio:0.#####},{c.Elapsed:0.##},{c.Allocated:0},{c.Findings}\n");
            }
        }
    }

    /// <summary>The results as tables.</summary>
    public string Tables()
    {
        using var text = new StringWriter { NewLine = "\n" };
        text.WriteLine(Text($"\n{Measured} Compiling without rules takes {Together.Compilation:0} ms for 10,000 lines, and analysing with the empty analyzer alone {Together.Empty.Elapsed:0} ms.\n"));
        text.WriteLine("### What was aimed at\n");
        var targets = new TextTable(text, ("", 58, true), ("at most", 10, false), ("measured", 10, false), ("reached", 7, true));
        targets.WriteHeader();
        RuleCost slowest = Together.Rules.Where(rule => rule.Package == Together.Ours.Package).MaxBy(rule => rule.Milliseconds)!;
        RuleCost slowestAlone = Alone.MaxBy(rule => rule.Milliseconds)!;
        Target("All rules together, for 10,000 lines", MostTogether, Together.Ours.Milliseconds, Ms);
        Target($"The slowest rule with the others, {slowest.Rule}", MostOfRule, slowest.Milliseconds, Ms);
        Target("The same, and the median rule of the other packages", MedianOfPeers, slowest.Milliseconds, Ms);
        Target($"The slowest rule alone, {slowestAlone.Rule}", MostOfRule, slowestAlone.Milliseconds, Ms);
        Target("All rules together, of the time of a compilation", MostOfCompilation, Together.Ours.Milliseconds / Together.Compilation, Percent);

        text.WriteLine("\n### Packages\n");
        text.WriteLine("Time is that in the code of the rules, *analysis* that of the whole analysis, which takes that of the empty analyzer in any case.\n");
        var packages = new TextTable(text, ("package", 52, true), ("rules", 5, false), ("time", 9, false), ("of a compilation", 16, false), ("median rule", 11, false), ("slowest rule", 24, true), ("", 9, false), ("analysis", 9, false), ("allocated for 1,000 lines", 25, false), ("findings", 8, false));
        packages.WriteHeader();
        foreach (RuleCost package in Together.Packages)
        {
            RuleCost[] rules = [.. Together.Rules.Where(rule => rule.Package == package.Package)];
            RuleCost? most = rules.MaxBy(rule => rule.Milliseconds);
            packages.WriteRow(
                package.Package,
                rules.Length == 0 ? "" : Text($"{rules.Length}"),
                Ms(package.Milliseconds),
                Percent(package.Milliseconds / Together.Compilation),
                rules.Length == 0 ? "" : Ms(Median([.. rules.Select(rule => rule.Milliseconds)])),
                most?.Rule ?? "",
                most is null ? "" : Ms(most.Milliseconds),
                Ms(package.Elapsed!.Value),
                package == Together.Empty ? "" : Memory(package.Allocated!.Value),
                Text($"{package.Findings:#,0}"));
        }

        return text.ToString();

        void Target(string name, double most, double measured, Func<double, string> format) =>
            targets.WriteRow(name, format(most), format(measured), measured <= most ? "yes" : "**no**");
    }

    private static string Ms(double milliseconds) => milliseconds >= 10 ? Text($"{milliseconds:0.0} ms") : Text($"{milliseconds:0.000} ms");

    private static string Percent(double part) => Text($"{part * 100:0.00} %");

    // What the compiler keeps for later differs a little from run to run.
    private static string Memory(double bytes) => Text($"{Math.Max(0, bytes) / Sizes.KiB:0.0} KiB");

    private static double Median(double[] values)
    {
        Array.Sort(values);
        int middle = values.Length / 2;
        return values.Length == 0 ? 0 : values.Length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
