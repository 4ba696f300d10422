using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers;
using StreamTuning.FixBehavior.Fuzzing.Mutations;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>A program in which a rule reports something, made at random of one of its sources. It compiles.</summary>
/// <param name="Document">The program.</param>
/// <param name="Text">Its text.</param>
/// <param name="Description">What it was made of, and how.</param>
internal sealed record FuzzedProgram(Document Document, string Text, string Description)
{
    private static readonly Mutation[][] Groups = [[.. StatementMutations.All], [.. ExpressionMutations.All], [.. ScopeMutations.All], [.. MemberMutations.All], [.. NameMutations.All]];
    private static readonly Mutation[] Directives = [.. LayoutMutations.Directives];
    private static readonly Mutation[] Comments = [.. LayoutMutations.Comments];

    private static readonly ConcurrentDictionary<string, Task<(SyntaxNode Root, ImmutableArray<Diagnostic> Reported)>> Analyzed = new();

    /// <summary>The program of a seed; null where what was tried does not compile, or is not reported.</summary>
    public static async Task<FuzzedProgram?> TryCreateAsync(Rule rule, int seed)
    {
        // Of each rule another one.
        var random = new Random(unchecked((seed * 397) ^ int.Parse(rule.Id.AsSpan(4), CultureInfo.InvariantCulture)));
        FuzzSettings settings = FuzzSettings.Random(random);
        (FuzzSource source, SyntaxNode root, Diagnostic[] reported) = await PickAsync(rule, random);
        string focused = Focus(root, reported, random);
        bool isOnOwnLines = random.Next(4) != 0;

        // All of the source and the newest settings are tried where what was chosen does not do: the rule may look at what was left out.
        FuzzSettings newest = settings with { Language = LanguageVersion.Latest, Target = RuleTesting.TestTarget.Net100 };
        Attempt? attempt = await TryAsync(focused, settings)
            ?? await TryAsync(focused, newest)
            ?? await TryAsync(root.ToFullString(), settings)
            ?? await TryAsync(root.ToFullString(), newest)
            ?? await TryAsync(root.ToFullString(), newest with { Nullable = NullableContextOptions.Enable });
        if (attempt is null)
        {
            return null;
        }

        var applied = new List<string>();
        attempt = await ThinAsync(attempt, rule.Id, random);
        for (int i = random.Next(5); i > 0; i--)
        {
            Mutation[] group = Groups[random.Next(Groups.Length)];
            await MutateAsync(group[random.Next(group.Length)]);
        }

        if (random.Next(3) == 0)
        {
            await MutateAsync(Directives[random.Next(Directives.Length)]);
        }

        if (random.Next(3) != 0)
        {
            await MutateAsync(Comments[random.Next(Comments.Length)]);
        }

        string laid = LayoutMutations.Lay(attempt.Text, random);
        if (laid != attempt.Text && await Attempt.TryAsync(laid, attempt.Settings, rule.Id) is { } other)
        {
            attempt = other;
            applied.Add("layout");
        }

        return new FuzzedProgram(attempt.Document, attempt.Text, $"{source.Name}; {attempt.Settings}; {string.Join(", ", applied)}");

        Task<Attempt?> TryAsync(string code, FuzzSettings tried)
        {
            if (isOnOwnLines && !code.Contains('#'))
            {
                // What tests are given stands on one line.
                code = CSharpSyntaxTree.ParseText(code).GetRoot().NormalizeWhitespace(eol: "\n").ToFullString() + "\n";
            }

            return Attempt.TryAsync(tried.Language < LanguageVersion.CSharp8 ? LanguageMutations.Downgrade(code) : code, tried, rule.Id);
        }

        async Task MutateAsync(Mutation mutation)
        {
            var draft = new Draft(attempt.Compilation, attempt.Reported, random);
            if (mutation.Apply(draft) is not { } changed)
            {
                return;
            }

            FuzzSettings changedSettings = attempt.Settings with { Output = mutation.Name == "top-level statements" ? OutputKind.ConsoleApplication : attempt.Settings.Output };
            if (await Attempt.TryAsync(changed, changedSettings, rule.Id) is { } next)
            {
                attempt = next;
                applied.Add(mutation.Name);
            }
        }
    }

    /// <summary>One of the sources of a rule in which that reports something: in one of three cases its canonical source, or another whole file.</summary>
    private static async Task<(FuzzSource Source, SyntaxNode Root, Diagnostic[] Reported)> PickAsync(Rule rule, Random random)
    {
        IReadOnlyList<FuzzSource> sources = FuzzSource.Of(rule);
        FuzzSource[] files = [.. sources.Where(source => !source.Name.Contains("Tests.cs"))];
        while (true)
        {
            FuzzSource source = random.Next(3) == 0 ? files[random.Next(files.Length)] : sources[random.Next(sources.Count)];
            (SyntaxNode root, ImmutableArray<Diagnostic> reported) = await Analyzed.GetOrAdd(source.Name, _ => AnalyzeAsync(source));
            Diagnostic[] own = [.. reported.Where(diagnostic => diagnostic.Id == rule.Id)];
            if (own.Length > 0)
            {
                return (source, root, own);
            }
        }
    }

    /// <summary>What is reported in a source; nothing where it does not compile.</summary>
    private static async Task<(SyntaxNode Root, ImmutableArray<Diagnostic> Reported)> AnalyzeAsync(FuzzSource source)
    {
        CSharpCompilation compilation = await Workbench.CompileAsync(await Workbench.OpenAsync(source.Text, FuzzSettings.Newest));
        return (await compilation.SyntaxTrees[0].GetRootAsync(), Workbench.HasErrors(compilation) ? [] : await Workbench.AnalyzeAsync(compilation));
    }

    /// <summary>Keeps some of the members that are reported, what they need, and now and then all.</summary>
    private static string Focus(SyntaxNode root, Diagnostic[] reported, Random random)
    {
        if (random.Next(10) == 0)
        {
            return root.ToFullString();
        }

        HashSet<MemberDeclarationSyntax> kept = [];
        for (int i = 1 + random.Next(2); i > 0; i--)
        {
            SyntaxNode node = root.FindNode(reported[random.Next(reported.Length)].Location.SourceSpan);
            if (node.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax) is { } member)
            {
                kept.Add(member);
            }
        }

        MethodDeclarationSyntax[] methods = [.. root.DescendantNodes().OfType<MethodDeclarationSyntax>()];
        MethodDeclarationSyntax[] removed;
        do
        {
            HashSet<string> used = [.. kept.SelectMany(member => member.DescendantTokens()).Select(token => token.ValueText)];
            removed = [.. methods.Where(method => !kept.Contains(method) && !used.Contains(method.Identifier.ValueText))];
        }
        while (methods.Count(method => !removed.Contains(method) && kept.Add(method)) > 0);

        return root.GetText().WithChanges(removed.Where(method => !removed.Any(outer => outer != method && outer.Contains(method))).Select(method => new TextChange(method.FullSpan, ""))).ToString();
    }

    /// <summary>Takes statements out of long methods, as long as what is left compiles and is reported.</summary>
    private static async Task<Attempt> ThinAsync(Attempt attempt, string id, Random random)
    {
        for (int round = 0; round < 4; round++)
        {
            SyntaxNode root = await attempt.Compilation.SyntaxTrees[0].GetRootAsync();
            StatementSyntax[] removable = [.. root.DescendantNodes().OfType<BlockSyntax>().Where(block => block.Statements.Count > 4).SelectMany(block => block.Statements).Where(_ => random.Next(2) == 0)];
            if (removable.Length == 0)
            {
                break;
            }

            string thinned = root.GetText().WithChanges(removable.Where(statement => !removable.Any(outer => outer != statement && outer.Contains(statement))).Select(statement => new TextChange(statement.FullSpan, ""))).ToString();
            attempt = await Attempt.TryAsync(thinned, attempt.Settings, id) ?? attempt;
        }

        return attempt;
    }

    /// <summary>A program that compiles, and in which the rule reports something.</summary>
    private sealed record Attempt(Document Document, string Text, FuzzSettings Settings, CSharpCompilation Compilation, ImmutableArray<Location> Reported)
    {
        public static async Task<Attempt?> TryAsync(string text, FuzzSettings settings, string id)
        {
            Document document = await Workbench.OpenAsync(text, settings);
            CSharpCompilation compilation = await Workbench.CompileAsync(document);
            if (Workbench.HasErrors(compilation))
            {
                return null;
            }

            ImmutableArray<Diagnostic> reported = await Workbench.AnalyzeAsync(compilation, id);
            return reported.IsEmpty ? null : new Attempt(document, text, settings, compilation, [.. reported.Select(diagnostic => diagnostic.Location)]);
        }
    }
}
