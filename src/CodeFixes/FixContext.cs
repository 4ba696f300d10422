using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.CodeFixes;

/// <summary>What a fix looks at: the document, and the diagnostic with what the rule found.</summary>
internal sealed class FixContext
{
    public FixContext(SyntaxNode root, SourceText text, SemanticModel model, Diagnostic diagnostic, CancellationToken cancellationToken)
    {
        Root = root;
        Text = text;
        Model = model;
        Diagnostic = diagnostic;
        CancellationToken = cancellationToken;
    }

    public SyntaxNode Root { get; }

    public SourceText Text { get; }

    public SemanticModel Model { get; }

    public Diagnostic Diagnostic { get; }

    public CancellationToken CancellationToken { get; }

    /// <summary>The reported node.</summary>
    public SyntaxNode Node => Find(Diagnostic.Location);

    /// <summary>The node at the first additional location; null where there is none in this document.</summary>
    public SyntaxNode? RelatedNode =>
        Diagnostic.AdditionalLocations is { Count: > 0 } locations && locations[0].SourceTree == Root.SyntaxTree ? Find(locations[0]) : null;

    /// <summary>The nodes at all additional locations, which are in this document.</summary>
    public List<SyntaxNode> RelatedNodes => Diagnostic.AdditionalLocations.Select(Find).ToList();

    public string? Property(string name) => Diagnostic.Properties.TryGetValue(name, out string? value) ? value : null;

    public bool Has(string property) => Diagnostic.Properties.ContainsKey(property);

    public string NewLine => Layout.NewLine(Text);

    private SyntaxNode Find(Location location) => Root.FindNode(location.SourceSpan, getInnermostNodeForTie: true);
}
