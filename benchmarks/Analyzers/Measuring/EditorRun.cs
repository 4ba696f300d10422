using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using static StreamTuning.Benchmarks.TextTable;

namespace StreamTuning.Benchmarks;

/// <summary>
/// Works as an editor does: one file of a project is changed again and again, and each time its diagnostics are asked for, those of the compiler, and of the rules. Neither the time nor
/// the memory of that may grow.
/// </summary>
/// <param name="code">The project.</param>
/// <param name="changes">How often a file is changed.</param>
internal sealed class EditorRun(CodeBase code, int changes)
{
    private const int Compared = 20;

    /// <summary>So much slower, or so much more memory, in the end is growth.</summary>
    private const double Tolerance = 1.35;

    private const double MemoryTolerance = 1.1;

    /// <summary>Changes a file of each kind.</summary>
    /// <param name="writer">Gets the table.</param>
    /// <returns>Whether nothing grows.</returns>
    public async Task<bool> RunAsync(TextWriter writer)
    {
        var table = new TextTable(writer, ("file", 36, true), ("changes", 7, false), ("compiler", 9, false), ("empty analyzer", 14, false), ("our rules", 9, false), ("the same in the end", 27, false), ("memory", 9, false), ("in the end", 10, false), ("grows", 5, true));
        table.WriteHeader();
        bool grows = false;
        foreach (string kind in (string[])["UploadController.cs", "FileStore.cs", "BlobStore.cs", "Service.cs"])
        {
            SyntaxTree file = code.Compilation.SyntaxTrees.First(tree => tree.FilePath.EndsWith(kind, StringComparison.Ordinal));
            grows |= await ChangeAsync(file, table);
        }

        return !grows;
    }

    private async Task<bool> ChangeAsync(SyntaxTree file, TextTable table)
    {
        int compared = Math.Min(Compared, changes / 2);
        TimeSpan[] compiler = new TimeSpan[changes];
        TimeSpan[] empty = new TimeSpan[changes];
        TimeSpan[] ours = new TimeSpan[changes];
        long memory = 0;
        Compilation compilation = code.Compilation;

        // What runs for the first time is compiled first.
        for (int change = -compared; change < changes; change++)
        {
            (compilation, SyntaxTree changed) = Change(compilation, file, change);
            file = changed;
            TimeSpan ofCompiler = Time(() => compilation.GetSemanticModel(file).GetDiagnostics());
            TimeSpan ofEmpty = TimeSpan.Zero;
            if (change % 2 == 0)
            {
                ofEmpty = await AnalyseAsync(compilation, file, RulePackage.Empty.Analyzers);
            }

            TimeSpan ofOurs = await AnalyseAsync(compilation, file, RulePackage.Ours.Analyzers);
            if (change % 2 != 0)
            {
                ofEmpty = await AnalyseAsync(compilation, file, RulePackage.Empty.Analyzers);
            }

            if (change >= 0)
            {
                (compiler[change], empty[change], ours[change]) = (ofCompiler, ofEmpty, ofOurs);
            }

            if (change == compared - 1)
            {
                memory = GC.GetTotalMemory(forceFullCollection: true);
            }
        }

        long memoryInTheEnd = GC.GetTotalMemory(forceFullCollection: true);
        (TimeSpan First, TimeSpan Last)[] medians = [.. ((TimeSpan[][])[compiler, empty, ours]).Select(times => (Median(times.Take(compared)), Median(times.TakeLast(compared))))];

        // What slows all of them down is not ours.
        double others = Math.Max(1, medians[1].Last / medians[1].First);
        bool grows = medians[2].Last / medians[2].First > Tolerance * others || memoryInTheEnd > memory * MemoryTolerance;
        table.WriteRow(
            Path.GetFileName(file.FilePath),
            Text($"{changes}"),
            TextTable.Time(medians[0].First),
            TextTable.Time(medians[1].First),
            TextTable.Time(medians[2].First),
            string.Join(" / ", medians.Select(median => TextTable.Time(median.Last))),
            Text($"{(double)memory / Sizes.MiB:0.0} MiB"),
            Text($"{(double)memoryInTheEnd / Sizes.MiB:0.0} MiB"),
            grows ? "**yes**" : "no");
        GC.KeepAlive(compilation);
        return grows;
    }

    /// <summary>Writes a comment and a number into the first class of the file, as somebody who types there.</summary>
    private static (Compilation Compilation, SyntaxTree File) Change(Compilation compilation, SyntaxTree file, int change)
    {
        const string Mark = " // change ";
        SourceText text = file.GetText();
        string content = text.ToString();
        int mark = content.IndexOf(Mark, StringComparison.Ordinal);
        TextSpan span = mark < 0
            ? new TextSpan(content.LastIndexOf('}'), 0)
            : TextSpan.FromBounds(mark, content.IndexOf('\n', mark));
        string line = FormattableString.Invariant($"{Mark}{change}");
        SourceText changed = text.WithChanges(new TextChange(span, mark < 0 ? line + "\n    private const int Changed = 1;\n" : line));
        SyntaxTree tree = file.WithChangedText(changed);
        return (compilation.ReplaceSyntaxTree(file, tree), tree);
    }

    private static async Task<TimeSpan> AnalyseAsync(Compilation compilation, SyntaxTree file, ImmutableArray<DiagnosticAnalyzer> rules)
    {
        long start = Stopwatch.GetTimestamp();
        var analysis = new CompilationWithAnalyzers(compilation, rules, new CompilationWithAnalyzersOptions(new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: false));
        await analysis.GetAnalyzerSyntaxDiagnosticsAsync(file, CancellationToken.None);
        await analysis.GetAnalyzerSemanticDiagnosticsAsync(compilation.GetSemanticModel(file), filterSpan: null, CancellationToken.None);
        return Stopwatch.GetElapsedTime(start);
    }

    private static TimeSpan Time(Action action)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        return Stopwatch.GetElapsedTime(start);
    }

    internal static TimeSpan Median(IEnumerable<TimeSpan> times)
    {
        TimeSpan[] sorted = [.. times.Order()];
        return sorted[sorted.Length / 2];
    }
}
