using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using StreamTuning.Analyzers;
using StreamTuning.CodeFixes;
using StreamTuning.Tool.Fixing;
using StreamTuning.Tool.Scanning;

namespace StreamTuning.Precision;

/// <summary>A fix that is offered for a finding, or for all findings of a rule in a file at once.</summary>
/// <param name="Rule">The id of the rule.</param>
/// <param name="File">The file, relative to the repository.</param>
/// <param name="Line">The line of the finding, from 1; 0 for all of the file.</param>
/// <param name="Order">Its place among the fixes for that line and rule.</param>
/// <param name="Title">The title.</param>
/// <param name="Key">The equivalence key.</param>
/// <param name="Change">The difference it makes, in one line of text, or why it makes none.</param>
/// <param name="Wrong">What <see cref="FixCheck"/> finds wrong with it.</param>
internal sealed record OfferedFix(string Rule, string File, int Line, int Order, string Title, string Key, string Change, IReadOnlyList<string> Wrong)
{
    private const string Refused = "offered, refused";

    /// <summary>The fixes that are offered for the findings of a document.</summary>
    public static async Task<IReadOnlyList<OfferedFix>> OfAsync(Document document, IReadOnlyList<Diagnostic> findings, string root)
    {
        string file = Relative(document, root);
        var fixes = new List<OfferedFix>();
        foreach (Diagnostic finding in findings)
        {
            int line = finding.Location.GetLineSpan().StartLinePosition.Line + 1;
            foreach (StreamTuningCodeFix provider in ProvidersFor(finding.Id))
            {
                var actions = new List<CodeAction>();
                var context = new CodeFixContext(document, finding, (action, _) => actions.Add(action), CancellationToken.None);
                await provider.RegisterCodeFixesAsync(context);
                foreach (CodeAction action in actions)
                {
                    (string change, IReadOnlyList<string> wrong) = await ChangeAsync(document, action, finding.Id, root);
                    fixes.Add(new(finding.Id, file, line, fixes.Count, action.Title, action.EquivalenceKey ?? "", change, wrong));
                }
            }
        }

        foreach (IGrouping<string, Diagnostic> ofRule in findings.GroupBy(finding => finding.Id))
        {
            foreach (StreamTuningCodeFix provider in ProvidersFor(ofRule.Key).Where(provider => provider.FixAllForms != RuleFixes.None))
            {
                var reported = new ReportedDiagnostics(document, [.. ofRule]);
                var context = new FixAllContext(
                    document, provider, FixAllScope.Document, null!, provider.FixableDiagnosticIds, reported, CancellationToken.None);
                if (await provider.GetFixAllProvider().GetFixAsync(context) is { } action)
                {
                    (string change, IReadOnlyList<string> wrong) = await ChangeAsync(document, action, ofRule.Key, root);
                    fixes.Add(new(ofRule.Key, file, 0, fixes.Count, "Fix all", "", change == Refused ? "nothing" : change, wrong));
                }
            }
        }

        return fixes;
    }

    private static IEnumerable<StreamTuningCodeFix> ProvidersFor(string rule) =>
        OwnRules.Fixes.Where(provider => provider.FixableDiagnosticIds.Contains(rule));

    private static async Task<(string Change, IReadOnlyList<string> Wrong)> ChangeAsync(Document document, CodeAction action, string rule, string root)
    {
        Solution before = document.Project.Solution;
        ImmutableArray<CodeActionOperation> operations;
        try
        {
            operations = await action.GetOperationsAsync(before, new Progress<CodeAnalysisProgress>(), CancellationToken.None);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return ($"{Refused}: {exception.GetType().Name}", []);
        }

        Solution? after = operations.OfType<ApplyChangesOperation>().SingleOrDefault()?.ChangedSolution;
        var lines = new List<string>();
        var wrong = new List<string>();
        foreach (DocumentId id in after?.GetChanges(before).GetProjectChanges().SelectMany(project => project.GetChangedDocuments()) ?? [])
        {
            string old = (await before.GetDocument(id)!.GetTextAsync()).ToString();
            string changed = (await after!.GetDocument(id)!.GetTextAsync()).ToString();
            IEnumerable<string> difference = LineDiff.Unified(old, changed, context: 0);
            lines.AddRange(id == document.Id ? difference : difference.Prepend(Relative(before.GetDocument(id)!, root)));
            wrong.AddRange(await FixCheck.OfAsync(before.GetDocument(id)!, after.GetDocument(id)!, id == document.Id ? rule : null));
        }

        string change = string.Join('⏎', lines).Replace("\r", "\\r", StringComparison.Ordinal).Replace("\t", "\\t", StringComparison.Ordinal);
        return (lines.Count == 0 ? Refused : change, wrong);
    }

    private static string Relative(Document document, string root) => Path.GetRelativePath(root, document.FilePath!).Replace('\\', '/');
}
