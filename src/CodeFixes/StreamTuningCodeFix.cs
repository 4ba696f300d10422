using Microsoft.CodeAnalysis.CodeActions;
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace StreamTuning.CodeFixes;

/// <summary>
/// The base of all fixes: a fix says what text it changes; whether that is offered, how, and for many at once, is decided here.
/// </summary>
public abstract class StreamTuningCodeFix(Rule rule) : CodeFixProvider
{
    /// <summary>Both forms, the runtime's first.</summary>
    internal const RuleFixes AnyForm = RuleFixes.Runtime | RuleFixes.Plain;

    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create(rule.Id);

    public Rule Rule => rule;

    /// <summary>The forms that are taken in many places at once.</summary>
    public RuleFixes FixAllForms => Rule.FixAllForms;

    public sealed override FixAllProvider GetFixAllProvider() => StreamTuningFixAll.Instance;

    /// <summary>
    /// The equivalence key of a form of this fix, or of both together: the plain form has that one where it alone is offered of two, so
    /// that fixing a solution, of which some projects have the runtime, does each in the best form available there whichever comes first.
    /// One that is not taken in many places always has its own.
    /// </summary>
    public string EquivalenceKey(RuleFixes forms) => Rule.Id + "." + (forms == AnyForm ? "Available" : forms);

    /// <summary>
    /// Offers the forms that stand the test in the members that they change: editors ask at each move of the caret. The fixed document is
    /// made, and verified as a whole, when somebody looks at it.
    /// </summary>
    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        Document document = context.Document;
        if (await document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false) is not { } model)
        {
            return;
        }

        KnownOffers known = KnownOffers.In(document, model.Compilation);
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            context.CancellationToken.ThrowIfCancellationRequested();
            if (known.TryGet(diagnostic) is not { } offered)
            {
                offered = await OfferedAsync(document, diagnostic, context.CancellationToken).ConfigureAwait(false);
                known.Add(diagnostic, offered);
            }

            Register(RuleFixes.Setting, Rule.SettingFix, RuleFixes.Setting);
            Register(RuleFixes.Runtime, Rule.RuntimeFix, RuleFixes.Runtime);
            Register(
                RuleFixes.Plain, Rule.PlainFix, (offered & RuleFixes.Runtime) == 0 && FixAllForms == AnyForm ? AnyForm : RuleFixes.Plain);

            Register(RuleFixes.Reviewed, Rule.ReviewedFix, RuleFixes.Reviewed);

            void Register(RuleFixes form, string? title, RuleFixes forms)
            {
                if ((offered & form) != 0)
                {
                    context.CancellationToken.ThrowIfCancellationRequested();

                    // An editor asks for the document when it shows the change, and again when the fix is taken.
                    Document? result = null;
                    context.RegisterCodeFix(CodeAction.Create(title!, CreateAsync, EquivalenceKey(forms)), diagnostic);

                    async Task<Document> CreateAsync(CancellationToken token) =>
                        result ??= await FixedAsync(document, diagnostic, form, token).ConfigureAwait(false);
                }
            }
        }
    }

    /// <summary>The document with all those diagnostics fixed that one of the forms can fix; null where it is none.</summary>
    internal async Task<Document?> FixAsync(
        Document document, IEnumerable<Diagnostic> diagnostics, RuleFixes forms, CancellationToken cancellationToken)
    {
        var fixes = new List<IReadOnlyList<FixEdit>>();
        foreach (Diagnostic diagnostic in diagnostics)
        {
            List<FixEdit> alternatives = await CreateEditsAsync(document, diagnostic, forms, cancellationToken).ConfigureAwait(false);
            if (alternatives.Count > 0)
            {
                fixes.Add(alternatives);
            }
        }

        if (fixes.Count == 0)
        {
            return null;
        }

        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        return await new FixVerifier(document, text).ApplyAsync(fixes, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// The document in which a project makes its settings, with the one that is for all diagnostics of the rule; null where there is none.
    /// </summary>
    internal async Task<Document?> SetAsync(Project project, CancellationToken cancellationToken)
    {
        if (await CreateSettingAsync(project, cancellationToken).ConfigureAwait(false) is not var (document, edit))
        {
            return null;
        }

        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        return await new FixVerifier(document, text).ApplyAsync([[edit]], cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The forms that stand the test in the members that they change.</summary>
    private async Task<RuleFixes> OfferedAsync(Document document, Diagnostic diagnostic, CancellationToken cancellationToken)
    {
        var offered = RuleFixes.None;
        if (await CreateSettingAsync(document.Project, cancellationToken).ConfigureAwait(false) is var (settings, edit))
        {
            await TryAsync(settings, [edit], RuleFixes.Setting).ConfigureAwait(false);
        }

        foreach (RuleFixes form in new[] { RuleFixes.Runtime, RuleFixes.Plain, RuleFixes.Reviewed })
        {
            List<FixEdit> alternatives = await CreateEditsAsync(document, diagnostic, form, cancellationToken).ConfigureAwait(false);
            await TryAsync(document, alternatives, form).ConfigureAwait(false);
        }

        return offered;

        async Task TryAsync(Document changed, List<FixEdit> alternatives, RuleFixes form)
        {
            SourceText text = await changed.GetTextAsync(cancellationToken).ConfigureAwait(false);
            if (await new FixVerifier(changed, text).MayApplyAsync(alternatives, cancellationToken).ConfigureAwait(false))
            {
                offered |= form;
            }
        }
    }

    /// <summary>The document with a diagnostic fixed; as it is if the fix does not stand the test in the whole document.</summary>
    private async Task<Document> FixedAsync(
        Document document, Diagnostic diagnostic, RuleFixes form, CancellationToken cancellationToken) =>
        await (form == RuleFixes.Setting
            ? SetAsync(document.Project, cancellationToken)
            : FixAsync(document, [diagnostic], form, cancellationToken)).ConfigureAwait(false) ?? document;

    /// <summary>The edits that fix a diagnostic in one of the forms, the best one first.</summary>
    private async Task<List<FixEdit>> CreateEditsAsync(
        Document document, Diagnostic diagnostic, RuleFixes forms, CancellationToken cancellationToken)
    {
        var alternatives = new List<FixEdit>();
        SyntaxNode? root = await document.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false);
        SemanticModel? model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        forms &= Rule.Fixes & ~RuleFixes.Setting;
        if (root is null || model is null || forms == RuleFixes.None)
        {
            return alternatives;
        }

        // What has been bound before is handed out whether the token is cancelled or not.
        cancellationToken.ThrowIfCancellationRequested();
        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        var context = new FixContext(Rule, root, text, model, document.Project.AnalyzerOptions, diagnostic, cancellationToken);
        if (await CanChangeAsync(document, context).ConfigureAwait(false))
        {
            Add((forms & RuleFixes.Runtime) != 0 ? TryCreateRuntimeEdit(context) : null);
            Add((forms & RuleFixes.Plain) != 0 ? TryCreatePlainEdit(context) : null);
            Add((forms & RuleFixes.Reviewed) != 0 ? TryCreateReviewedEdit(context) : null);
        }

        return alternatives;

        void Add(FixEdit? edit)
        {
            for (; edit is not null; edit = edit.Alternative)
            {
                alternatives.Add(edit);
            }
        }
    }

    private async Task<(Document Document, FixEdit Edit)?> CreateSettingAsync(Project project, CancellationToken cancellationToken) =>
        (Rule.Fixes & RuleFixes.Setting) == 0 ? null : await TryCreateSettingEditAsync(project, cancellationToken).ConfigureAwait(false);

    /// <summary>
    /// The edit that makes the setting, and where, or null where the project shows no place for it. That the result compiles is verified by
    /// the caller.
    /// </summary>
    private protected virtual Task<(Document Document, FixEdit Edit)?> TryCreateSettingEditAsync(
        Project project, CancellationToken cancellationToken) =>
        Task.FromResult<(Document Document, FixEdit Edit)?>(null);

    /// <summary>Whether what the fix changes may be changed as far as other documents are concerned, which it does not change.</summary>
    private protected virtual Task<bool> CanChangeAsync(Document document, FixContext context) => Task.FromResult(true);

    /// <summary>The edit that calls the runtime, or null where it does not fit. That the result binds is verified by the caller.</summary>
    private protected virtual FixEdit? TryCreateRuntimeEdit(FixContext context) => null;

    /// <summary>
    /// The edit to plain BCL or SDK code, or null where it does not fit. That the result compiles is verified by the caller.
    /// </summary>
    private protected virtual FixEdit? TryCreatePlainEdit(FixContext context) => null;

    /// <summary>The edit that calls the runtime at a cost, or null where it does not fit.</summary>
    private protected virtual FixEdit? TryCreateReviewedEdit(FixContext context) => null;
}

/// <summary>The base of the fixes of rules about one kind of fact, which is read again from the node that is reported.</summary>
internal abstract class CodeFix<TFact>(Rule rule, FactTable<TFact> facts) : StreamTuningCodeFix(rule)
    where TFact : class
{
    /// <summary>The edit that calls the runtime; null where it does not fit.</summary>
    private protected virtual FixEdit? TryCallRuntime(TFact fact, FixContext context) => null;

    /// <summary>The edit to plain BCL or SDK code; null where it does not fit.</summary>
    private protected virtual FixEdit? TryWritePlain(TFact fact, FixContext context) => null;

    /// <summary>The edit that calls the runtime at a cost; null where it does not fit.</summary>
    private protected virtual FixEdit? TryCallRuntimeAtCost(TFact fact, FixContext context) => null;

    private protected sealed override FixEdit? TryCreateReviewedEdit(FixContext context) =>
        context.Fact(facts) is { } fact ? TryCallRuntimeAtCost(fact, context) : null;

    private protected sealed override FixEdit? TryCreateRuntimeEdit(FixContext context) =>
        context.Fact(facts) is { } fact ? TryCallRuntime(fact, context) : null;

    private protected sealed override FixEdit? TryCreatePlainEdit(FixContext context) =>
        context.Fact(facts) is { } fact ? TryWritePlain(fact, context) : null;
}

/// <summary>The forms that are offered for the findings of a compilation: editors ask for those at the caret again at each move.</summary>
internal sealed class KnownOffers
{
    private static readonly ConditionalWeakTable<Compilation, KnownOffers> OfCompilations = new();

    private readonly ConcurrentDictionary<(string Id, SyntaxTree? Tree, TextSpan Span), RuleFixes> _forms = new();

    /// <summary>
    /// The offers in a document; none if it is linked into other projects, which may change while this one stays as it is.
    /// </summary>
    public static KnownOffers In(Document document, Compilation compilation) =>
        document.GetLinkedDocumentIds().IsEmpty ? OfCompilations.GetValue(compilation, static _ => new KnownOffers()) : new KnownOffers();

    /// <summary>The forms for a diagnostic; null if they have not been added.</summary>
    public RuleFixes? TryGet(Diagnostic diagnostic) => _forms.TryGetValue(Key(diagnostic), out RuleFixes forms) ? forms : null;

    public void Add(Diagnostic diagnostic, RuleFixes forms) => _forms[Key(diagnostic)] = forms;

    private static (string Id, SyntaxTree? Tree, TextSpan Span) Key(Diagnostic diagnostic) =>
        (diagnostic.Id, diagnostic.Location.SourceTree, diagnostic.Location.SourceSpan);
}
