using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.Analyzers;

/// <summary>
/// Finds uses of certain names in all of a compilation. Most files have none of them: so their text is searched first, without making a node of the syntax tree, and
/// once a file, as an editor compiles anew with each key that is pressed.
/// </summary>
internal sealed class NameFinder
{
    private static readonly int[] None = [];

    private readonly ConditionalWeakTable<SyntaxTree, int[]> _positions = new();
    private readonly string[] _names;

    /// <param name="names">The names.</param>
    public NameFinder(params string[] names) => _names = names;

    /// <summary>Where a name is in a text, and not a part of a longer one.</summary>
    public static IEnumerable<int> PositionsOf(string name, string text)
    {
        for (int at = text.IndexOf(name, StringComparison.Ordinal); at >= 0; at = text.IndexOf(name, at + name.Length, StringComparison.Ordinal))
        {
            int end = at + name.Length;
            if ((at == 0 || !IsPartOfName(text[at - 1])) && (end == text.Length || !IsPartOfName(text[end])))
            {
                yield return at;
            }
        }
    }

    /// <summary>Whether a character can be in a name, wherever in it.</summary>
    public static bool IsPartOfName(char c) =>
        c < 128 ? (uint)((c | 0x20) - 'a') <= 'z' - 'a' || (uint)(c - '0') <= 9 || c == '_' : SyntaxFacts.IsIdentifierPartCharacter(c);

    /// <summary>The uses in a file, in its order. A name that is written with escape sequences is not found.</summary>
    public IEnumerable<SimpleNameSyntax> Find(SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (int position in Positions(tree, cancellationToken))
        {
            // In a comment, a literal or code that is left out it is none.
            SyntaxToken token = tree.GetRoot(cancellationToken).FindToken(position);
            if (token.IsKind(SyntaxKind.IdentifierToken) && token.Span.Contains(position) && token.Parent is SimpleNameSyntax name)
            {
                yield return name;
            }
        }
    }

    /// <summary>Whether a name may be in a file: it is in its text, if only in a comment.</summary>
    public bool IsIn(SyntaxTree tree, CancellationToken cancellationToken) => Positions(tree, cancellationToken).Length > 0;

    private int[] Positions(SyntaxTree tree, CancellationToken cancellationToken) => _positions.TryGetValue(tree, out int[]? positions)
        ? positions
        : _positions.GetValue(tree, file => Search(file.GetText(cancellationToken).ToString()));

    private int[] Search(string text)
    {
        List<int>? positions = null;
        foreach (string name in _names)
        {
            foreach (int position in PositionsOf(name, text))
            {
                (positions ??= []).Add(position);
            }
        }

        positions?.Sort();
        return positions?.ToArray() ?? None;
    }
}
