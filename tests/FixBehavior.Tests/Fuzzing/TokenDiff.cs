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

        bool[] isRemoved = new bool[first.Length];
        bool[] isAdded = new bool[second.Length];
        for (int x = 0, y = 0; x < height || y < width;)
        {
            if (x < height && y < width && IsSame(first[start + x], second[start + y]))
            {
                x++;
                y++;
            }
            else if (y == width || (x < height && common[x + 1, y] >= common[x, y + 1]))
            {
                isRemoved[start + x++] = true;
            }
            else
            {
                isAdded[start + y++] = true;
            }
        }

        SlideToWhole(first, isRemoved);
        SlideToWhole(second, isAdded);
        return Pair(first, isRemoved, second, isAdded);
    }

    /// <summary>
    /// Of <c>const int A = 1; const int B = 2;</c> without A as well <c>A = 1; const int</c> may be missing as <c>const int A = 1;</c>: takes what is a whole statement
    /// or member, where there is one among what it may be.
    /// </summary>
    private static void SlideToWhole(SyntaxToken[] tokens, bool[] isChanged)
    {
        for (int from = 0; from < tokens.Length; from++)
        {
            if (!isChanged[from])
            {
                continue;
            }

            int to = from;
            while (to + 1 < tokens.Length && isChanged[to + 1])
            {
                to++;
            }

            int up = 0;
            while (!IsWhole(tokens[from - up], tokens[to - up]))
            {
                if (from - up == 0 || isChanged[from - up - 1] || !IsSame(tokens[from - up - 1], tokens[to - up]))
                {
                    up = -1;
                    break;
                }

                up++;
            }

            int down = 0;
            while (up < 0 && !IsWhole(tokens[from + down], tokens[to + down]))
            {
                if (to + down + 1 == tokens.Length || isChanged[to + down + 1] || !IsSame(tokens[from + down], tokens[to + down + 1]))
                {
                    down = 0;
                    break;
                }

                down++;
            }

            for (int i = 0; i < up; i++)
            {
                isChanged[to - i] = false;
                isChanged[from - 1 - i] = true;
            }

            for (int i = 0; i < down; i++)
            {
                isChanged[from + i] = false;
                isChanged[to + 1 + i] = true;
            }

            to += down;
            from = to;
        }

        static bool IsWhole(SyntaxToken first, SyntaxToken last) =>
            first.Parent!.AncestorsAndSelf().Any(node => node is StatementSyntax or MemberDeclarationSyntax && node.GetFirstToken() == first)
            && last.Parent!.AncestorsAndSelf().Any(node => node is StatementSyntax or MemberDeclarationSyntax && node.GetLastToken() == last);
    }

    private static TokenDiff Pair(SyntaxToken[] first, bool[] isRemoved, SyntaxToken[] second, bool[] isAdded)
    {
        var diff = new TokenDiff([], [], []);
        for (int x = 0, y = 0; x < first.Length || y < second.Length;)
        {
            if (x < first.Length && isRemoved[x])
            {
                diff.Removed.Add(first[x++]);
            }
            else if (y < second.Length && isAdded[y])
            {
                diff.Added.Add((second[y++], first[Math.Min(x, first.Length - 1)]));
            }
            else
            {
                diff.Same.Add((first[x++], second[y++]));
            }
        }

        return diff;
    }

    private static SyntaxToken[] Tokens(SyntaxNode root) => [.. root.DescendantTokens(node => node is not UsingDirectiveSyntax).Where(token => token.Parent is not UsingDirectiveSyntax)];

    private static bool IsSame(SyntaxToken first, SyntaxToken second) => first.RawKind == second.RawKind && first.Text == second.Text;
}
