using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.CodeFixes.Edits;

/// <summary>
/// What a fix changes, as changes of text: everything they do not touch stays to the letter, and the edits of several diagnostics in
/// one document merge without losing track of nodes.
/// </summary>
internal sealed class FixEdit
{
    public List<TextChange> Changes { get; } = [];

    /// <summary>
    /// Where, in the old text, the names stand that must bind to the runtime in the new one, and what their calls take the place of.
    /// </summary>
    public List<(int Position, TextSpan? Replaced)> RuntimeCalls { get; } = [];

    /// <summary>Where, in the old text, something stands in whose place the new one has a type of the runtime.</summary>
    public List<int> RuntimeTypes { get; } = [];

    /// <summary>The namespaces that the new text names types of, and where, in the old text.</summary>
    public List<(string Namespace, int Position)> Imports { get; } = [];

    /// <summary>
    /// Whether a buffer grows that .NET Framework would allocate for every copy: not for code that is also compiled for it.
    /// </summary>
    public bool EnlargesBuffer { get; private set; }

    /// <summary>
    /// What does the same where this edit fits only together with those of other diagnostics; null where there is nothing else.
    /// </summary>
    public FixEdit? Alternative { get; private set; }

    public FixEdit Or(FixEdit? alternative)
    {
        Alternative = alternative;
        return this;
    }

    public FixEdit Replace(TextSpan span, string text)
    {
        Changes.Add(new TextChange(span, text));
        return this;
    }

    public FixEdit Insert(int position, string text) => Replace(new TextSpan(position, 0), text);

    /// <param name="position">
    /// Where, in the old text, the name stands that becomes that of a method of the runtime, or of a type that one is called on.
    /// </param>
    /// <param name="replaced">The expression that the call takes the place of; null for the call that the name is in.</param>
    public FixEdit ExpectRuntimeCall(int position, TextSpan? replaced = null)
    {
        RuntimeCalls.Add((position, replaced));
        return this;
    }

    public FixEdit ExpectRuntimeType(int position)
    {
        RuntimeTypes.Add(position);
        return this;
    }

    public FixEdit EnlargeBuffer()
    {
        EnlargesBuffer = true;
        return this;
    }

    /// <summary>Has the namespace imported, unless it is already.</summary>
    public FixEdit Import(string name, int position)
    {
        Imports.Add((name, position));
        return this;
    }
}

/// <summary>What a fix looks at: the document, and the diagnostic with what the rule found.</summary>
internal sealed class FixContext(
    Rule rule, SyntaxNode root, SourceText text, SemanticModel model, AnalyzerOptions options, Diagnostic diagnostic,
    CancellationToken cancellationToken)
{
    public SyntaxNode Root => root;

    public SourceText Text => text;

    public SemanticModel Model => model;

    public Diagnostic Diagnostic => diagnostic;

    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>The reported node.</summary>
    public SyntaxNode Node => root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true);

    public KnownTypes Types => KnownTypes.Of(model.Compilation);

    public string NewLine => Layout.NewLine(text);

    /// <summary>
    /// The fact that is reported, read again: that at the innermost operation around the reported node, or another; null where the code has
    /// changed.
    /// </summary>
    public TFact? Fact<TFact>(FactTable<TFact> facts, SyntaxNode? around = null)
        where TFact : class
    {
        for (SyntaxNode? node = around ?? Node; node is not null; node = node.Parent)
        {
            if (model.GetOperation(node, cancellationToken) is { } operation
                && Array.IndexOf(facts.Kinds, operation.Kind) >= 0
                && facts.Of(operation, Types) is { } fact)
            {
                return fact;
            }
        }

        return null;
    }

    /// <summary>The value of an option in this document, for the rule or another.</summary>
    public int Option(Int32Option option, Rule? other = null) => option.Read(options, root.SyntaxTree, other ?? rule);

    /// <summary>The values of an option for the rule in this document.</summary>
    public ImmutableArray<string> Option(ListOption option) => option.Read(options, root.SyntaxTree, rule);
}

/// <summary>How a text is laid out: what new lines have to follow.</summary>
internal static class Layout
{
    /// <summary>The line end that the text uses.</summary>
    public static string NewLine(SourceText text)
    {
        TextLine first = text.Lines[0];
        return first.EndIncludingLineBreak > first.End ? text.ToString(TextSpan.FromBounds(first.End, first.EndIncludingLineBreak)) : "\n";
    }

    /// <summary>The white space before the position, or null where something else stands before it on its line.</summary>
    public static string? TryGetIndentation(SourceText text, int position)
    {
        TextLine line = text.Lines.GetLineFromPosition(position);
        string before = text.ToString(TextSpan.FromBounds(line.Start, position));
        return string.IsNullOrWhiteSpace(before) ? before : null;
    }

    /// <summary>The lines of a statement or member; null where they hold anything else, comments included.</summary>
    public static TextSpan? TryGetLines(SourceText text, SyntaxNode statement)
    {
        if (TryGetIndentation(text, statement.SpanStart) is not { } indentation
            || !statement.GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia)
            || statement.DescendantTrivia().Any(IsMoreThanSpace))
        {
            return null;
        }

        int start = statement.SpanStart - indentation.Length;
        int end = statement.FullSpan.End;
        TextLine next = text.Lines.GetLineFromPosition(end);
        bool opensBlock = statement.GetFirstToken().GetPreviousToken().IsKind(SyntaxKind.OpenBraceToken);
        return TextSpan.FromBounds(start, opensBlock && string.IsNullOrWhiteSpace(next.ToString()) ? next.EndIncludingLineBreak : end);
    }

    /// <summary>Whether it is a comment, a directive or text that is not compiled.</summary>
    public static bool IsMoreThanSpace(SyntaxTrivia trivia) =>
        !trivia.IsKind(SyntaxKind.EndOfLineTrivia) && !trivia.IsKind(SyntaxKind.WhitespaceTrivia);
}
