using System.Collections.Generic;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Analyzers;

/// <summary>
/// Names that a rule looks for. They are part of its object from the beginning, so that those of all rules are known before the first file is searched for them.
/// A name that is written with escape sequences is not found.
/// </summary>
internal sealed class WatchedNames
{
    private readonly bool[] _numbers;
    private readonly bool[]? _withoutNew;
    private readonly bool[] _created;

    /// <param name="names">The names.</param>
    public WatchedNames(params string[] names)
        : this(names, [])
    {
    }

    /// <param name="names">The names.</param>
    /// <param name="created">Those of types of which objects are created, by their names, or, in a file that names such a type at all, without (<c>new(...)</c>).</param>
    public WatchedNames(string[] names, string[] created)
    {
        string[] all = [.. names, .. created];
        _created = NamesInFile.Add(created);
        _numbers = NamesInFile.Add(created.Length == 0 ? all : [.. all, NamesInFile.New]);
        _withoutNew = created.Length == 0 ? null : NamesInFile.Add(all);
    }

    /// <summary>Whether a name may be in any file of a compilation.</summary>
    public bool IsIn(Compilation compilation, CancellationToken cancellationToken)
    {
        bool[] wanted = _withoutNew ?? _numbers;
        bool[] names = NamesInFile.AllOf(compilation, wanted.Length, cancellationToken);
        for (int i = 0; i < wanted.Length; i++)
        {
            if (wanted[i] && names[i])
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Where the names are in a file.</summary>
    public InFile In(SyntaxTree tree, CancellationToken cancellationToken)
    {
        NamesInFile.Found found = NamesInFile.Of(tree, cancellationToken).Find(_numbers.Length, cancellationToken);
        return new InFile(tree, found, _withoutNew is null || IsAny(found, _created, 0, int.MaxValue) ? _numbers : _withoutNew);
    }

    private static bool IsAny(NamesInFile.Found found, bool[] numbers, int start, int end)
    {
        for (int i = found.FirstAt(start); i < found.Count && found.PositionOf(i) < end; i++)
        {
            if (Is(numbers, found.NameAt(i)))
            {
                return true;
            }
        }

        return false;
    }

    private static bool Is(bool[] numbers, int name) => name < numbers.Length && numbers[name];

    /// <summary>The names in a file.</summary>
    public sealed class InFile
    {
        private readonly NamesInFile.Found _found;
        private readonly bool[] _numbers;

        public InFile(SyntaxTree tree, NamesInFile.Found found, bool[] numbers)
        {
            Tree = tree;
            _found = found;
            _numbers = numbers;
            IsThere = IsAny(found, numbers, 0, int.MaxValue);
        }

        public SyntaxTree Tree { get; }

        /// <summary>Whether a name may be in the file: it is in its text, if only in a comment.</summary>
        public bool IsThere { get; }

        /// <summary>Whether a name may be in a part of it.</summary>
        public bool IsIn(TextSpan span) => IsAny(_found, _numbers, span.Start, span.End);

        /// <summary>The nodes that the names and keywords are tokens of, in the order of the file.</summary>
        public IEnumerable<SyntaxNode> Find(CancellationToken cancellationToken) => Find(new TextSpan(0, Tree.Length), cancellationToken);

        /// <summary>Those in a part of it.</summary>
        public IEnumerable<SyntaxNode> Find(TextSpan span, CancellationToken cancellationToken)
        {
            for (int i = _found.FirstAt(span.Start); i < _found.Count && _found.PositionOf(i) < span.End; i++)
            {
                if (Is(_numbers, _found.NameAt(i)) && _found.NodeAt(i, cancellationToken) is { } node)
                {
                    yield return node;
                }
            }
        }
    }
}
