using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.RuleTesting.Samples;

/// <summary>A right fix: makes each small number 10. Its parts can be replaced by wrong ones.</summary>
internal class SmallNumberFix : CodeFixProvider
{
    public const string Key = "Enlarge";

    public override ImmutableArray<string> FixableDiagnosticIds => [SmallNumberAnalyzer.Id];

    protected virtual string? EquivalenceKey => Key;

    public override FixAllProvider GetFixAllProvider() =>
        FixAllProvider.Create((context, document, diagnostics) => FixAsync(document, AllOf(diagnostics), context.CancellationToken));

    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(
            CodeAction.Create("Enlarge", async cancellationToken => (await FixAsync(context.Document, context.Diagnostics, cancellationToken))!, EquivalenceKey),
            context.Diagnostics);
        return Task.CompletedTask;
    }

    protected virtual ImmutableArray<Diagnostic> AllOf(ImmutableArray<Diagnostic> diagnostics) => diagnostics;

    private static async Task<Document?> FixAsync(Document document, ImmutableArray<Diagnostic> diagnostics, CancellationToken cancellationToken)
    {
        SourceText text = await document.GetTextAsync(cancellationToken);
        return document.WithText(text.WithChanges(diagnostics.Select(diagnostic => diagnostic.Location.SourceSpan).Order().Select(span => new TextChange(span, "10"))));
    }
}

/// <summary>The action has no key.</summary>
internal sealed class NoKeyFix : SmallNumberFix
{
    protected override string? EquivalenceKey => null;
}

/// <summary>Offers two actions with one key.</summary>
internal sealed class SameKeyFix : SmallNumberFix
{
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        await base.RegisterCodeFixesAsync(context);
        await base.RegisterCodeFixesAsync(context);
    }
}

/// <summary>Fixes only the first of all.</summary>
internal sealed class FirstOnlyFix : SmallNumberFix
{
    protected override ImmutableArray<Diagnostic> AllOf(ImmutableArray<Diagnostic> diagnostics) => diagnostics[..1];
}
