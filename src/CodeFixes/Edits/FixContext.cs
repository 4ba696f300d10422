using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.CodeFixes.Edits;

/// <summary>What a fix looks at: the document, and the diagnostic with what the rule found.</summary>
internal sealed class FixContext
{
    private readonly Rule _rule;
    private readonly AnalyzerOptions _options;

    public FixContext(
        Rule rule, SyntaxNode root, SourceText text, SemanticModel model, AnalyzerOptions options, Diagnostic diagnostic,
        CancellationToken cancellationToken)
    {
        _rule = rule;
        _options = options;
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

    public KnownTypes Types => KnownTypes.Of(Model.Compilation);

    public string NewLine => Layout.NewLine(Text);

    /// <summary>The fact that is reported, read again; null where the code has changed.</summary>
    public TFact? Fact<TFact>(FactTable<TFact> facts)
        where TFact : class => facts.Around(Node, Model, CancellationToken);

    /// <summary>The value of an option in this document, for the rule or another.</summary>
    public int Option(Int32Option option, Rule? rule = null) => option.Read(_options, Root.SyntaxTree, rule ?? _rule);

    /// <summary>The values of an option for the rule in this document.</summary>
    public ImmutableArray<string> Option(ListOption option) => option.Read(_options, Root.SyntaxTree, _rule);

    private SyntaxNode Find(Location location) => Root.FindNode(location.SourceSpan, getInnermostNodeForTie: true);
}
