using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>Looks whether what a fix makes of a program is sound. Knows nothing of how fixes work: it compares two programs.</summary>
internal sealed class FixCheck
{
    /// <summary>The comments that fixes write.</summary>
    private static readonly string[] OwnComments =
    [
        "// Why the file could not be filled matters more.",
        "/// <summary>Keeps the values of parameters from being looked for in the form, which would read it.</summary>",
    ];

    /// <summary>What a rule may report of the code that the fix of another makes, as the pages say.</summary>
    private static readonly (string Fixed, string Shown)[] Successors =
    [
        ("STRM1001", "STRM1003"),
        ("STRM3003", "STRM3001"),
        ("STRM3004", "STRM3003"),
        ("STRM3004", "STRM3006"),
        ("STRM3006", "STRM3001"),
        ("STRM3006", "STRM3003"),
    ];

    /// <summary>The forms that go by one key where a fix may take either.</summary>
    private const RuleFixes Available = RuleFixes.Runtime | RuleFixes.Plain;

    /// <summary>How many diagnostics of a program are looked at one by one: others are much like them.</summary>
    private const int Most = 5;

    private readonly Document _before;
    private readonly CSharpCompilation _old;
    private readonly SyntaxNode _oldRoot;
    private readonly SemanticModel _oldModel;
    private readonly ImmutableArray<Diagnostic> _reported;
    private readonly List<string> _defects = [];

    private FixCheck(Document before, CSharpCompilation old, ImmutableArray<Diagnostic> reported)
    {
        _before = before;
        _old = old;
        _oldRoot = old.SyntaxTrees[0].GetRoot();
        _oldModel = old.GetSemanticModel(old.SyntaxTrees[0]);
        _reported = reported;
    }

    /// <summary>How many fixes were looked at.</summary>
    public int Fixes { get; private set; }

    /// <summary>Applies what is offered for the diagnostics of a rule, one by one and all at once; says what is wrong with it.</summary>
    /// <returns>The defects, and how many fixes were looked at.</returns>
    public static async Task<(IReadOnlyList<string> Defects, int Fixes)> RunAsync(Document program, string id)
    {
        CSharpCompilation compilation = await Workbench.CompileAsync(program);
        ImmutableArray<Diagnostic> reported = await Workbench.AnalyzeAsync(compilation);
        var check = new FixCheck(program, compilation, reported);
        var keys = new SortedSet<string>(StringComparer.Ordinal);
        foreach (Diagnostic diagnostic in reported.Where(diagnostic => diagnostic.Id == id).Take(Most))
        {
            foreach (CodeAction action in await Workbench.ActionsAsync(program, diagnostic))
            {
                keys.Add(action.EquivalenceKey!);
                await check.LookAtAsync(diagnostic, action);
            }
        }

        foreach (string key in keys)
        {
            await check.CompareFixAllAsync(id, key);
        }

        return (check._defects, check.Fixes);
    }

    private async Task LookAtAsync(Diagnostic diagnostic, CodeAction action)
    {
        Fixes++;
        Document after = await Workbench.ApplyAsync(_before, action);
        CSharpCompilation compilation = await Workbench.CompileAsync(after);
        string text = (await after.GetTextAsync()).ToString();
        string place = $"{diagnostic.Id} at {diagnostic.Location.GetLineSpan().StartLinePosition}, '{action.Title}'";
        int known = _defects.Count;
        CompareProblems(compilation, Report);
        await CompareReportsAsync(diagnostic, compilation, Report);
        SyntaxNode newRoot = await compilation.SyntaxTrees[0].GetRootAsync();
        CompareTrivia(newRoot, Report);
        CompareLayout(text, Report);
        TokenDiff diff = TokenDiff.Of(_oldRoot, newRoot);
        SemanticModel newModel = compilation.GetSemanticModel(compilation.SyntaxTrees[0]);
        CompareTokens(diagnostic, action, diff, Report);
        CompareBinding(diff, newModel, Report);
        CompareDirectives(newRoot, newModel, Report);
        if (_defects.Count > known)
        {
            _defects.Add($"--- {place}\n{Difference(_old.SyntaxTrees[0].GetText().ToString(), text)}");
        }

        void Report(string defect) => _defects.Add($"{place}: {defect}");
    }

    /// <summary>No errors and warnings are new.</summary>
    private void CompareProblems(CSharpCompilation compilation, Action<string> report)
    {
        Dictionary<string, int> known = [];
        foreach (Diagnostic problem in Workbench.Problems(_old))
        {
            known[IdOf(problem)] = known.GetValueOrDefault(IdOf(problem)) + 1;
        }

        foreach (Diagnostic problem in Workbench.Problems(compilation))
        {
            known[IdOf(problem)] = known.GetValueOrDefault(IdOf(problem)) - 1;
            if (known[IdOf(problem)] < 0)
            {
                report($"new: {problem}");
            }
        }

        // A receiver that may be null becomes an argument that may be null.
        static string IdOf(Diagnostic problem) => problem.Id == "CS8604" ? "CS8602" : problem.Id;
    }

    /// <summary>The diagnostic is gone, and no other has come.</summary>
    private async Task CompareReportsAsync(Diagnostic diagnostic, CSharpCompilation compilation, Action<string> report)
    {
        ImmutableArray<Diagnostic> left = await Workbench.AnalyzeAsync(compilation);
        Dictionary<string, int> counts = left.CountBy(other => other.Id).ToDictionary();
        foreach ((string id, int count) in counts)
        {
            int before = _reported.Count(other => other.Id == id) - (id == diagnostic.Id ? 1 : 0);
            if (count > before && !Successors.Contains((diagnostic.Id, id)))
            {
                report($"{id} is reported {count} times, where {before} were to be left");
            }
        }
    }

    /// <summary>Comments and directives stay, in their order, and none but those of a fix are new.</summary>
    private void CompareTrivia(SyntaxNode newRoot, Action<string> report)
    {
        List<string> before = Kept(_oldRoot);
        List<string> after = Kept(newRoot);
        foreach (string added in OwnComments)
        {
            if (!before.Contains(added))
            {
                after.Remove(added);
            }
        }

        List<string> lost = [.. before];
        after.ForEach(comment => lost.Remove(comment));
        before.ForEach(comment => after.Remove(comment));
        if (lost.Count > 0)
        {
            report("lost: " + string.Join(" ", lost));
        }

        if (after.Count > 0)
        {
            report("added: " + string.Join(" ", after));
        }

        static List<string> Kept(SyntaxNode root) =>
        [
            .. root.DescendantTrivia()
                .Where(trivia => !trivia.IsKind(SyntaxKind.WhitespaceTrivia) && !trivia.IsKind(SyntaxKind.EndOfLineTrivia))
                .Select(trivia => trivia.ToFullString().Trim()),
        ];
    }

    /// <summary>What is written has the line ends and the indentation of the rest, and no white space at the end of a line.</summary>
    private void CompareLayout(string text, Action<string> report)
    {
        string old = _old.SyntaxTrees[0].GetText().ToString();
        if (HasOnlyCrLf(old) && !HasOnlyCrLf(text))
        {
            report("a line ends in LF, where all others end in CR LF");
        }

        if (!old.Contains('\r') && text.Contains('\r'))
        {
            report("a line ends in CR LF, where all others end in LF");
        }

        if (TrailingSpaces(text) > TrailingSpaces(old))
        {
            report("a line ends in white space");
        }

        if (old.Contains("\n\t") && !old.Contains("\n ") && text.Contains("\n "))
        {
            report("a line is indented by spaces, where all others are by tabs");
        }

        static bool HasOnlyCrLf(string text) => text.Contains('\r') && text.Replace("\r\n", "").IndexOf('\n') < 0;

        static int TrailingSpaces(string text) => text.Split('\n').Count(line => line.TrimEnd('\r') is { Length: > 0 } content && char.IsWhiteSpace(content[^1]));
    }

    /// <summary>Nothing is changed but what the rule names, and what those statements use or declare.</summary>
    private void CompareTokens(Diagnostic diagnostic, CodeAction action, TokenDiff diff, Action<string> report)
    {
        List<TextSpan> allowed = Allowed(diagnostic);
        if (action.EquivalenceKey == Workbench.FixOf(diagnostic.Id)!.EquivalenceKey(RuleFixes.Setting))
        {
            // A setting is made where the program adds its services.
            allowed.AddRange(_oldRoot.DescendantNodes().OfType<InvocationExpressionSyntax>()
                .Where(call => call.Expression is MemberAccessExpressionSyntax access && access.Name.Identifier.ValueText.StartsWith("Add", StringComparison.Ordinal))
                .Select(call => PlaceOf(call.GetLocation()).Span));
        }

        foreach (SyntaxToken removed in diff.Removed.Where(token => !IsAllowed(token.Span)))
        {
            report($"'{removed}' at {Line(removed)} is gone, which the rule does not name");
            return;
        }

        HashSet<SyntaxToken> added = [.. diff.Added.Select(each => each.Token)];
        foreach ((SyntaxToken token, SyntaxToken next) in diff.Added)
        {
            SyntaxToken previous = next.GetPreviousToken();
            if (!IsInNewType(token) && !IsAllowed(next.Span) && !IsAllowed(previous.Span))
            {
                report($"'{token}' is new before '{next}' at {Line(next)}, which the rule does not name");
                return;
            }
        }

        // A type that the fix declares beside those that are there.
        bool IsInNewType(SyntaxToken token) =>
            token.Parent!.AncestorsAndSelf().OfType<BaseTypeDeclarationSyntax>().Any(type => added.Contains(type.GetFirstToken()) && added.Contains(type.GetLastToken()));

        bool IsAllowed(TextSpan span) => allowed.Any(region => region.Contains(span));

        static int Line(SyntaxToken token) => token.GetLocation().GetLineSpan().StartLinePosition.Line + 1;
    }

    /// <summary>The statements, or members, that a rule names, with those between them; what these declare is used in others, and what they use is declared in others.</summary>
    private List<TextSpan> Allowed(Diagnostic diagnostic)
    {
        List<SyntaxNode> named = [.. diagnostic.AdditionalLocations.Prepend(diagnostic.Location).Where(location => location.SourceTree == _oldRoot.SyntaxTree).Select(PlaceOf)];
        List<TextSpan> allowed = [.. named.Select(node => node.Span)];
        foreach (IGrouping<SyntaxNode?, SyntaxNode> inOneMember in named.Where(node => node is StatementSyntax).GroupBy(MemberOf))
        {
            allowed.Add(TextSpan.FromBounds(inOneMember.Min(node => node.SpanStart), inOneMember.Max(node => node.Span.End)));
        }

        // What the statements declare, and what is declared elsewhere and used in them: constants, names of files, options. These may be made of others.
        var seen = new HashSet<SyntaxNode>();
        for (int round = 0; round < 3; round++)
        {
            HashSet<string> names = [.. named.Where(seen.Add).SelectMany(node => node.DescendantTokens()).Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText)];
            foreach (SyntaxToken token in _oldRoot.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken) && names.Contains(token.ValueText)))
            {
                ISymbol? symbol = token.Parent is VariableDeclaratorSyntax declarator ? _oldModel.GetDeclaredSymbol(declarator) : token.Parent is IdentifierNameSyntax name ? _oldModel.GetSymbolInfo(name).Symbol : null;
                if (symbol is ILocalSymbol or IFieldSymbol { Locations: [{ IsInSource: true }] })
                {
                    SyntaxNode place = token.Parent!.FirstAncestorOrSelf<StatementSyntax>() ?? (SyntaxNode?)token.Parent.FirstAncestorOrSelf<MemberDeclarationSyntax>() ?? token.Parent;
                    named.Add(place);
                    allowed.Add(place.Span);

                    // A finally that is there for it alone goes with it.
                    if (place.Parent is BlockSyntax { Statements.Count: 1, Parent: FinallyClauseSyntax { Parent: TryStatementSyntax attempt } })
                    {
                        allowed.Add(TextSpan.FromBounds(attempt.Block.CloseBraceToken.SpanStart, attempt.Span.End));
                    }
                }
            }
        }

        return allowed;
    }

    /// <summary>The statement at a location, or the member where that is in none.</summary>
    private SyntaxNode PlaceOf(Location location)
    {
        SyntaxNode node = _oldRoot.FindNode(location.SourceSpan, getInnermostNodeForTie: true);
        SyntaxNode? statement = node.FirstAncestorOrSelf<StatementSyntax>();

        // An if that is there for it alone.
        while (statement?.Parent is IfStatementSyntax or BlockSyntax { Statements.Count: 1, Parent: IfStatementSyntax })
        {
            statement = statement.Parent.FirstAncestorOrSelf<IfStatementSyntax>();
        }

        return statement is BlockSyntax { Parent: MemberDeclarationSyntax member } ? member : statement ?? node.FirstAncestorOrSelf<MemberDeclarationSyntax>() ?? node;
    }

    private static SyntaxNode? MemberOf(SyntaxNode node) => node.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax);

    /// <summary>What stays means what it did, and what is new means nothing of the program's own that goes by the same name.</summary>
    private void CompareBinding(TokenDiff diff, SemanticModel newModel, Action<string> report)
    {
        // The overload of a call whose arguments are changed may be another.
        HashSet<SyntaxNode> changed = [.. diff.Added.Select(added => added.Token).SelectMany(Calls), .. diff.Removed.SelectMany(Calls)];
        foreach ((SyntaxToken old, SyntaxToken now) in diff.Same)
        {
            if (old.Parent is SimpleNameSyntax { IsVar: false } oldName && now.Parent is SimpleNameSyntax newName && !IsInDocumentation(oldName))
            {
                bool isOfCall = Calls(old).Concat(Calls(now)).Any(changed.Contains);
                string before = Describe(_oldModel.GetSymbolInfo(oldName).Symbol, isOfCall);
                string after = Describe(newModel.GetSymbolInfo(newName).Symbol, isOfCall);
                if (before != after && before.Length > 0)
                {
                    report($"'{old}' in line {old.GetLocation().GetLineSpan().StartLinePosition.Line + 1} means {after}, no more {before}");
                }
            }
        }

        HashSet<string> removed = [.. diff.Removed.Select(token => token.ValueText)];
        foreach ((SyntaxToken token, _) in diff.Added)
        {
            if (token.Parent is SimpleNameSyntax name
                && newModel.GetSymbolInfo(name).Symbol is INamedTypeSymbol or IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.ReducedExtension }
                && newModel.GetSymbolInfo(name).Symbol is { } symbol
                && symbol.Locations[0].IsInSource
                && !removed.Contains(token.ValueText)
                && !IsNew(symbol))
            {
                report($"'{token}' is one of the program's own: {symbol.ToDisplayString()}");
            }
        }

        static IEnumerable<SyntaxNode> Calls(SyntaxToken token) => token.Parent!.AncestorsAndSelf().TakeWhile(node => node is not StatementSyntax).Where(node => node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax);

        bool IsNew(ISymbol symbol) => _old.GetSymbolsWithName(symbol.Name).Any() is false;

        static bool IsInDocumentation(SyntaxNode node) => node.Ancestors().Any(ancestor => ancestor is DocumentationCommentTriviaSyntax);
    }

    /// <summary>
    /// What a name means, as far as that must not change. Variables have other types, and a task its own result; the variable of a loop over files becomes a
    /// parameter, and its files come one by one.
    /// </summary>
    private static string Describe(ISymbol? symbol, bool isOfChangedCall) => symbol switch
    {
        null => "",
        IPropertySymbol property when isOfChangedCall => property.Name,
        IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.ReducedExtension } method when isOfChangedCall =>
            method.Locations[0].IsInSource ? method.ToDisplayString() : method.Name,
        ILocalSymbol or IParameterSymbol or IRangeVariableSymbol => "variable " + symbol.Name,
        IMethodSymbol { MethodKind: MethodKind.LocalFunction } => "local function " + symbol.Name,
        { ContainingType: { Name: "Task" or "TaskAwaiter" or "ConfiguredTaskAwaitable" or "ConfiguredTaskAwaiter", ContainingNamespace.Name: "Tasks" or "CompilerServices" } type } => type.Name + "." + symbol.Name,
        { ContainingType: { Name: "IFormFile" or "StreamedFile", Locations: [{ IsInSource: false }] } } => "file of a form: " + symbol.Name,
        INamedTypeSymbol { IsGenericType: true } type => type.OriginalDefinition.ToDisplayString(),
        IMethodSymbol { ReducedFrom: { } extension } => extension.OriginalDefinition.ToDisplayString(),
        _ => symbol.OriginalDefinition.ToDisplayString(),
    };

    /// <summary>A directive that is added is needed.</summary>
    private void CompareDirectives(SyntaxNode newRoot, SemanticModel newModel, Action<string> report)
    {
        HashSet<string> known = [.. _oldRoot.DescendantNodes().OfType<UsingDirectiveSyntax>().Select(directive => directive.ToString())];
        foreach (UsingDirectiveSyntax directive in newRoot.DescendantNodes().OfType<UsingDirectiveSyntax>().Where(directive => !known.Contains(directive.ToString())))
        {
            if (newModel.Compilation.GetDiagnostics().Any(diagnostic => diagnostic.Id == "CS8019" && diagnostic.Location.SourceSpan.IntersectsWith(directive.Span)))
            {
                report($"'{directive}' is not needed");
            }
        }
    }

    /// <summary>All at once gives what one by one gives, and then nothing is offered.</summary>
    private async Task CompareFixAllAsync(string id, string key)
    {
        Document one = _before;
        int count = _reported.Count(diagnostic => diagnostic.Id == id);
        for (int round = 0; ; round++)
        {
            if (await NextAsync(one) is not { } next)
            {
                break;
            }

            if (round == count)
            {
                _defects.Add($"{key}: is offered a {round + 1}th time, after {count} diagnostics:\n{await one.GetTextAsync()}");
                return;
            }

            one = await Workbench.ApplyAsync(one, next);
        }

        if (await Workbench.FixAllAsync(_before, id, key) is { } all)
        {
            string expected = (await one.GetTextAsync()).ToString();
            string actual = (await all.GetTextAsync()).ToString();
            if (expected != actual && !(await WithoutConstantsAsync(one)).SequenceEqual(await WithoutConstantsAsync(all)))
            {
                _defects.Add($"{key}: gives one by one, and all at once\n{Difference(expected, actual)}");
            }
        }

        async Task<CodeAction?> NextAsync(Document document)
        {
            foreach (Diagnostic diagnostic in await Workbench.AnalyzeAsync(await Workbench.CompileAsync(document), id))
            {
                if ((await Workbench.ActionsAsync(document, diagnostic)).FirstOrDefault(IsMeant) is { } action)
                {
                    return action;
                }
            }

            return null;
        }

        // Where the runtime does not fit, plain code goes by the key of whichever form there is; that key stands for all forms but settings, the first one first.
        bool IsMeant(CodeAction action) =>
            action.EquivalenceKey == key
            || (key == KeyOf(RuleFixes.Plain) && action.EquivalenceKey == KeyOf(Available))
            || (key == KeyOf(Available) && action.EquivalenceKey != KeyOf(RuleFixes.Setting));

        string KeyOf(RuleFixes forms) => Workbench.FixOf(id)!.EquivalenceKey(forms);
    }

    /// <summary>
    /// The tokens of a program, with values in the place of constants: of a constant that several places share the last one takes the new value when they are fixed
    /// one by one, and none when they are fixed at once.
    /// </summary>
    private static async Task<List<string>> WithoutConstantsAsync(Document document)
    {
        SyntaxNode root = (await document.GetSyntaxRootAsync())!;
        SemanticModel model = (await document.GetSemanticModelAsync())!;
        var tokens = new List<string>();
        Visit(root);
        return tokens;

        void Visit(SyntaxNodeOrToken item)
        {
            switch (item.AsNode())
            {
                case null:
                    tokens.Add(item.AsToken().Text);
                    break;
                case FieldDeclarationSyntax { Declaration.Variables: [{ Initializer.Value: { } value }] } when model.GetConstantValue(value).HasValue:
                case LocalDeclarationStatementSyntax { Declaration.Variables: [{ Initializer.Value: { } initial }] } when model.GetConstantValue(initial).HasValue:
                    break;
                case ExpressionSyntax expression when ValueOf(expression) is { } constant:
                    tokens.Add(constant.ToString()!);
                    break;
                case { } node:
                    foreach (SyntaxNodeOrToken child in node.ChildNodesAndTokens())
                    {
                        Visit(child);
                    }

                    break;
            }
        }

        object? ValueOf(ExpressionSyntax expression) =>
            model.GetConstantValue(expression) is { HasValue: true, Value: { } value } ? value
                : expression is IdentifierNameSyntax
                    && model.GetSymbolInfo(expression).Symbol?.DeclaringSyntaxReferences is [{ } declaration]
                    && declaration.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } initial }
                        ? model.GetConstantValue(initial).Value
                        : null;
    }

    /// <summary>The lines from the first to the last in which two texts differ.</summary>
    private static string Difference(string first, string second)
    {
        string[] old = first.Split('\n');
        string[] now = second.Split('\n');
        int start = 0;
        while (start < Math.Min(old.Length, now.Length) && old[start] == now[start])
        {
            start++;
        }

        int end = 0;
        while (end < Math.Min(old.Length, now.Length) - start && old[^(end + 1)] == now[^(end + 1)])
        {
            end++;
        }

        return $"from line {start + 1} on\n"
            + string.Concat(old[start..^end].Select(line => "- " + line + "\n"))
            + string.Concat(now[start..^end].Select(line => "+ " + line + "\n"));
    }
}
