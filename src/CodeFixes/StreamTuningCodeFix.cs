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
    /// <summary>Both forms, the runtime's first.</summary>
    internal const RuleFixes AnyForm = RuleFixes.Runtime | RuleFixes.Plain;

    private readonly Rule _rule;

    private protected StreamTuningCodeFix(Rule rule)
    {
        _rule = rule;
        FixableDiagnosticIds = ImmutableArray.Create(rule.Id);
    }

    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; }

    /// <summary>The title of the fix that calls the runtime; empty where the rule has none.</summary>
    public virtual string RuntimeTitle => "";

    /// <summary>The title of the fix that makes a setting; empty where the rule has none.</summary>
    public virtual string SettingTitle => "";

    /// <summary>The title of the fix in plain BCL or SDK code.</summary>
    public abstract string PlainTitle { get; }

    /// <summary>The forms that are taken in many places at once.</summary>
    public RuleFixes FixAllForms => _rule.FixAllForms;

    public sealed override FixAllProvider GetFixAllProvider() => StreamTuningFixAll.Instance;

    /// <summary>
    /// The equivalence key of a form of this fix, or of both together: the plain form has that one where it alone is offered of two, so
    /// that fixing a solution, of which some projects have the runtime, does each in the best form available there whichever comes first.
    /// One that is not taken in many places always has its own.
    /// </summary>
    public string EquivalenceKey(RuleFixes forms) => _rule.Id + "." + (forms == AnyForm ? "Available" : forms);

    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            context.CancellationToken.ThrowIfCancellationRequested();
            if (await SetAsync(context.Document.Project, context.CancellationToken).ConfigureAwait(false) is { } withSetting)
            {
                Register(withSetting, SettingTitle, RuleFixes.Setting);
            }

            Document? withRuntime = await TryFixAsync(RuleFixes.Runtime).ConfigureAwait(false);
            if (withRuntime is not null)
            {
                Register(withRuntime, RuntimeTitle, RuleFixes.Runtime);
            }

            if (await TryFixAsync(RuleFixes.Plain).ConfigureAwait(false) is { } plain)
            {
                Register(plain, PlainTitle, withRuntime is null && FixAllForms == AnyForm ? AnyForm : RuleFixes.Plain);
            }

            Task<Document?> TryFixAsync(RuleFixes form) =>
                FixAsync(context.Document, ImmutableArray.Create(diagnostic), form, context.CancellationToken);

            void Register(Document document, string title, RuleFixes forms) =>
                context.RegisterCodeFix(CodeAction.Create(title, _ => Task.FromResult(document), EquivalenceKey(forms)), diagnostic);
        }
    }

    /// <summary>The document with all those diagnostics fixed that one of the forms can fix; null where it is none.</summary>
    internal async Task<Document?> FixAsync(Document document, IEnumerable<Diagnostic> diagnostics, RuleFixes forms, CancellationToken cancellationToken)
    {
        SyntaxNode? root = await document.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false);
        SemanticModel? model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        if (root is null || model is null)
        {
            return null;
        }

        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        var fixes = new List<IReadOnlyList<FixEdit>>();
        foreach (Diagnostic diagnostic in diagnostics)
        {
            // What has been bound before is handed out whether the token is cancelled or not.
            cancellationToken.ThrowIfCancellationRequested();
            var context = new FixContext(root, text, model, diagnostic, cancellationToken);
            if (!await CanChangeAsync(document, context).ConfigureAwait(false))
            {
                continue;
            }

            var alternatives = new List<FixEdit>();
            if ((forms & _rule.Fixes & RuleFixes.Runtime) != 0)
            {
                Add(TryCreateRuntimeEdit(context));
            }

            if ((forms & _rule.Fixes & RuleFixes.Plain) != 0)
            {
                Add(TryCreatePlainEdit(context));
            }

            void Add(FixEdit? edit)
            {
                for (; edit is not null; edit = edit.Alternative)
                {
                    alternatives.Add(edit);
                }
            }

            if (alternatives.Count > 0)
            {
                fixes.Add(alternatives);
            }
        }

        return fixes.Count == 0 ? null : await new FixVerifier(document, text).ApplyAsync(fixes, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The document in which a project makes its settings, with the one that is for all diagnostics of the rule; null where there is none.</summary>
    internal async Task<Document?> SetAsync(Project project, CancellationToken cancellationToken)
    {
        if ((_rule.Fixes & RuleFixes.Setting) == 0 || await TryCreateSettingEditAsync(project, cancellationToken).ConfigureAwait(false) is not var (document, edit))
        {
            return null;
        }

        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        return await new FixVerifier(document, text).ApplyAsync([[edit]], cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The edit that makes the setting, and where, or null where the project shows no place for it. That the result compiles is verified by the caller.</summary>
    private protected virtual Task<(Document Document, FixEdit Edit)?> TryCreateSettingEditAsync(Project project, CancellationToken cancellationToken) =>
        Task.FromResult<(Document Document, FixEdit Edit)?>(null);

    /// <summary>Whether what the fix changes may be changed as far as other documents are concerned, which it does not change.</summary>
    private protected virtual Task<bool> CanChangeAsync(Document document, FixContext context) => Task.FromResult(true);

    /// <summary>The edit that calls the runtime, or null where it does not fit. That the result binds is verified by the caller.</summary>
    private protected virtual FixEdit? TryCreateRuntimeEdit(FixContext context) => null;

    /// <summary>The edit to plain BCL or SDK code, or null where it does not fit. That the result compiles is verified by the caller.</summary>
    private protected abstract FixEdit? TryCreatePlainEdit(FixContext context);
}
