using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.Mutation;

/// <summary>Draws mutants from all sources, so that each beginning of the sample is a fair one, too.</summary>
internal static class Sample
{
    private static readonly CSharpParseOptions _options = new(LanguageVersion.Preview, preprocessorSymbols: ["NET", "NET8_0_OR_GREATER"]);

    public static SyntaxNode Parse(string text) => CSharpSyntaxTree.ParseText(text, _options).GetRoot();

    public static List<Mutant> Draw(string root, IReadOnlyCollection<string> projects, int seed, int count, int perFile)
    {
        var all = new List<Mutant>();
        foreach (string project in projects.Order(StringComparer.Ordinal))
        {
            string folder = Path.Combine(root, "src", project);
            foreach (string path in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
            {
                string file = Path.GetRelativePath(root, path);
                if (file.Split('/', '\\').Any(part => part is "bin" or "obj"))
                {
                    continue;
                }

                SyntaxNode source = Parse(File.ReadAllText(path));
                foreach (Change change in Operators.In(source))
                {
                    (string original, string changed) = Show(source, change);
                    int line = source.SyntaxTree.GetLineSpan(change.Span).StartLinePosition.Line + 1;
                    all.Add(new Mutant(0, project, file, line, original, changed, change));
                }
            }
        }

        Console.WriteLine($"{all.Count} mutants in {string.Join(", ", projects)}; seed {seed}");
        var random = new Random(seed);
        Mutant[] shuffled = [.. all];
        random.Shuffle(shuffled);
        var taken = new Dictionary<string, int>();
        var sample = new List<Mutant>();
        foreach (Mutant mutant in shuffled)
        {
            int before = taken.GetValueOrDefault(mutant.File);
            if (sample.Count < count && before < perFile)
            {
                taken[mutant.File] = before + 1;
                sample.Add(mutant with { Id = sample.Count + 1 });
            }
        }

        return sample;
    }

    /// <summary>The code before and after, with enough around it that people find the place in its line.</summary>
    private static (string Original, string Changed) Show(SyntaxNode source, Change change)
    {
        SyntaxNode around = source.FindNode(change.Span, getInnermostNodeForTie: true);
        while (around.Span.Length < 16 && around.Parent is ExpressionSyntax or ArgumentSyntax or BaseArgumentListSyntax or EqualsValueClauseSyntax)
        {
            around = around.Parent;
        }

        string original = around.ToString();
        int start = change.Span.Start - around.SpanStart;
        return (original, original[..start] + change.Changed + original[(start + change.Span.Length)..]);
    }
}
