using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.RoslynTesting.Samples;

/// <summary>A right fix: makes each small number 10. Its parts can be replaced by wrong ones.</summary>
internal class SmallNumberFix : CodeFixProvider
{
    public const string Key = "Enlarge";

    public override ImmutableArray<string> FixableDiagnosticIds => [SmallNumberAnalyzer.Id];

    protected virtual string? EquivalenceKey => Key;

    public override FixAllProvider? GetFixAllProvider() =>
        FixAllProvider.Create((context, document, diagnostics) => FixAsync(document, diagnostics, context.CancellationToken));

    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(
            CodeAction.Create("Enlarge", cancellationToken => FixAsync(context.Document, context.Diagnostics[0], cancellationToken), EquivalenceKey),
            context.Diagnostics);
        return Task.CompletedTask;
    }

    protected async Task<Document?> FixAsync(Document document, ImmutableArray<Diagnostic> diagnostics, CancellationToken cancellationToken)
    {
        var root = (await document.GetSyntaxRootAsync(cancellationToken))!;
        return document.WithSyntaxRoot(ReplaceAll(root, [.. diagnostics.Select(diagnostic => Find(root, diagnostic))]));
    }

    protected virtual SyntaxNode Replacement(LiteralExpressionSyntax literal) =>
        SyntaxFactory.LiteralExpression(SyntaxKind.NumericLiteralExpression, SyntaxFactory.Literal(10)).WithTriviaFrom(literal);

    protected virtual SyntaxNode ReplaceAll(SyntaxNode root, ImmutableArray<LiteralExpressionSyntax> literals) =>
        root.ReplaceNodes(literals, (_, literal) => Replacement(literal));

    private static LiteralExpressionSyntax Find(SyntaxNode root, Diagnostic diagnostic) =>
        (LiteralExpressionSyntax)root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true);

    private async Task<Document> FixAsync(Document document, Diagnostic diagnostic, CancellationToken cancellationToken)
    {
        var root = (await document.GetSyntaxRootAsync(cancellationToken))!;
        var literal = Find(root, diagnostic);
        return document.WithSyntaxRoot(root.ReplaceNode(literal, Replacement(literal)));
    }
}
