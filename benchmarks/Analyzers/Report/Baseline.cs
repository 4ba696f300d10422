using System.Text.Json;

namespace StreamTuning.Benchmarks;

/// <summary>What rules cost when that was last accepted, as ratios to the empty analyzer, so that another machine may be faster or slower.</summary>
/// <param name="Rules">By rule; all together have the empty name.</param>
internal sealed record Baseline(SortedDictionary<string, BaselineCost> Rules)
{
    /// <summary>So much more than it was is a regression.</summary>
    public const double Tolerance = 1.35;

    /// <summary>Differences of less than this part of an empty analysis are noise.</summary>
    private const double LeastTime = 0.0005;

    /// <summary>And less than so many bytes for 1,000 lines.</summary>
    private const double LeastAllocated = 2048;

    private static readonly JsonSerializerOptions _options = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    public static Baseline Of(CostReport report) => new(new SortedDictionary<string, BaselineCost>(
        report.Alone.Append(report.Together.Ours).ToDictionary(cost => cost.Rule, CostOf), StringComparer.Ordinal));

    public static Baseline Read(string path) => JsonSerializer.Deserialize<Baseline>(File.ReadAllText(path), _options)!;

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(this, _options) + "\n");

    /// <summary>Which of the rules cost too much more than they did; one that is new is none of them.</summary>
    public IReadOnlyList<RuleCost> Worse(IEnumerable<RuleCost> measured) => [.. measured.Where(cost => Rules.TryGetValue(cost.Rule, out BaselineCost? before) && IsWorse(CostOf(cost), before))];

    /// <summary>What became of a cost.</summary>
    public string Describe(RuleCost cost)
    {
        BaselineCost now = CostOf(cost);
        BaselineCost before = Rules[cost.Rule];
        return FormattableString.Invariant(
            $"{(cost.Rule.Length == 0 ? "all rules together" : cost.Rule)}: {now.Time * 100:0.000} % of the empty analysis, was {before.Time * 100:0.000} %; {now.Allocated:0} bytes for 1,000 lines, were {before.Allocated:0}");
    }

    private static bool IsWorse(BaselineCost now, BaselineCost before) =>
        now.Time > (before.Time * Tolerance) + LeastTime || now.Allocated > (before.Allocated * Tolerance) + LeastAllocated;

    private static BaselineCost CostOf(RuleCost cost) => new(Math.Round(cost.Ratio, 6), Math.Round(Math.Max(0, cost.Allocated ?? 0)));
}

/// <summary>What a rule costs.</summary>
/// <param name="Time">As a part of what an analysis takes with the empty analyzer.</param>
/// <param name="Allocated">Bytes for 1,000 lines beyond what the empty analyzer takes.</param>
internal sealed record BaselineCost(double Time, double Allocated);
