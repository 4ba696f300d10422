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
            if (isChanged[from])
            {
                var run = new Run(tokens, isChanged, from);
                int to = run.To;
                if (run.TrySlideToWhole())
                {
                    run.IsChanged.CopyTo(isChanged, 0);
                    to = run.To;
                }

                from = to;
            }
        }
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

    /// <summary>
    /// Changed tokens that follow each other. Where the one before them is equal to the last of them, these may as well be the ones from there on, and so in the other
    /// direction; with those that they meet on the way they become one.
    /// </summary>
    private sealed class Run
    {
        private readonly SyntaxToken[] _tokens;

        public Run(SyntaxToken[] tokens, bool[] isChanged, int from)
        {
            _tokens = tokens;
            IsChanged = [.. isChanged];
            From = from;
            To = from;
            Grow();
        }

        /// <summary>Which tokens are changed, with this run where it is now.</summary>
        public bool[] IsChanged { get; }

        public int From { get; private set; }

        public int To { get; private set; }

        private bool IsWhole =>
            _tokens[From].Parent!.AncestorsAndSelf().Any(node => node is StatementSyntax or MemberDeclarationSyntax && node.GetFirstToken() == _tokens[From])
            && _tokens[To].Parent!.AncestorsAndSelf().Any(node => node is StatementSyntax or MemberDeclarationSyntax && node.GetLastToken() == _tokens[To]);

        /// <summary>Slides up and down, and again where it has grown, until it is a whole statement or member, or several; false where it never is.</summary>
        public bool TrySlideToWhole()
        {
            for (int length = 0; length < To - From + 1;)
            {
                length = To - From + 1;
                do
                {
                    if (IsWhole)
                    {
                        return true;
                    }
                }
                while (TrySlideUp());

                while (TrySlideDown())
                {
                    if (IsWhole)
                    {
                        return true;
                    }
                }
            }

            return false;
        }

        private bool TrySlideUp()
        {
            if (From == 0 || !IsSame(_tokens[From - 1], _tokens[To]))
            {
                return false;
            }

            IsChanged[--From] = true;
            IsChanged[To--] = false;
            Grow();
            return true;
        }

        private bool TrySlideDown()
        {
            if (To == _tokens.Length - 1 || !IsSame(_tokens[From], _tokens[To + 1]))
            {
                return false;
            }

            IsChanged[From++] = false;
            IsChanged[++To] = true;
            Grow();
            return true;
        }

        private void Grow()
        {
            while (From > 0 && IsChanged[From - 1])
            {
                From--;
            }

            while (To < _tokens.Length - 1 && IsChanged[To + 1])
            {
                To++;
            }
        }
    }
}
