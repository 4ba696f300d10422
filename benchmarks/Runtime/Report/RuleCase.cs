namespace StreamTuning.Benchmarks;

/// <summary>How the effect of a rule is measured.</summary>
/// <param name="Rule">The id of the rule.</param>
/// <param name="Conditions">What it is measured on, besides the machine: a sentence.</param>
/// <param name="WriteAsync">Measures, and writes the table of the page.</param>
internal sealed record RuleCase(string Rule, string Conditions, Func<TextWriter, Task> WriteAsync);
