using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>What is wrong with a source.</summary>
public enum Damage
{
    TokenTwice,
    TwoSourcesInOne,
    UnbalancedBrace,
    CommentBegun,
    UnknownName,
}

/// <summary>A source that somebody is typing, or has merged badly.</summary>
/// <param name="Description">What is wrong, and where.</param>
/// <param name="Text">The text.</param>
internal sealed record BrokenSource(string Description, string Text)
{
    private static readonly string[] Braces = ["{", "}", "(", ")", "[", "]", "<", ">"];

    private static readonly string[] Comments = ["/", "/*", "//", "///", "#"];

    private static readonly string[] Names = ["Unknown", "var", "dynamic", "await", "_", "default", "field", "global", "null"];

    /// <summary>A random break of a random one of the sources.</summary>
    public static BrokenSource Create(Damage damage, IReadOnlyList<SyntaxTree> sources, Random random)
    {
        SyntaxToken[] tokens = TokensOf(sources, random);
        SyntaxToken token = Pick(tokens, random);
        switch (damage)
        {
            case Damage.TokenTwice:
                return Insert(token, " " + token, "twice");
            case Damage.TwoSourcesInOne:
                SyntaxToken other = Pick(TokensOf(sources, random), random);
                string text = token.SyntaxTree!.ToString();
                string otherText = other.SyntaxTree!.ToString();
                return random.Next(2) == 0
                    ? new($"{Position(token)}, and then {Position(other)}", text[..token.Span.End] + "\n" + otherText[other.SpanStart..])
                    : new($"{Position(token)}, and in it {Position(other)}", text[..token.Span.End] + "\n" + Part(otherText, other, random) + text[token.Span.End..]);
            case Damage.UnbalancedBrace:
                SyntaxToken[] braces = [.. tokens.Where(one => Braces.Contains(one.Text))];
                return braces.Length > 0 && random.Next(2) == 0 ? Replace(Pick(braces, random), "") : Insert(token, Pick(Braces, random));
            case Damage.CommentBegun:
                return Insert(token, Pick(Comments, random));
            case Damage.UnknownName:
                SyntaxToken[] names = [.. tokens.Where(one => one.IsKind(SyntaxKind.IdentifierToken))];
                return Replace(names.Length > 0 ? Pick(names, random) : token, Pick(Names, random));
            default:
                throw new ArgumentOutOfRangeException(nameof(damage), damage, null);
        }
    }

    public static SyntaxToken[] Tokens(SyntaxTree tree) => [.. tree.GetRoot().DescendantTokens().Where(token => !token.Span.IsEmpty)];

    public static BrokenSource Replace(SyntaxToken token, string text) => Change(token.SyntaxTree!, token.Span, text, $"{Position(token)} '{text}' for '{Short(token)}'");

    private static BrokenSource Insert(SyntaxToken token, string text, string? description = null) =>
        Change(token.SyntaxTree!, new TextSpan(token.Span.End, 0), text, $"{Position(token)} {description ?? $"'{text}'"} after '{Short(token)}'");

    private static BrokenSource Change(SyntaxTree tree, TextSpan span, string text, string description) =>
        new(description, tree.GetText().WithChanges(new TextChange(span, text)).ToString());

    /// <summary>A few lines from where the token is.</summary>
    private static string Part(string text, SyntaxToken start, Random random) => text.Substring(start.SpanStart, Math.Min(random.Next(1, 400), text.Length - start.SpanStart));

    private static SyntaxToken[] TokensOf(IReadOnlyList<SyntaxTree> sources, Random random)
    {
        while (true)
        {
            if (Tokens(Pick(sources, random)) is { Length: > 0 } tokens)
            {
                return tokens;
            }
        }
    }

    private static T Pick<T>(IReadOnlyList<T> list, Random random) => list[random.Next(list.Count)];

    private static string Short(SyntaxToken token) => token.Text.Length <= 40 ? token.Text : token.Text[..40] + "...";

    private static string Position(SyntaxToken token)
    {
        LinePosition position = token.GetLocation().GetLineSpan().StartLinePosition;
        return $"{token.SyntaxTree!.FilePath}({position.Line + 1},{position.Character + 1})";
    }
}
