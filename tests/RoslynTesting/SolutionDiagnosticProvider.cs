using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>Gives FixAll the diagnostics of a solution.</summary>
internal sealed class SolutionDiagnosticProvider(Func<Project, CancellationToken, Task<ImmutableArray<ReportedDiagnostic>>> report) : FixAllContext.DiagnosticProvider
{
    private readonly ConcurrentDictionary<ProjectId, Lazy<Task<ImmutableArray<ReportedDiagnostic>>>> _reported = new();

    public override async Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
        from reported in await ReportedAsync(project, cancellationToken)
        select reported.Diagnostic;

    public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken)
    {
        var tree = await document.GetSyntaxTreeAsync(cancellationToken);
        return from reported in await ReportedAsync(document.Project, cancellationToken)
               where reported.Diagnostic.Location.IsInSource && reported.Diagnostic.Location.SourceTree == tree
               select reported.Diagnostic;
    }

    public override async Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
        from reported in await ReportedAsync(project, cancellationToken)
        where !reported.Diagnostic.Location.IsInSource
        select reported.Diagnostic;

    private async Task<IEnumerable<ReportedDiagnostic>> ReportedAsync(Project project, CancellationToken cancellationToken)
    {
        var all = await _reported.GetOrAdd(project.Id, _ => new(() => report(project, cancellationToken))).Value;
        return all.Where(static reported => !reported.Diagnostic.IsSuppressed);
    }
}
