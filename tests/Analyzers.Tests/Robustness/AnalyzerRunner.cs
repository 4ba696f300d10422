using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Runs every analyzer there is.</summary>
internal static class AnalyzerRunner
{
    /// <summary>What they report, in order of file, position and id.</summary>
    /// <exception cref="AnalyzerFailedException">One threw.</exception>
    public static Task<ImmutableArray<Diagnostic>> RunAsync(Compilation compilation, bool concurrent = true, AnalyzerOptions? settings = null, CancellationToken cancellationToken = default) =>
        RunAsync(OwnRules.Analyzers, compilation, concurrent, settings, cancellationToken);

    public static async Task<ImmutableArray<Diagnostic>> RunAsync(
        ImmutableArray<DiagnosticAnalyzer> analyzers, Compilation compilation, bool concurrent, AnalyzerOptions? settings = null, CancellationToken cancellationToken = default)
    {
        var failures = new ConcurrentQueue<string>();
        var options = new CompilationWithAnalyzersOptions(
            settings ?? new AnalyzerOptions([]),
            (exception, analyzer, _) => failures.Enqueue($"{analyzer.GetType().Name}: {exception}"),
            concurrent,
            logAnalyzerExecutionTime: false);
        ImmutableArray<Diagnostic> diagnostics = [];
        try
        {
            diagnostics = await compilation.WithAnalyzers(analyzers, options).GetAnalyzerDiagnosticsAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (!failures.IsEmpty)
        {
            // That one threw goes before.
        }

        return failures.IsEmpty
            ? [.. diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceTree?.FilePath, StringComparer.Ordinal).ThenBy(diagnostic => diagnostic.Location.SourceSpan.Start).ThenBy(diagnostic => diagnostic.Id)]
            : throw new AnalyzerFailedException(string.Join(Environment.NewLine, failures));
    }
}

/// <summary>An analyzer threw.</summary>
internal sealed class AnalyzerFailedException(string message) : Exception(message);
