using System.Collections.Immutable;
using BenchmarkDotNet.Attributes;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Benchmarks;

/// <summary>Each rule of ours alone over a small service, against the empty analyzer.</summary>
[MemoryDiagnoser]
public class RuleBenchmarks
{
    private CodeBase? _code;
    private ImmutableArray<DiagnosticAnalyzer> _rule;

    public static IEnumerable<string> Rules => RulePackage.Ours.Analyzers.Select(RulePackage.NameOf);

    [ParamsSource(nameof(Rules))]
    public string Rule { get; set; } = "";

    [GlobalSetup]
    public void Prepare()
    {
        _code = CodeBase.Services(seed: 2, lines: 10_000);
        _rule = [RulePackage.Ours.Analyzers.Single(rule => RulePackage.NameOf(rule) == Rule)];
    }

    [Benchmark(Baseline = true)]
    public Task<ImmutableArray<Microsoft.CodeAnalysis.Diagnostic>> Empty() => AnalyseAsync(RulePackage.Empty.Analyzers);

    [Benchmark]
    public Task<ImmutableArray<Microsoft.CodeAnalysis.Diagnostic>> OurRule() => AnalyseAsync(_rule);

    private Task<ImmutableArray<Microsoft.CodeAnalysis.Diagnostic>> AnalyseAsync(ImmutableArray<DiagnosticAnalyzer> rules) =>
        new CompilationWithAnalyzers(_code!.Compilation, rules, new CompilationWithAnalyzersOptions(new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: false))
            .GetAnalyzerDiagnosticsAsync(CancellationToken.None);
}
