using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace StreamTuning.CodeFixes;

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
