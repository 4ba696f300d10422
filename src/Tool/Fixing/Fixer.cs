using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.CodeFixes;
using StreamTuning.Tool.Loading;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Tool.Fixing;

/// <summary>
/// Applies the fixes that are for many places at once, in passes until they change nothing more. Changes the solution, not files.
/// </summary>
internal sealed class Fixer(LoadedSolution loaded, Analysis analysis, Progress progress)
{
    /// <summary>More passes than any code needs; what is not done by then is left, and said.</summary>
    private const int MaximumPasses = 40;

    /// <summary>What became of a fix.</summary>
    private enum Outcome
    {
        Nothing,
        Changed,

        /// <summary>It has to wait for the next pass.</summary>
        Later,
    }

    private readonly Dictionary<ProjectId, ProjectAnalysis> _analyses = [];

    // The rules whose fixes change nothing in a file, until the file changes.
    private readonly Dictionary<string, HashSet<string>> _given = new(Files.PathComparer);

    /// <summary>The solution with everything fixed that can be.</summary>
    public Solution Solution { get; private set; } = loaded.Solution;

    /// <summary>What the rules report in <see cref="Solution"/>.</summary>
    public IEnumerable<ProjectAnalysis> Analyses => loaded.Scanned.Select(id => _analyses[id]);

    /// <param name="before">What the rules report before anything is fixed.</param>
    /// <param name="cancellationToken">Stops between two documents.</param>
    public async Task RunAsync(IEnumerable<ProjectAnalysis> before, CancellationToken cancellationToken)
    {
        foreach (ProjectAnalysis one in before)
        {
            _analyses.Add(one.Project.Id, one);
        }

        for (int pass = 1; ; pass++)
        {
            progress.At($"pass {pass}");
            HashSet<ProjectId> changed = await FixOnceAsync(cancellationToken);
            if (changed.Count == 0)
            {
                return;
            }

            if (pass == MaximumPasses)
            {
                progress.Warn(
                    $"The fixes still change something after {MaximumPasses} passes. "
                    + "Run the command again, and report the code if that does not end.");
            }

            await AnalyzeAsync(changed, cancellationToken);
            if (pass == MaximumPasses)
            {
                return;
            }
        }
    }

    /// <summary>Fixes one rule in each file: what else is reported there has moved then.</summary>
    private async Task<HashSet<ProjectId>> FixOnceAsync(CancellationToken cancellationToken)
    {
        var changed = new HashSet<ProjectId>();
        var changedPaths = new HashSet<string>(Files.PathComparer);
        var reported = Analyses
            .SelectMany(one => one.Diagnostics
                .Where(static diagnostic => diagnostic.Location.IsInSource)
                .Select(diagnostic => (one.Project, Diagnostic: diagnostic)))
            .GroupBy(static one => (one.Diagnostic.Location.SourceTree!.FilePath, one.Diagnostic.Id))
            .OrderBy(static group => group.Key.Id, StringComparer.Ordinal)
            .ThenBy(static group => group.Key.FilePath, StringComparer.Ordinal);
        foreach (var group in reported)
        {
            (string path, string id) = group.Key;
            StreamTuningCodeFix? fix = OwnRules.Fixes.FirstOrDefault(fix => fix.FixableDiagnosticIds.Contains(id));
            if (fix is null || fix.FixAllForms == RuleFixes.None || changedPaths.Contains(path) || Given(path).Contains(id))
            {
                continue;
            }

            var outcome = Outcome.Nothing;
            foreach (var ofProject in group.GroupBy(static one => one.Project.Id))
            {
                // The linked documents are the same text; a fix holds in all of them, or changes nothing.
                Project project = Solution.GetProject(ofProject.Key)!;
                DocumentId document = project.Documents.First(document => Files.PathComparer.Equals(document.FilePath, path)).Id;
                Solution? result = await FixAsync(
                    project.GetDocument(document)!, fix, [.. ofProject.Select(static one => one.Diagnostic)], cancellationToken);
                outcome = result is null ? Outcome.Nothing : await ApplyAsync(result, changed, changedPaths, cancellationToken);
                if (outcome != Outcome.Nothing)
                {
                    break;
                }
            }

            if (outcome == Outcome.Nothing)
            {
                Given(path).Add(id);
            }
        }

        return changed;
    }

    private HashSet<string> Given(string path)
    {
        if (!_given.TryGetValue(path, out HashSet<string>? given))
        {
            _given.Add(path, given = []);
        }

        return given;
    }

    private async Task<Solution?> FixAsync(
        Document document, StreamTuningCodeFix fix, ImmutableArray<Diagnostic> diagnostics, CancellationToken cancellationToken)
    {
        // Without a key, every form that is for many places is taken.
        var context = new FixAllContext(
            document,
            fix,
            FixAllScope.Document,
            null!,
            fix.FixableDiagnosticIds,
            new ReportedDiagnostics(document, diagnostics),
            cancellationToken);
        if (await fix.GetFixAllProvider().GetFixAsync(context) is not { } action)
        {
            return null;
        }

        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(cancellationToken);
        return operations.OfType<ApplyChangesOperation>().SingleOrDefault()?.ChangedSolution;
    }

    /// <summary>Takes the changed texts, in all documents of their files.</summary>
    private async Task<Outcome> ApplyAsync(
        Solution result, HashSet<ProjectId> changed, HashSet<string> changedPaths, CancellationToken cancellationToken)
    {
        DocumentId[] documents =
        [
            .. result.GetChanges(Solution).GetProjectChanges()
                .SelectMany(static project => project.GetChangedDocuments(onlyGetDocumentsWithTextChanges: true)),
        ];
        var texts = new Dictionary<string, SourceText>(Files.PathComparer);
        foreach (DocumentId id in documents)
        {
            Document document = result.GetDocument(id)!;
            SourceText text = await document.GetTextAsync(cancellationToken);
            SourceText old = await Solution.GetDocument(id)!.GetTextAsync(cancellationToken);
            if (!text.ContentEquals(old))
            {
                // A setting is made in a file of its own, which this pass may have changed already, or which is none to fix.
                if (!loaded.IsScanned(document.FilePath!))
                {
                    return Outcome.Nothing;
                }

                if (changedPaths.Contains(document.FilePath!))
                {
                    return Outcome.Later;
                }

                texts.TryAdd(document.FilePath!, text);
            }
        }

        foreach ((string path, SourceText text) in texts)
        {
            ImmutableArray<DocumentId> linked =
                [.. Solution.GetDocumentIdsWithFilePath(path).Where(id => Solution.GetDocument(id) is not null)];
            foreach (DocumentId id in linked)
            {
                Solution = Solution.WithDocumentText(id, text);
                changed.Add(id.ProjectId);
            }

            changedPaths.Add(path);
            _given.Remove(path);
        }

        return texts.Count > 0 ? Outcome.Changed : Outcome.Nothing;
    }

    /// <summary>Analyzes again what has changed, and what refers to it.</summary>
    private async Task AnalyzeAsync(HashSet<ProjectId> changed, CancellationToken cancellationToken)
    {
        ProjectDependencyGraph graph = Solution.GetProjectDependencyGraph();
        var affected = changed.Concat(changed.SelectMany(graph.GetProjectsThatTransitivelyDependOnThisProject)).ToHashSet();
        foreach (ProjectId id in loaded.Scanned.Where(affected.Contains))
        {
            _analyses[id] = await analysis.RunAgainAsync(_analyses[id], Solution.GetProject(id)!, cancellationToken);
        }
    }
}
