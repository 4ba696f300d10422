using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>Where what is gone could be several tokens, whole statements and members are.</summary>
public sealed class TokenDiffTests
{
    [Theory]
    [InlineData("const int B = 2;", "const int A = 1;")]
    [InlineData("const int A = 1;", "const int B = 2;")]
    public void A_member_between_others_that_begin_alike(string left, string gone) => AssertIsGone("class C { ", gone, left, " }");

    /// <summary>Equal tokens are in the middle too, so that the first comparison finds it gone in two pieces.</summary>
    [Theory]
    [InlineData("private const int Small = 4096; ", "private static readonly int AlsoSmall = 8192;", "private readonly byte[] _buffer = new byte[Small];")]
    [InlineData("private readonly int _first = 1; ", "private static readonly int AlsoSmall = 8192;", "private static int _second;")]
    public void A_member_that_shares_several_tokens_with_the_next_one(string before, string gone, string after) => AssertIsGone("class C { " + before, gone, after, " }");

    [Fact]
    public void Statements_in_a_row() =>
        AssertIsGone("class C { void M() { Open(); ", "int a = F(1); int b = F(a);", "int c = F(2); Close(c);", " } }");

    [Fact]
    public void A_statement_that_is_new()
    {
        TokenDiff diff = Compare("class C { void M() { Set(a, 1); Set(c, 3); } }", "class C { void M() { Set(a, 1); Set(b, 2); Set(c, 3); } }");

        Assert.Empty(diff.Removed);
        Assert.Equal("Set ( b , 2 ) ;", Show(diff.Added.Select(added => added.Token)));
        Assert.All(diff.Added, added => Assert.Equal("Set ( c , 3 ) ;", Show(added.Before.Parent!.Ancestors().First(node => node is StatementSyntax).DescendantTokens())));
    }

    [Fact]
    public void A_part_of_a_statement()
    {
        TokenDiff diff = Compare("class C { void M() { Copy(source, target, 4096); } }", "class C { void M() { CopyToFile(source, target); } }");

        Assert.Equal("Copy , 4096", Show(diff.Removed));
        Assert.Equal("CopyToFile", Show(diff.Added.Select(added => added.Token)));
        Assert.All(diff.Same, same => Assert.Equal(same.Old.Text, same.New.Text));
    }

    [Fact]
    public void Nothing() => Assert.Empty(Compare("class C { int _a; int _b; }", "class C { int _a; int _b; }").Removed);

    private static void AssertIsGone(string before, string gone, string after, string end)
    {
        TokenDiff diff = Compare(before + gone + " " + after + end, before + after + end);

        Assert.Equal(Show(SyntaxFactory.ParseTokens(gone).SkipLast(1)), Show(diff.Removed));
        Assert.Equal(before.Length, diff.Removed[0].SpanStart);
        Assert.Empty(diff.Added);
        Assert.All(diff.Same, same => Assert.Equal(same.Old.Text, same.New.Text));
    }

    private static TokenDiff Compare(string first, string second) => TokenDiff.Of(SyntaxFactory.ParseCompilationUnit(first), SyntaxFactory.ParseCompilationUnit(second));

    private static string Show(IEnumerable<SyntaxToken> tokens) => string.Join(' ', tokens.Select(token => token.Text));
}
