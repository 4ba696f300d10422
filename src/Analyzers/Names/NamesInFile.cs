using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Names;

/// <summary>
/// Where the names that rules look for stand in the text of a file: in its code, and also in comments and literals. All of them are looked
/// for in one pass, without making a node of the syntax tree, and once a file, as an editor compiles anew with each key that is pressed.
/// </summary>
internal sealed class NamesInFile
{
    /// <summary>Stands for the creation of an object, with arguments, of a type that is not named there.</summary>
    public const string New = "new";

    private static readonly ConditionalWeakTable<SyntaxTree, NamesInFile> Files = new();
    private static readonly ConditionalWeakTable<Compilation, bool[]> Compilations = new();
    private static readonly object Lock = new();
    private static volatile Table _names = new([]);

    private Found _found;

    private NamesInFile(SyntaxTree tree, Found found)
    {
        Tree = tree;
        _found = found;
    }

    public SyntaxTree Tree { get; }

    public static NamesInFile Of(SyntaxTree tree, CancellationToken cancellationToken) => Files.TryGetValue(tree, out NamesInFile? known)
        ? known
        : Files.GetValue(tree, file => new NamesInFile(file, Search(file, cancellationToken)));

    /// <summary>Adds names to those that are looked for, and says which they are by their numbers.</summary>
    public static bool[] Add(string[] names)
    {
        lock (Lock)
        {
            var all = new List<string>(_names.Names);
            foreach (string name in names)
            {
                if (!all.Contains(name))
                {
                    all.Add(name);
                }
            }

            if (all.Count > _names.Names.Length)
            {
                _names = new Table(all.ToArray());
            }

            bool[] numbers = new bool[all.Count];
            foreach (string name in names)
            {
                numbers[all.IndexOf(name)] = true;
            }

            return numbers;
        }
    }

    /// <summary>Which of the names, by their numbers, are in any of the files.</summary>
    /// <param name="compilation">The files.</param>
    /// <param name="known">How many names there were when those were added that are asked for.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    public static bool[] AllOf(Compilation compilation, int known, CancellationToken cancellationToken)
    {
        if (Compilations.TryGetValue(compilation, out bool[]? all) && all.Length >= known)
        {
            return all;
        }

        all = new bool[_names.Names.Length];
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            Found found = Of(tree, cancellationToken).Find(all.Length, cancellationToken);
            for (int i = 0; i < found.Count; i++)
            {
                // Names may have been added since.
                if (found.NameAt(i) < all.Length)
                {
                    all[found.NameAt(i)] = true;
                }
            }
        }

        Compilations.Remove(compilation);
        return Compilations.GetValue(compilation, _ => all);
    }

    /// <summary>What has been found, by the names that were known when those were added that are asked for, or later.</summary>
    /// <param name="known">How many names there were then.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    public Found Find(int known, CancellationToken cancellationToken)
    {
        if (_found.Known < known)
        {
            _found = Search(Tree, cancellationToken);
        }

        return _found;
    }

    private static Found Search(SyntaxTree tree, CancellationToken cancellationToken)
    {
        Table names = _names;
        List<(int Position, int Name)>? places = null;
        string text = tree.GetText(cancellationToken).ToString();
        for (int i = 0; i < text.Length;)
        {
            if (!IsPartOfName(text[i]))
            {
                i++;
                continue;
            }

            int start = i++;
            while (i < text.Length && IsPartOfName(text[i]))
            {
                i++;
            }

            int name = names.NumberOf(text, start, i - start);
            if (name >= 0 && (names.Names[name] != New || IsFollowedByArgument(text, i)))
            {
                (places ??= []).Add((start, name));
            }
        }

        if (places is not null && tree.GetRoot(cancellationToken) is CompilationUnitSyntax { Usings: { Count: > 0 } directives })
        {
            AddAliases(directives, names, text, places);
        }

        return new Found(tree, names.Names.Length, places?.ToArray() ?? []);
    }

    /// <summary>Adds the places of what directives let the names be called in the file: <c>using Alias = Namespace.Name;</c></summary>
    private static void AddAliases(
        SyntaxList<UsingDirectiveSyntax> directives, Table names, string text, List<(int Position, int Name)> places)
    {
        foreach (UsingDirectiveSyntax directive in directives)
        {
            if (directive.Alias is not { Name.Identifier.ValueText: { Length: > 0 } alias }
                || directive.Name?.GetLastToken().ValueText is not { Length: > 0 } meant)
            {
                continue;
            }

            int name = names.NumberOf(meant, 0, meant.Length);
            if (name < 0)
            {
                continue;
            }

            foreach (int position in PositionsOf(alias, text))
            {
                places.Add((position, name));
            }
        }

        places.Sort(static (left, right) => left.Position.CompareTo(right.Position));
    }

    /// <summary>Where a name is in a text, and not a part of a longer one.</summary>
    private static IEnumerable<int> PositionsOf(string name, string text)
    {
        for (int at = text.IndexOf(name, StringComparison.Ordinal); at >= 0; at =
            text.IndexOf(name, at + name.Length, StringComparison.Ordinal))
        {
            int end = at + name.Length;
            if ((at == 0 || !IsPartOfName(text[at - 1])) && (end == text.Length || !IsPartOfName(text[end])))
            {
                yield return at;
            }
        }
    }

    /// <summary>Whether a character can be in a name, wherever in it.</summary>
    private static bool IsPartOfName(char c) =>
        c < 128 ? (uint)((c | 0x20) - 'a') <= 'z' - 'a' || (uint)(c - '0') <= 9 || c == '_' : SyntaxFacts.IsIdentifierPartCharacter(c);

    private static bool IsFollowedByArgument(string text, int position)
    {
        SkipSpace();
        if (position >= text.Length || text[position] != '(')
        {
            return false;
        }

        position++;
        SkipSpace();
        return position < text.Length && text[position] != ')';

        void SkipSpace()
        {
            while (position < text.Length && char.IsWhiteSpace(text[position]))
            {
                position++;
            }
        }
    }

    /// <summary>The places of names, in the order of the text.</summary>
    public sealed class Found
    {
        private readonly SyntaxTree _tree;
        private readonly (int Position, int Name)[] _places;

        // Several rules look for the same name. The root stands for nothing.
        private readonly SyntaxNode?[] _nodes;

        public Found(SyntaxTree tree, int known, (int Position, int Name)[] places)
        {
            _tree = tree;
            Known = known;
            _places = places;
            _nodes = new SyntaxNode[places.Length];
        }

        /// <summary>The number of names that were looked for.</summary>
        public int Known { get; }

        public int Count => _places.Length;

        public int NameAt(int place) => _places[place].Name;

        /// <summary>
        /// The node that a name, or keyword, is a token of; null where it is in a comment, a literal, or code that is left out.
        /// </summary>
        public SyntaxNode? NodeAt(int place, CancellationToken cancellationToken)
        {
            if (_nodes[place] is not { } node)
            {
                SyntaxNode root = _tree.GetRoot(cancellationToken);
                int position = _places[place].Position;
                SyntaxToken token = root.FindToken(position);
                bool isName = token.Span.Contains(position)
                    && (token.IsKind(SyntaxKind.IdentifierToken) || SyntaxFacts.IsKeywordKind(token.Kind()));
                node = isName && token.Parent is { } parent ? parent : root;
                _nodes[place] = node;
            }

            return node is CompilationUnitSyntax ? null : node;
        }
    }

    /// <summary>The names by what is read of them at once: their length, and their first and last character.</summary>
    private sealed class Table
    {
        private const int Size = 1024;

        private readonly int[]?[] _numbers = new int[Size][];

        public Table(string[] names)
        {
            Names = names;
            for (int i = 0; i < names.Length; i++)
            {
                string name = names[i];
                int slot = SlotOf(name[0], name[name.Length - 1], name.Length);
                _numbers[slot] = [.. _numbers[slot] ?? [], i];
            }
        }

        public string[] Names { get; }

        /// <summary>The number of the name that is at a place; -1 where it is none of these.</summary>
        public int NumberOf(string text, int start, int length)
        {
            foreach (int number in _numbers[SlotOf(text[start], text[start + length - 1], length)] ?? [])
            {
                string name = Names[number];
                if (name.Length == length && string.CompareOrdinal(text, start, name, 0, length) == 0)
                {
                    return number;
                }
            }

            return -1;
        }

        private static int SlotOf(char first, char last, int length) => ((first * 31) + (last * 7) + length) & (Size - 1);
    }
}
