using System.Collections.Immutable;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>A test that applies code actions.</summary>
public abstract class CodeActionTest<TVerifier> : AnalyzerTest<TVerifier>
    where TVerifier : IVerifier, new()
{
    /// <summary>An empty test.</summary>
    protected CodeActionTest()
    {
    }

    /// <summary>The enumeration of syntax kinds of the language.</summary>
    public abstract Type SyntaxKindType { get; }

    /// <summary>Which of the offered actions is applied, from zero; null is the first that fits <see cref="CodeActionEquivalenceKey"/>.</summary>
    public int? CodeActionIndex { get; set; }

    /// <summary>The key of the action that is applied; null is any.</summary>
    public string? CodeActionEquivalenceKey { get; set; }

    /// <summary>More checks of the action that is applied.</summary>
    public Action<CodeAction, IVerifier>? CodeActionVerifier { get; set; }

    /// <summary>How trees are compared with the trees their texts parse to.</summary>
    public CodeActionValidationMode CodeActionValidationMode { get; set; } = CodeActionValidationMode.SemanticStructure;

    /// <summary>The offered action that the test asks for, or null.</summary>
    private protected CodeAction? Choose(ImmutableArray<CodeAction> offered, IVerifier verifier)
    {
        CodeAction? chosen = null;
        if (CodeActionIndex is { } index)
        {
            chosen = index < offered.Length ? offered[index] : null;
            verifier.True(
                chosen is null || CodeActionEquivalenceKey is null || chosen.EquivalenceKey == CodeActionEquivalenceKey,
                $"The action at index {index} has the key '{chosen?.EquivalenceKey}', but '{CodeActionEquivalenceKey}' is asked for.");
        }
        else
        {
            chosen = offered.FirstOrDefault(action => CodeActionEquivalenceKey is null || action.EquivalenceKey == CodeActionEquivalenceKey);
        }

        if (chosen is not null)
        {
            CodeActionVerifier?.Invoke(chosen, verifier);
        }

        return chosen;
    }

    /// <summary>Applies an action, and goes on with the trees that the new texts parse to.</summary>
    private protected async Task<Solution> ApplyAsync(
        Solution solution,
        CodeAction action,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var operations = await action.GetOperationsAsync(cancellationToken);
        verifier.True(
            operations is [ApplyChangesOperation],
            $"'{action.Title}' must consist of one change of the solution, but consists of: {string.Join(", ", operations.Select(static operation => operation.GetType().Name))}.");
        var changed = ((ApplyChangesOperation)operations[0]).ChangedSolution;
        foreach (var id in ChangedDocuments(solution, changed))
        {
            changed = await ReparseAsync(changed, id, action.Title, verifier, cancellationToken);
        }

        return changed;
    }

    private static IEnumerable<DocumentId> ChangedDocuments(Solution before, Solution after)
    {
        var changes = after.GetChanges(before);
        return changes.GetProjectChanges().SelectMany(static project => project.GetChangedDocuments().Concat(project.GetAddedDocuments()))
            .Concat(changes.GetAddedProjects().SelectMany(static project => project.DocumentIds));
    }

    private async Task<Solution> ReparseAsync(
        Solution solution,
        DocumentId id,
        string title,
        IVerifier verifier,
        CancellationToken cancellationToken)
    {
        var document = solution.GetDocument(id)!;
        var text = await document.GetTextAsync(cancellationToken);
        var made = await document.GetSyntaxRootAsync(cancellationToken);
        if (made is null)
        {
            return solution;
        }

        // By way of an empty text, so that the parser takes over none of the nodes that the fix made.
        var parsed = await made.SyntaxTree.WithChangedText(SourceText.From(string.Empty)).WithChangedText(text).GetRootAsync(cancellationToken);
        if (CodeActionValidationMode != CodeActionValidationMode.None
            && TreeShape.FirstDifference(made, parsed, CodeActionValidationMode == CodeActionValidationMode.Full, KindName) is { } difference)
        {
            verifier.Fail($"'{title}' made a tree in {document.FilePath ?? document.Name} that its text does not parse to.{Environment.NewLine}{difference}");
        }

        return solution.WithDocumentSyntaxRoot(id, parsed);
    }

    private string KindName(int rawKind) => Enum.GetName(SyntaxKindType, Convert.ChangeType(rawKind, Enum.GetUnderlyingType(SyntaxKindType), null)) ?? $"kind {rawKind}";
}
