using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing;

/// <summary>Which tokens of a program are others in the next one. Using directives are left out of it.</summary>
internal sealed class TokenDiff
{
    private TokenDiff(List<(SyntaxToken Old, SyntaxToken New)> same, List<SyntaxToken> removed, List<(SyntaxToken Token, SyntaxToken Before)> added)
    {
        Same = same;
        Removed = removed;
        Added = added;
    }

    /// <summary>The tokens that both have.</summary>
    public List<(SyntaxToken Old, SyntaxToken New)> Same { get; }

    /// <summary>The tokens that only the old program has.</summary>
    public List<SyntaxToken> Removed { get; }

    /// <summary>The tokens that only the new program has, each with the one that it stands before in the old program.</summary>
    public List<(SyntaxToken Token, SyntaxToken Before)> Added { get; }

    public static TokenDiff Of(SyntaxNode oldRoot, SyntaxNode newRoot)
    {
        SyntaxToken[] first = Tokens(oldRoot);
        SyntaxToken[] second = Tokens(newRoot);
        int start = 0;
        while (start < first.Length && start < second.Length && IsSame(first[start], second[start]))
        {
            start++;
        }

        int end = 0;
        while (end < first.Length - start && end < second.Length - start && IsSame(first[first.Length - 1 - end], second[second.Length - 1 - end]))
        {
            end++;
        }

        var same = new List<(SyntaxToken Old, SyntaxToken New)>();
        var removed = new List<SyntaxToken>();
        var added = new List<(SyntaxToken Token, SyntaxToken Before)>();
        for (int i = 0; i < start; i++)
        {
            same.Add((first[i], second[i]));
        }

        int width = second.Length - start - end;
        int height = first.Length - start - end;

        // The length of the longest common part behind each pair of tokens.
        int[,] common = new int[height + 1, width + 1];
        for (int i = height - 1; i >= 0; i--)
        {
            for (int j = width - 1; j >= 0; j--)
            {
                common[i, j] = IsSame(first[start + i], second[start + j]) ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        int x = 0;
        int y = 0;
        while (x < height || y < width)
        {
            if (x < height && y < width && IsSame(first[start + x], second[start + y]))
            {
                same.Add((first[start + x++], second[start + y++]));
            }
            else if (y == width || (x < height && common[x + 1, y] >= common[x, y + 1]))
            {
                removed.Add(first[start + x++]);
            }
            else
            {
                added.Add((second[start + y++], first[Math.Min(start + x, first.Length - 1)]));
            }
        }

        for (int i = end; i > 0; i--)
        {
            same.Add((first[^i], second[^i]));
        }

        return new TokenDiff(same, removed, added);
    }

    private static SyntaxToken[] Tokens(SyntaxNode root) => [.. root.DescendantTokens(node => node is not UsingDirectiveSyntax).Where(token => token.Parent is not UsingDirectiveSyntax)];

    private static bool IsSame(SyntaxToken first, SyntaxToken second) => first.RawKind == second.RawKind && first.Text == second.Text;
}
