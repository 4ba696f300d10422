using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using StreamTuning.Analyzers.Tests.Tables;
using Xunit.Abstractions;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>No analyzer throws on code that is being typed: sources with one token missing.</summary>
public sealed class TokenDeletionTests(ITestOutputHelper output)
{
    /// <summary>Deletions in all canonical sources together; with few rules, each token of each source.</summary>
    private const int CanonicalSample = 2000;

    /// <summary>Of all canonical sources together in the fast run.</summary>
    private const int FastSample = 40;

    private const int FixSample = 60;

    private const int OwnSample = 150;

    [Fact]
    public async Task In_some_places_of_the_canonical_sources()
    {
        CSharpCompilation compilation = CanonicalSource.Compile("", References.All);
        SyntaxToken[] tokens = [.. Rules.All.Select(CanonicalSource.Of).SelectMany(source => BrokenSource.Tokens(CanonicalSource.Parse(source.Text, source.Path)))];
        await DeleteAsync(compilation, compilation.SyntaxTrees[0], Sample(tokens, FastSample));
    }

    [Theory]
    [ClassData(typeof(RuleIds))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task In_the_canonical_source(string id)
    {
        CanonicalSource source = CanonicalSource.Of(RuleIds.Find(id));
        CSharpCompilation compilation = CanonicalSource.Compile("", References.All);
        SyntaxToken[] tokens = BrokenSource.Tokens(CanonicalSource.Parse(source.Text, source.Path));
        await DeleteAsync(compilation, compilation.SyntaxTrees[0], Sample(tokens, CanonicalSample / Rules.All.Length));
    }

    /// <summary>Nor does a fix, when it is asked what it offers for one of the places that are still reported.</summary>
    [Theory]
    [ClassData(typeof(RuleIds))]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task In_the_canonical_source_with_a_fix(string id)
    {
        Rule rule = RuleIds.Find(id);
        CanonicalSource source = CanonicalSource.Of(rule);
        var random = new Random(Seed.Value);
        foreach (SyntaxToken token in Sample(BrokenSource.Tokens(CanonicalSource.Parse(source.Text, source.Path)), Math.Max(1, FixSample / Rules.All.Length)))
        {
            string typed = Without(token).GetText().ToString();
            Exception? exception = await Record.ExceptionAsync(() => FixRunner.ActionsAsync(typed, rule, reported => reported.OrderBy(_ => random.Next()).Take(1)));
            Assert.True(exception is null, Describe(token, exception));
        }
    }

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task In_our_own_sources()
    {
        CSharpCompilation compilation = CanonicalSource.Compile("", References.All);
        SyntaxToken[] tokens = [.. OwnSources.Parse().SelectMany(BrokenSource.Tokens)];
        await DeleteAsync(compilation, compilation.SyntaxTrees[0], Sample(tokens, OwnSample));
    }

    private SyntaxToken[] Sample(SyntaxToken[] tokens, int count)
    {
        if (Seed.TakesAll || tokens.Length <= count)
        {
            output.WriteLine($"all {tokens.Length} tokens");
            return tokens;
        }

        output.WriteLine($"{count} of {tokens.Length} tokens, STREAMTUNING_SEED={Seed.Value}");
        new Random(Seed.Value).Shuffle(tokens);
        return tokens[..count];
    }

    /// <summary>Analyses the file of each token without it, in the place of the given tree.</summary>
    private static async Task DeleteAsync(CSharpCompilation compilation, SyntaxTree place, IEnumerable<SyntaxToken> tokens)
    {
        compilation = compilation.WithOptions(CanonicalSource.OptionsWithoutFlow);
        foreach (SyntaxToken token in tokens)
        {
            Exception? exception = await Record.ExceptionAsync(() => AnalyzerRunner.RunAsync(compilation.ReplaceSyntaxTree(place, Without(token)), concurrent: false, CanonicalSource.AllSettings));
            Assert.True(exception is null, Describe(token, exception));
        }
    }

    private static SyntaxTree Without(SyntaxToken token)
    {
        SyntaxTree tree = token.SyntaxTree!;
        return tree.WithChangedText(tree.GetText().WithChanges(new TextChange(token.Span, "")));
    }

    private static string Describe(SyntaxToken token, Exception? exception)
    {
        LinePosition position = token.GetLocation().GetLineSpan().StartLinePosition;
        return $"{token.SyntaxTree!.FilePath}({position.Line + 1},{position.Character + 1}) without '{token}', STREAMTUNING_SEED={Seed.Value}: {exception}";
    }
}
