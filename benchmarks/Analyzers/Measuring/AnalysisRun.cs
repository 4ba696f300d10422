using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Diagnostics.Telemetry;

namespace StreamTuning.Benchmarks;

/// <summary>What one analysis of all code took.</summary>
/// <param name="Elapsed">From start to end.</param>
/// <param name="Processor">What of it the processor worked for this program.</param>
/// <param name="Allocated">Bytes.</param>
/// <param name="Rules">The time of each analyzer as the compiler counts it for the option ReportAnalyzer; without those that the compiler leaves out because all they report is off.</param>
/// <param name="Findings">How many diagnostics each analyzer reported.</param>
internal sealed record AnalysisRun(
    TimeSpan Elapsed,
    TimeSpan Processor,
    long Allocated,
    IReadOnlyDictionary<DiagnosticAnalyzer, TimeSpan> Rules,
    IReadOnlyDictionary<DiagnosticAnalyzer, int> Findings)
{
    /// <summary>The part of the time that the processor worked for this program, at most 1: on a busy machine the times of rules contain what others took.</summary>
    public double Share => Math.Min(1, Processor / Elapsed);

    /// <summary>Analyses code on one thread.</summary>
    public static async Task<AnalysisRun> RunAsync(IReadOnlyList<CodeBase> code, ImmutableArray<DiagnosticAnalyzer> analyzers)
    {
        var rules = new Dictionary<DiagnosticAnalyzer, TimeSpan>();
        var findings = new Dictionary<DiagnosticAnalyzer, int>();
        using Process process = Process.GetCurrentProcess();
        TimeSpan elapsed = TimeSpan.Zero;
        TimeSpan processor = TimeSpan.Zero;
        long allocated = 0;
        foreach (CodeBase part in code)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            process.Refresh();
            TimeSpan processorBefore = process.TotalProcessorTime;
            long allocatedBefore = GC.GetTotalAllocatedBytes(precise: true);
            long start = Stopwatch.GetTimestamp();
            var analysis = new CompilationWithAnalyzers(part.Compilation, analyzers, new CompilationWithAnalyzersOptions(new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true));
            AnalysisResult result = await analysis.GetAnalysisResultAsync(CancellationToken.None);
            elapsed += Stopwatch.GetElapsedTime(start);
            allocated += GC.GetTotalAllocatedBytes(precise: true) - allocatedBefore;
            process.Refresh();
            processor += process.TotalProcessorTime - processorBefore;
            foreach ((DiagnosticAnalyzer analyzer, AnalyzerTelemetryInfo telemetry) in result.AnalyzerTelemetryInfo)
            {
                if (HasActions(telemetry))
                {
                    rules[analyzer] = rules.GetValueOrDefault(analyzer) + telemetry.ExecutionTime;
                }
            }

            foreach (DiagnosticAnalyzer analyzer in analyzers)
            {
                ImmutableArray<Diagnostic> reported = result.GetAllDiagnostics(analyzer);
                findings[analyzer] = findings.GetValueOrDefault(analyzer) + reported.Length;
                if (analyzer is Analyzers.StreamTuningAnalyzer && reported.FirstOrDefault(diagnostic => diagnostic.Id == "AD0001") is { } crash)
                {
                    throw new InvalidOperationException(crash.ToString());
                }
            }
        }

        return new AnalysisRun(elapsed, processor, allocated, rules, findings);
    }

    private static bool HasActions(AnalyzerTelemetryInfo telemetry) =>
        telemetry.CompilationStartActionsCount + telemetry.CompilationEndActionsCount + telemetry.CompilationActionsCount + telemetry.SyntaxTreeActionsCount + telemetry.AdditionalFileActionsCount
        + telemetry.SemanticModelActionsCount + telemetry.SymbolActionsCount + telemetry.SymbolStartActionsCount + telemetry.SymbolEndActionsCount + telemetry.SyntaxNodeActionsCount
        + telemetry.CodeBlockStartActionsCount + telemetry.CodeBlockEndActionsCount + telemetry.CodeBlockActionsCount + telemetry.OperationActionsCount + telemetry.OperationBlockStartActionsCount
        + telemetry.OperationBlockEndActionsCount + telemetry.OperationBlockActionsCount > 0;
}
