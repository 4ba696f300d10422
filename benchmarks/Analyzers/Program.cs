using StreamTuning.Benchmarks;

// What our rules cost the compiler and an editor, against an empty analyzer and the rules of other packages.
//   StreamTuning.AnalyzerBenchmarks [GROUP ...] [--output PATH] [--lines N] [--seed N] [--turns N] [--write-baseline] [--quick]
// Groups: rules, editor, alone; all of them if none is named. --quick shows that a group runs, not what it takes. The command fails where a rule costs 35 % more than
// benchmarks/Analyzers/baseline.json says, twice in succession, or where an editor becomes slower and slower; --write-baseline accepts what is measured.
string[] known = ["rules", "editor", "alone"];
string[] groups = [.. args.TakeWhile(argument => !argument.StartsWith("--", StringComparison.Ordinal))];
if (groups.FirstOrDefault(group => !known.Contains(group)) is { } unknown)
{
    Console.Error.WriteLine($"'{unknown}' is none of {string.Join(", ", known)}.");
    return 2;
}

bool isQuick = args.Contains("--quick");
int turns = isQuick ? 1 : int.Parse(Option("--turns") ?? "5");
string? output = Option("--output");
string baselinePath = Path.Combine(CodeBase.Metadata("RepositoryRoot"), "benchmarks", "Analyzers", "baseline.json");
bool succeeded = true;
CodeBase services = CodeBase.Services(int.Parse(Option("--seed") ?? "1"), int.Parse(Option("--lines") ?? (isQuick ? "10000" : "200000")));
if (Includes("rules"))
{
    succeeded &= await MeasureRulesAsync();
}

if (Includes("editor"))
{
    using var text = new StringWriter { NewLine = "\n" };
    succeeded &= await new EditorRun(services, isQuick ? 10 : 200).RunAsync(text) || isQuick;
    Publish("analyzers-editor.md", text.ToString());
}

if (Includes("alone"))
{
    Publish("analyzers-alone.md", BenchmarkTable.Run<RuleBenchmarks>(isQuick));
}

return succeeded ? 0 : 1;

async Task<bool> MeasureRulesAsync()
{
    CodeBase[] code = [services, CodeBase.Own()];
    foreach (CodeBase part in code)
    {
        Console.WriteLine($"{part.Name}: {part.Lines} lines in {part.Sources.Length} files");
    }

    var run = new CostRun(code, Console.Out);
    CostReport report = await run.MeasureAsync([.. RulePackage.LoadPeers()], turns);
    Publish("analyzers.md", report.Tables());
    if (output is not null)
    {
        report.Write(Path.Combine(output, "analyzers.csv"));
    }

    if (args.Contains("--write-baseline"))
    {
        Baseline.Of(report).Write(baselinePath);
        return true;
    }

    if (isQuick)
    {
        return true;
    }

    // Once may be chance.
    Baseline baseline = Baseline.Read(baselinePath);
    IReadOnlyList<RuleCost> worse = baseline.Worse([.. report.Alone, report.Packages[1]]);
    if (worse.Count > 0)
    {
        Console.WriteLine($"{worse.Count} cost more than they did, and are measured again.");
        worse = baseline.Worse(await run.MeasureAgainAsync([.. worse.Select(cost => cost.Rule)], turns));
    }

    foreach (RuleCost cost in worse)
    {
        Console.Error.WriteLine($"Regression: {baseline.Describe(cost)}");
    }

    return worse.Count == 0;
}

void Publish(string document, string tables)
{
    Console.WriteLine(tables);
    if (output is not null)
    {
        MarkdownReport.Update(Path.Combine(output, document), tables);
    }
}

bool Includes(string group) => groups.Length == 0 || groups.Contains(group);

string? Option(string name)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 && index + 1 < args.Length ? args[index + 1] : null;
}
