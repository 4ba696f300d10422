using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;

namespace StreamTuning.CodeFixes;

/// <summary>The base of all fixes: a fix says what text it changes; whether that is offered, how, and for many at once, is decided here.</summary>
public abstract class StreamTuningCodeFix : CodeFixProvider
{
    private readonly Rule _rule;

    private protected StreamTuningCodeFix(Rule rule)
    {
        _rule = rule;
        FixableDiagnosticIds = ImmutableArray.Create(rule.Id);
    }

    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; }

    /// <summary>The title of the fix that calls the runtime.</summary>
    public abstract string RuntimeTitle { get; }

    /// <summary>The title of the fix in plain BCL or SDK code.</summary>
    public abstract string PlainTitle { get; }

    public sealed override FixAllProvider GetFixAllProvider() => StreamTuningFixAll.Instance;

    /// <summary>The equivalence key of a form of this fix.</summary>
    public string EquivalenceKey(RuleFixes form) => _rule.Id + "." + form;

    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            // The runtime comes first.
            await RegisterAsync(context, diagnostic, RuleFixes.Runtime, RuntimeTitle).ConfigureAwait(false);
            await RegisterAsync(context, diagnostic, RuleFixes.Plain, PlainTitle).ConfigureAwait(false);
        }
    }

    /// <summary>The document with all those diagnostics fixed that this form can fix; null where it is none.</summary>
    internal async Task<Document?> FixAsync(Document document, IEnumerable<Diagnostic> diagnostics, RuleFixes form, CancellationToken cancellationToken)
    {
        SyntaxNode? root = await document.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false);
        SemanticModel? model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        if (root is null || model is null)
        {
            return null;
        }

        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        var edits = new List<FixEdit>();
        foreach (Diagnostic diagnostic in diagnostics)
        {
            var context = new FixContext(root, text, model, diagnostic, cancellationToken);
            if ((form == RuleFixes.Runtime ? TryCreateRuntimeEdit(context) : TryCreatePlainEdit(context)) is { } edit)
            {
                edits.Add(edit);
            }
        }

        return edits.Count == 0 ? null : await new FixVerifier(document, text).ApplyAsync(edits, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The edit that calls the runtime, or null where it does not fit. That the result binds is verified by the caller.</summary>
    private protected abstract FixEdit? TryCreateRuntimeEdit(FixContext context);

    /// <summary>The edit to plain BCL or SDK code, or null where it does not fit. That the result compiles is verified by the caller.</summary>
    private protected abstract FixEdit? TryCreatePlainEdit(FixContext context);

    private async Task RegisterAsync(CodeFixContext context, Diagnostic diagnostic, RuleFixes form, string title)
    {
        if ((_rule.Fixes & form) != 0
            && await FixAsync(context.Document, ImmutableArray.Create(diagnostic), form, context.CancellationToken).ConfigureAwait(false) is { } document)
        {
            context.RegisterCodeFix(CodeAction.Create(title, _ => Task.FromResult(document), EquivalenceKey(form)), diagnostic);
        }
    }
}
