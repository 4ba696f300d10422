using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Precision;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Measures the processor time that analyzers add to the binding of repositories: without any, with the empty one, with all rules, one after
/// the other in an order that changes. A file is parsed anew for each run, outside of the measured time, as rules remember what they found in it.
/// </summary>
/// <param name="repositories">A folder for each.</param>
/// <param name="log">Is told how far it is, and which rules take longest.</param>
internal sealed class RealCodeRun(IReadOnlyList<string> repositories, TextWriter log)
{
    private static readonly ImmutableArray<DiagnosticAnalyzer>[] _sets = [[], RulePackage.Empty.Analyzers, RulePackage.Ours.Analyzers];

    private static readonly ImmutableArray<MetadataReference> _references =
        [.. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "references.txt")).Select(path => MetadataReference.CreateFromFile(path))];

    private readonly Dictionary<string, double> _rules = [];
    private int _lines;
    private int _files;
    private int _findings;

    /// <summary>Runs all sets, and writes what they took.</summary>
    /// <param name="page">Gets the results.</param>
    /// <param name="turns">How many turns count, after one that does not.</param>
    public async Task RunAsync(TextWriter page, int turns)
    {
        double[][] times = [.. _sets.Select(_ => new double[turns])];
        foreach (string repository in repositories)
        {
            using var workspace = new AdhocWorkspace();
            IReadOnlyList<Project> projects = SourceRepository.Read(repository).AddTo(workspace.CurrentSolution, _references);
            for (int turn = -1; turn < turns; turn++)
            {
                for (int i = 0; i < projects.Count; i++)
                {
                    var compilation = (CSharpCompilation)(await projects[i].GetCompilationAsync())!;
                    _files += turn < 0 ? compilation.SyntaxTrees.Length : 0;
                    _lines += turn < 0 ? compilation.SyntaxTrees.Sum(tree => tree.GetText().Lines.Count) : 0;
                    for (int j = 0; j < _sets.Length; j++)
                    {
                        int set = (i + j + turn + 1) % _sets.Length;
                        double milliseconds = await AnalyzeAsync(compilation, _sets[set], isCounted: turn >= 0);
                        if (turn >= 0)
                        {
                            times[set][turn] += milliseconds;
                        }
                    }
                }
            }

            log.WriteLine($"    {Path.GetFileName(repository)}");
        }

        foreach ((string rule, double milliseconds) in _rules.OrderByDescending(each => each.Value).Take(5))
        {
            log.WriteLine(Text($"    {rule} {PerThousand(milliseconds):0.00} ms"));
        }

        page.WriteLine(Text(
            $"{repositories.Count} repositories, {_lines:#,0} lines in {_files:#,0} files, {_findings} findings; medians of {turns} turns."));
        page.WriteLine();
        var table = new TextTable(
            page, ("of the processor, for 1,000 lines", 34, true), ("median", 9, false), ("least", 9, false), ("most", 9, false));
        table.WriteHeader();
        Write("binding without analyzers", times[0]);
        Write("added by the empty analyzer", [.. times[1].Zip(times[0], (with, without) => with - without)]);
        Write("added by all rules", [.. times[2].Zip(times[0], (with, without) => with - without)]);

        // Measured by the compiler in the turn that does not count: what is added is a small difference of large numbers.
        table.WriteRow("in the rules alone, once", Text($"{PerThousand(_rules.Values.Sum()):0.00} ms"), "", "");

        void Write(string name, double[] milliseconds)
        {
            double[] sorted = [.. milliseconds.Order().Select(PerThousand)];
            double median = (sorted[(turns - 1) / 2] + sorted[turns / 2]) / 2;
            table.WriteRow(name, Text($"{median:0.00} ms"), Text($"{sorted[0]:0.00} ms"), Text($"{sorted[^1]:0.00} ms"));
        }
    }

    /// <returns>Milliseconds of the processor, in code of this program.</returns>
    private async Task<double> AnalyzeAsync(CSharpCompilation compilation, ImmutableArray<DiagnosticAnalyzer> analyzers, bool isCounted)
    {
        CSharpCompilation fresh = compilation.RemoveAllSyntaxTrees()
            .AddSyntaxTrees(compilation.SyntaxTrees.Select(tree =>
                CSharpSyntaxTree.ParseText(tree.GetText(), (CSharpParseOptions)tree.Options, tree.FilePath)))
            .WithOptions(compilation.Options.WithConcurrentBuild(false));
        TimeSpan before = Environment.CpuUsage.UserTime;
        if (analyzers.IsEmpty)
        {
            fresh.GetDiagnostics();
            return (Environment.CpuUsage.UserTime - before).TotalMilliseconds;
        }

        CompilationWithAnalyzers analysis = fresh.WithAnalyzers(analyzers, new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: !isCounted));
        if (!isCounted)
        {
            AnalysisResult result = await analysis.GetAnalysisResultAsync(CancellationToken.None);
            foreach (DiagnosticAnalyzer analyzer in analyzers.Where(each => each is not EmptyAnalyzer))
            {
                string name = RulePackage.NameOf(analyzer);
                _findings += result.GetAllDiagnostics(analyzer).Length;
                _rules[name] = _rules.GetValueOrDefault(name) + result.AnalyzerTelemetryInfo[analyzer].ExecutionTime.TotalMilliseconds;
            }

            return 0;
        }

        await analysis.GetAllDiagnosticsAsync(CancellationToken.None);
        return (Environment.CpuUsage.UserTime - before).TotalMilliseconds;
    }

    private double PerThousand(double milliseconds) => milliseconds / _lines * 1000;
}
