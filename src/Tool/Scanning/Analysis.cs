using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using StreamTuning.Tool.Loading;

namespace StreamTuning.Tool.Scanning;

/// <summary>What the rules report in a project for one target framework.</summary>
/// <param name="Project">The project as it was analyzed.</param>
/// <param name="Framework">The target framework; empty where the project names none.</param>
/// <param name="Diagnostics">What is reported in sources that are written by hand, or in no source.</param>
/// <param name="Suppressed">The places where the sources suppress a report.</param>
/// <param name="CompileErrors">How many errors the compiler reports.</param>
/// <param name="FirstCompileError">The first of them.</param>
internal sealed record ProjectAnalysis(
    Project Project,
    string Framework,
    ImmutableArray<Diagnostic> Diagnostics,
    ImmutableArray<Diagnostic> Suppressed,
    int CompileErrors,
    string? FirstCompileError);

/// <summary>Runs the rules over projects.</summary>
internal sealed class Analysis(LoadedSolution loaded, ScanOptions options, ImmutableArray<DiagnosticAnalyzer>? analyzers = null)
{
    private readonly ImmutableArray<DiagnosticAnalyzer> _analyzers =
    [
        .. (analyzers ?? OwnRules.Analyzers)
            .Where(analyzer => analyzer.SupportedDiagnostics.Any(descriptor => options.Rules.Includes(descriptor.Id))),
    ];

    private readonly ConcurrentDictionary<string, byte> _failures = new();

    /// <summary>The rules that threw, and why.</summary>
    public IEnumerable<string> Failures => _failures.Keys.Order(StringComparer.Ordinal);

    /// <summary>Analyzes a project, and counts its compile errors.</summary>
    public async Task<ProjectAnalysis> RunAsync(Project project, CancellationToken cancellationToken)
    {
        Compilation compilation = await CompileAsync(project, cancellationToken);
        Diagnostic[] errors =
            [.. compilation.GetDiagnostics(cancellationToken).Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];
        return await RunAsync(project, compilation, errors.Length, errors.FirstOrDefault()?.ToString(), cancellationToken);
    }

    /// <summary>
    /// Analyzes a project again, some of whose sources are fixed: a fix brings no compile errors, so they are not looked for once more.
    /// </summary>
    public async Task<ProjectAnalysis> RunAgainAsync(ProjectAnalysis before, Project project, CancellationToken cancellationToken) =>
        await RunAsync(
            project, await CompileAsync(project, cancellationToken), before.CompileErrors, before.FirstCompileError, cancellationToken);

    private static async Task<Compilation> CompileAsync(Project project, CancellationToken cancellationToken) =>
        await project.GetCompilationAsync(cancellationToken)
        ?? throw new ToolException($"The project '{project.Name}' cannot be compiled.");

    private async Task<ProjectAnalysis> RunAsync(
        Project project, Compilation compilation, int errors, string? first, CancellationToken cancellationToken)
    {
        string framework = loaded.CallOf(project.Id).Framework;
        if (_analyzers.IsEmpty)
        {
            return new ProjectAnalysis(project, framework, [], [], errors, first);
        }

        var settings = new CompilationWithAnalyzersOptions(
            project.AnalyzerOptions,
            Fail,
            concurrentAnalysis: true,
            logAnalyzerExecutionTime: false,
            reportSuppressedDiagnostics: true);
        AnalysisResult result = await compilation.WithAnalyzers(_analyzers, settings).GetAnalysisResultAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        Diagnostic[] ours = [.. result.GetAllDiagnostics().Where(IsOurs)];
        return new ProjectAnalysis(
            project,
            framework,
            [.. ours.Where(static diagnostic => !diagnostic.IsSuppressed)],
            [.. ours.Where(static diagnostic => diagnostic.IsSuppressed)],
            errors,
            first);

        bool IsOurs(Diagnostic diagnostic) =>
            options.Rules.Includes(diagnostic.Id)
            && diagnostic.Severity >= options.Severity
            && (diagnostic.Location.IsInSource
                ? IsScanned(project.Solution.GetDocument(diagnostic.Location.SourceTree))
                : diagnostic.Location.GetLineSpan().Path is not { Length: > 0 } path || loaded.IsScanned(path));

        void Fail(Exception exception, DiagnosticAnalyzer analyzer, Diagnostic diagnostic)
        {
            if (exception is not OperationCanceledException)
            {
                string rules = string.Join(", ", analyzer.SupportedDiagnostics.Select(static descriptor => descriptor.Id));
                string error = $"{exception.GetType().Name}: {exception.Message}";
                _failures.TryAdd($"The rule {rules} failed in '{project.Name}', so its findings may be missing: {error}", 0);
            }
        }
    }

    private bool IsScanned(Document? document) =>
        document is { FilePath: { } path } and not SourceGeneratedDocument && loaded.IsScanned(path);
}
