using System.Threading.Tasks;
using Microsoft.CodeAnalysis.FindSymbols;

namespace StreamTuning.CodeFixes.Uploads;

/// <summary>
/// Fixes STRM4001 where an action of a controller does nothing with its files but copy one after the other: it streams them then.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(BufferedFormFileCodeFix))]
[Shared]
internal sealed class BufferedFormFileCodeFix() : StreamTuningCodeFix(Rules.BufferedFormFile)
{
    /// <summary>The parameter goes: nothing may call the action, a test for instance.</summary>
    private protected override async Task<bool> CanChangeAsync(Document document, FixContext context)
    {
        if (ActionOf(context) is not { } action || context.Model.GetDeclaredSymbol(action, context.CancellationToken) is not { } method)
        {
            return false;
        }

        foreach (ReferencedSymbol referenced in await SymbolFinder.FindReferencesAsync(
            method, document.Project.Solution, context.CancellationToken).ConfigureAwait(false))
        {
            foreach (ReferenceLocation reference in referenced.Locations)
            {
                if (reference.IsImplicit
                    || await reference.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root)
                {
                    return false;
                }

                SyntaxNode name = root.FindNode(reference.Location.SourceSpan, findInsideTrivia: true, getInnermostNodeForTie: true);
                if (!name.Ancestors().Any(
                    node =>
                        node is InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" } }
                            or CrefSyntax))
                {
                    return false;
                }
            }
        }

        return true;
    }

    private protected override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        ActionOf(context) is { } action ? StreamedAction.TryCreate(context, action) : null;

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => null;

    /// <summary>The method whose parameter is reported.</summary>
    private static MethodDeclarationSyntax? ActionOf(FixContext context) =>
        context.Node is ParameterSyntax { Parent: ParameterListSyntax { Parent: MethodDeclarationSyntax method } } ? method : null;
}
