using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Names;

/// <summary>
/// Names that a rule looks for in the text of files: in code, and also in comments and literals. They are part of its object from the
/// beginning, so that those of all rules are looked for at once. A name that is written with escape sequences is not found.
/// </summary>
internal sealed class WatchedNames
{
    /// <summary>The number of <c>new(...)</c>: an object is created, with arguments, of a type that is not named there.</summary>
    private const int New = 0;

    private static readonly object Lock = new();
    private static volatile Index _index = new([("new", New)]);

    private readonly HashSet<int> _names;
    private readonly HashSet<int> _created;

    /// <param name="names">The names.</param>
    public WatchedNames(params string[] names)
        : this(names, [])
    {
    }

    /// <param name="names">The names.</param>
    /// <param name="created">
    /// Those of types of which objects are created, by their names, or, in a file that names such a type at all, without (<c>new(...)</c>).
    /// </param>
    public WatchedNames(string[] names, string[] created)
    {
        _created = Number(created);
        _names = [.. _created, .. Number(names)];
    }

    /// <summary>Whether a name may be in any file of a compilation.</summary>
    public bool IsIn(Compilation compilation, CancellationToken cancellationToken) =>
        _index.NamesIn(compilation, cancellationToken).Overlaps(_names);

    /// <summary>The uses in a file, in its order.</summary>
    public IEnumerable<SimpleNameSyntax> Find(SyntaxTree tree, CancellationToken cancellationToken) =>
        NodesIn(tree, cancellationToken).OfType<SimpleNameSyntax>();

    /// <summary>The nodes that the names and keywords in a file are tokens of, in its order.</summary>
    public IEnumerable<SyntaxNode> NodesIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        Place[] places = _index.PlacesIn(tree, cancellationToken);
        bool namesCreated = _created.Count > 0 && Array.Exists(places, place => _created.Contains(place.Name));
        foreach (Place place in places)
        {
            if ((place.Name == New ? namesCreated : _names.Contains(place.Name)) && place.NodeIn(tree, cancellationToken) is { } node)
            {
                yield return node;
            }
        }
    }

    /// <summary>The numbers of names, which are looked for from now on.</summary>
    private static HashSet<int> Number(string[] names)
    {
        lock (Lock)
        {
            List<(string Name, int Number)> all = [.. _index.Names];
            foreach (string name in names)
            {
                if (!all.Exists(known => known.Name == name))
                {
                    all.Add((name, all.Count));
                }
            }

            if (all.Count > _index.Names.Length)
            {
                _index = new Index(all.ToArray());
            }

            return [.. all.FindAll(known => Array.IndexOf(names, known.Name) >= 0).Select(known => known.Number)];
        }
    }

    /// <summary>A name in the text of a file.</summary>
    private sealed class Place(int name, int position)
    {
        // Several rules look for the same name. The root stands for nothing.
        private SyntaxNode? _node;

        public int Name => name;

        /// <summary>The node that the name, or keyword, is a token of; null in a comment, a literal, or code that is left out.</summary>
        public SyntaxNode? NodeIn(SyntaxTree tree, CancellationToken cancellationToken)
        {
            if (_node is null)
            {
                SyntaxNode root = tree.GetRoot(cancellationToken);
                SyntaxToken token = root.FindToken(position);
                bool isName = token.Span.Contains(position)
                    && (token.IsKind(SyntaxKind.IdentifierToken) || SyntaxFacts.IsKeywordKind(token.Kind()));
                _node = isName && token.Parent is { } parent ? parent : root;
            }

            return _node is CompilationUnitSyntax ? null : _node;
        }
    }

    /// <summary>
    /// Where names are, found in one pass over each text, without making a node of the syntax tree, and once a file, as an editor compiles
    /// anew with each key that is pressed. Another name makes another index, which has searched no file yet.
    /// </summary>
    private sealed class Index
    {
        private readonly ConditionalWeakTable<SyntaxTree, Place[]> _files = new();
        private readonly ConditionalWeakTable<Compilation, HashSet<int>> _compilations = new();

        // By what is read of a name at once: its length, and its first and last character.
        private readonly (string Name, int Number)[]?[] _slots = new (string, int)[1024][];

        public Index((string Name, int Number)[] names)
        {
            Names = names;
            foreach ((string Name, int Number) name in names)
            {
                ref (string, int)[]? slot = ref SlotOf(name.Name, 0, name.Name.Length);
                slot = [.. slot ?? [], name];
            }
        }

        public (string Name, int Number)[] Names { get; }

        /// <summary>The names that are in any file.</summary>
        public HashSet<int> NamesIn(Compilation compilation, CancellationToken cancellationToken) =>
            _compilations.TryGetValue(compilation, out HashSet<int>? known) ? known : _compilations.GetValue(compilation, unknown =>
            {
                HashSet<int> names = [];
                foreach (SyntaxTree tree in unknown.SyntaxTrees)
                {
                    foreach (Place place in PlacesIn(tree, cancellationToken))
                    {
                        names.Add(place.Name);
                    }
                }

                return names;
            });

        /// <summary>The places in a file, in its order.</summary>
        public Place[] PlacesIn(SyntaxTree tree, CancellationToken cancellationToken) =>
            _files.TryGetValue(tree, out Place[]? known) ? known : _files.GetValue(tree, unknown =>
            {
                string text = unknown.GetText(cancellationToken).ToString();
                Place[] places = Search(text);
                return places.Length > 0 && WithAliases(unknown.GetRoot(cancellationToken)) is { } index ? index.Search(text) : places;
            });

        private Place[] Search(string text)
        {
            List<Place>? places = null;
            for (int i = 0; i < text.Length; i++)
            {
                int start = i;
                while (i < text.Length && IsPartOfName(text[i]))
                {
                    i++;
                }

                if (i == start || SlotOf(text, start, i - start) is not { } slot)
                {
                    continue;
                }

                foreach ((string name, int number) in slot)
                {
                    if (name.Length == i - start
                        && string.CompareOrdinal(text, start, name, 0, name.Length) == 0
                        && (number != New || IsFollowedByArgument(text, i)))
                    {
                        (places ??= []).Add(new Place(number, start));
                    }
                }
            }

            return places?.ToArray() ?? [];
        }

        /// <summary>
        /// With what the directives of a file let the names be called, <c>using Alias = Namespace.Name;</c>; null without such.
        /// </summary>
        private Index? WithAliases(SyntaxNode root)
        {
            List<(string Name, int Number)> names = [.. Names];
            foreach (UsingDirectiveSyntax directive in ((CompilationUnitSyntax)root).Usings)
            {
                if (directive.Alias is { Name.Identifier.ValueText: { Length: > 0 } alias }
                    && directive.Name?.GetLastToken().ValueText is { } meant
                    && meant != alias
                    && Array.Find(Names, name => name.Name == meant) is { Name: not null } named)
                {
                    names.Add((alias, named.Number));
                }
            }

            return names.Count > Names.Length ? new Index(names.ToArray()) : null;
        }

        /// <summary>Whether a character can be in a name, wherever in it.</summary>
        private static bool IsPartOfName(char c) =>
            c < 128 ? (uint)((c | 0x20) - 'a') <= 'z' - 'a' || (uint)(c - '0') <= 9 || c == '_' : SyntaxFacts.IsIdentifierPartCharacter(c);

        private static bool IsFollowedByArgument(string text, int position)
        {
            ReadOnlySpan<char> rest = text.AsSpan(position).TrimStart();
            return rest.Length > 1 && rest[0] == '(' && rest.Slice(1).TrimStart() is { IsEmpty: false } first && first[0] != ')';
        }

        private ref (string Name, int Number)[]? SlotOf(string text, int start, int length) =>
            ref _slots[((text[start] * 31) + (text[start + length - 1] * 7) + length) & (_slots.Length - 1)];
    }
}

/// <summary>What is written with a name.</summary>
internal static class NamedNodes
{
    /// <summary>The call, creation, assignment or reference that is written with a name; null where it stands for something else.</summary>
    public static SyntaxNode? At(SyntaxNode name)
    {
        if (name is not SimpleNameSyntax simple)
        {
            return name as ImplicitObjectCreationExpressionSyntax;
        }

        SyntaxNode whole = simple.Parent switch
        {
            MemberAccessExpressionSyntax access when access.Name == simple => access,
            MemberBindingExpressionSyntax binding => binding,
            QualifiedNameSyntax qualified when qualified.Right == simple => qualified,
            AliasQualifiedNameSyntax qualified => qualified,
            _ => simple,
        };
        return whole.Parent switch
        {
            InvocationExpressionSyntax call when call.Expression == whole => call,
            ObjectCreationExpressionSyntax creation when creation.Type == whole => creation,
            AssignmentExpressionSyntax assignment when assignment.Left == whole => assignment,
            _ => whole is QualifiedNameSyntax or AliasQualifiedNameSyntax ? null : whole,
        };
    }
}
