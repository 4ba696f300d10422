using StreamTuning.Benchmarks;

// What our rules cost the compiler and an editor, against an empty analyzer and the rules of other packages.
//   StreamTuning.AnalyzerBenchmarks [GROUP ...] [--output PATH] [--lines N] [--seed N] [--turns N] [--write-baseline] [--quick]
//   StreamTuning.AnalyzerBenchmarks --real FOLDER [--turns N]
// Groups: rules, editor; both if none is named. --quick shows that a group runs, not what it takes, and compares nothing. Otherwise the
// command fails if a rule costs 35 % more than benchmarks/Analyzers/baseline.json says, twice in succession, or if an editor gets slower
// and slower; --write-baseline accepts the costs. --real measures them on repositories instead, each in a folder below FOLDER.
string[] known = ["rules", "editor"];
string[] groups = [.. args.TakeWhile(argument => !argument.StartsWith("--", StringComparison.Ordinal))];
if (groups.FirstOrDefault(group => !known.Contains(group)) is { } unknown)
{
    Console.Error.WriteLine($"'{unknown}' is none of {string.Join(", ", known)}.");
    return 2;
}

var commandLine = new CommandLine(args);
bool isQuick = commandLine.IsQuick;
bool writesBaseline = args.Contains("--write-baseline");
if (isQuick && writesBaseline)
{
    Console.Error.WriteLine("What a quick run takes is no baseline.");
    return 2;
}

int turns = commandLine.Turns ?? 5;
if (commandLine.Option("--real") is { } real)
{
    await new RealCodeRun([.. Directory.EnumerateDirectories(real).Order(StringComparer.Ordinal)], Console.Error).RunAsync(Console.Out, turns);
    return 0;
}

if (commandLine.Option(BulbRun.Option) is { } which)
{
    await BulbRun.MeasureAsync(which);
    return 0;
}

string baselinePath = Path.Combine(CodeBase.Metadata("RepositoryRoot"), "benchmarks", "Analyzers", "baseline.json");
bool succeeded = true;
int seed = commandLine.Number("--seed") ?? 1;
int lines = commandLine.Number("--lines") ?? (isQuick ? 10_000 : 200_000);
CodeBase services = CodeBase.Services(seed, lines);
if (Includes("rules"))
{
    succeeded &= await MeasureRulesAsync();
}

if (Includes("editor"))
{
    await commandLine.WriteAsync("analyzers-editor.md", async text =>
    {
        succeeded &= await new EditorRun(services, isQuick ? 10 : 200).RunAsync(text) || isQuick;
        await text.WriteLineAsync();
        await BulbRun.RunAsync(turns, text);
    });
}

return succeeded ? 0 : 1;

async Task<bool> MeasureRulesAsync()
{
    // Alone there are many more runs, for which a part of the code does.
    var together = new CostRun(isQuick ? [services] : [services, CodeBase.Own()], Console.Out);
    var alone = new CostRun([CodeBase.Services(seed, lines / 4)], Console.Out);
    string measured = FormattableString.Invariant(
        $"{together.Lines:#,0} lines in {together.Files:#,0} files, and {alone.Lines:#,0} lines in {alone.Files:#,0} files for each rule alone; medians of {turns} runs.");
    Console.WriteLine(measured);
    var report = new CostReport(
        await together.MeasurePackagesAsync([.. RulePackage.LoadPeers()], turns),
        await alone.MeasureAloneAsync(RulePackage.Ours.Analyzers, turns),
        measured);
    await commandLine.WriteAsync("analyzers.md", text => text.WriteAsync(report.Tables()));
    if (commandLine.Output is { } output)
    {
        report.Write(Path.Combine(output, "analyzers.csv"));
    }

    if (isQuick)
    {
        return true;
    }

    if (writesBaseline)
    {
        Baseline.Of(report).Write(baselinePath);
        return true;
    }

    // Once may be chance.
    Baseline baseline = Baseline.Read(baselinePath);
    List<RuleCost> worse = [.. baseline.Worse([.. report.Alone, report.Together.Ours])];
    if (worse.Count > 0)
    {
        Console.WriteLine($"{worse.Count} cost more than they did, and are measured again.");
        ILookup<bool, string> names = worse.ToLookup(cost => cost.Rule.Length == 0, cost => cost.Rule);
        worse = [.. baseline.Worse(await alone.MeasureAloneAsync([.. RulePackage.Ours.Analyzers.Where(rule => names[false].Contains(RulePackage.NameOf(rule)))], turns))];
        if (names[true].Any())
        {
            worse.AddRange(baseline.Worse([(await together.MeasurePackagesAsync([], turns)).Ours]));
        }
    }

    foreach (RuleCost cost in worse)
    {
        Console.Error.WriteLine($"Regression: {baseline.Describe(cost)}");
    }

    return worse.Count == 0;
}

bool Includes(string group) => groups.Length == 0 || groups.Contains(group);
