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
    private const int CanonicalSample = 4000;

    private const int OwnSample = 150;

    [Theory]
    [ClassData(typeof(RuleIds))]
    public async Task In_the_canonical_source(string id)
    {
        CanonicalSource source = CanonicalSource.Of(RuleIds.Find(id));
        CSharpCompilation compilation = CanonicalSource.Compile("", References.All);
        SyntaxToken[] tokens = Tokens(CanonicalSource.Parse(source.Text, source.Path));
        await DeleteAsync(compilation, compilation.SyntaxTrees[0], Sample(tokens, CanonicalSample / Rules.All.Length));
    }

    [Fact]
    public async Task In_our_own_sources()
    {
        CSharpCompilation compilation = CanonicalSource.Compile("", References.All);
        SyntaxToken[] tokens = [.. OwnSources.Parse().SelectMany(Tokens)];
        await DeleteAsync(compilation, compilation.SyntaxTrees[0], Sample(tokens, OwnSample));
    }

    private static SyntaxToken[] Tokens(SyntaxTree tree) => [.. tree.GetRoot().DescendantTokens().Where(token => !token.Span.IsEmpty)];

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
        foreach (SyntaxToken token in tokens)
        {
            SyntaxTree tree = token.SyntaxTree!;
            SyntaxTree typed = tree.WithChangedText(tree.GetText().WithChanges(new TextChange(token.Span, "")));
            try
            {
                await AnalyzerRunner.RunAsync(compilation.ReplaceSyntaxTree(place, typed));
            }
            catch (AnalyzerFailedException e)
            {
                LinePosition position = tree.GetLineSpan(token.Span).StartLinePosition;
                Assert.Fail($"{tree.FilePath}({position.Line + 1},{position.Character + 1}) without '{token}', STREAMTUNING_SEED={Seed.Value}: {e.Message}");
            }
        }
    }
}
