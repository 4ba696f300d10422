using System.Collections.Generic;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Analyzers;

/// <summary>
/// Names that a rule looks for. They are part of its object from the beginning, so that those of all rules are known before the first file is searched for them.
/// A name that is written with escape sequences is not found.
/// </summary>
internal sealed class WatchedNames
{
    private readonly bool[] _numbers;

    /// <param name="names">The names; <see cref="NamesInFile.New"/> among them finds objects whose type is not named where they are created.</param>
    public WatchedNames(params string[] names) => _numbers = NamesInFile.Add(names);

    /// <summary>The nodes that the names and keywords are tokens of, in a part of a file, in its order.</summary>
    public IEnumerable<SyntaxNode> Find(NamesInFile file, TextSpan span, CancellationToken cancellationToken)
    {
        NamesInFile.Found found = file.Find(_numbers.Length, cancellationToken);
        for (int i = found.FirstAt(span.Start); i < found.Count && found.PositionOf(i) < span.End; i++)
        {
            if (Is(found.NameAt(i)) && found.NodeAt(i, cancellationToken) is { } node)
            {
                yield return node;
            }
        }
    }

    /// <summary>Whether a name may be in any file of a compilation.</summary>
    public bool IsIn(Compilation compilation, CancellationToken cancellationToken)
    {
        bool[] names = NamesInFile.AllOf(compilation, _numbers.Length, cancellationToken);
        for (int i = 0; i < _numbers.Length; i++)
        {
            if (_numbers[i] && names[i])
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a name may be in a file: it is in its text, if only in a comment.</summary>
    public bool IsIn(SyntaxTree tree, CancellationToken cancellationToken) => IsIn(NamesInFile.Of(tree, cancellationToken), new TextSpan(0, tree.Length), cancellationToken);

    /// <summary>Whether a name may be in a part of a file.</summary>
    public bool IsIn(NamesInFile file, TextSpan span, CancellationToken cancellationToken)
    {
        NamesInFile.Found found = file.Find(_numbers.Length, cancellationToken);
        for (int i = found.FirstAt(span.Start); i < found.Count && found.PositionOf(i) < span.End; i++)
        {
            if (Is(found.NameAt(i)))
            {
                return true;
            }
        }

        return false;
    }

    private bool Is(int name) => name < _numbers.Length && _numbers[name];
}
