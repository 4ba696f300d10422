using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>A program that is being changed at random, around what a rule reports.</summary>
internal sealed class Draft
{
    private readonly List<TextSpan> _reported;

    public Draft(CSharpCompilation compilation, IEnumerable<Location> reported, Random random)
    {
        Compilation = compilation;
        Tree = compilation.SyntaxTrees[0];
        Root = (CompilationUnitSyntax)Tree.GetRoot();
        Text = Tree.GetText();
        Random = random;
        _reported = [.. reported.Select(location => location.SourceSpan)];
    }

    public CSharpCompilation Compilation { get; }

    public SyntaxTree Tree { get; }

    public CompilationUnitSyntax Root { get; }

    public SourceText Text { get; }

    public Random Random { get; }

    public SemanticModel Model => Compilation.GetSemanticModel(Tree);

    public LanguageVersion Language => ((CSharpParseOptions)Tree.Options).LanguageVersion;

    /// <summary>One of the nodes that the rule reports.</summary>
    public SyntaxNode ReportedNode() => Root.FindNode(Pick(_reported), getInnermostNodeForTie: true);

    /// <summary>The method, or another member, around a node that is reported.</summary>
    public MemberDeclarationSyntax? ReportedMember() => ReportedNode().FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax);

    /// <summary>A statement that is reported, is around it, or is beside it; null where there is none.</summary>
    public StatementSyntax? Statement()
    {
        StatementSyntax? statement = ReportedNode().FirstAncestorOrSelf<StatementSyntax>();
        for (int i = Random.Next(3); i > 0 && statement is not null; i--)
        {
            StatementSyntax? next = Random.Next(2) == 0
                ? statement.Parent?.FirstAncestorOrSelf<StatementSyntax>()
                : statement.Parent is BlockSyntax block ? Pick(block.Statements) : null;
            statement = next ?? statement;
        }

        return statement is null or BlockSyntax ? null : statement;
    }

    public T Pick<T>(IReadOnlyList<T> items) => items[Random.Next(items.Count)];

    public T? PickOrNull<T>(IEnumerable<T> items)
        where T : class => items.ToList() is { Count: > 0 } list ? Pick(list) : null;

    /// <summary>The text with changes.</summary>
    public string With(params IEnumerable<TextChange> changes) => Text.WithChanges(changes.OrderBy(change => change.Span)).ToString();

    public string Replace(SyntaxNode node, string text) => With(new TextChange(node.Span, text));

    /// <summary>The text with a statement replaced by lines, each indented as the statement is, and a tab more for each <c>&gt;</c> it begins with.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="lines">The lines; <c>$</c> alone stands for the statement itself.</param>
    public string Wrap(StatementSyntax statement, params string[] lines)
    {
        string indentation = IndentationOf(statement);
        IEnumerable<string> written = lines.SelectMany(line =>
        {
            string content = line.TrimStart('>');
            string own = indentation + new string(' ', 4 * (line.Length - content.Length));
            return content == "$" ? Indented(statement, own) : [own + content];
        });
        return Replace(statement, string.Join("\n", written).TrimStart());
    }

    public string IndentationOf(SyntaxNode node)
    {
        TextLine line = Text.Lines.GetLineFromPosition(node.SpanStart);
        string text = line.ToString();
        return text[..(text.Length - text.TrimStart().Length)];
    }

    /// <summary>The lines of a node, so that the first has the given indentation.</summary>
    private IEnumerable<string> Indented(SyntaxNode node, string indentation)
    {
        string[] lines = node.ToString().Split('\n');
        string old = IndentationOf(node);
        return lines.Select((line, index) => index == 0 ? indentation + line : line.StartsWith(old, StringComparison.Ordinal) ? indentation + line[old.Length..] : line);
    }
}
