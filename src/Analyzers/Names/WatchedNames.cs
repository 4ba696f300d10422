namespace StreamTuning.Analyzers.Names;

/// <summary>
/// Names that a rule looks for. They are part of its object from the beginning, so that those of all rules are known before the first file
/// is searched for them. A name that is written with escape sequences is not found.
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
    /// <param name="created">
    /// Those of types of which objects are created, by their names, or, in a file that names such a type at all, without (<c>new(...)</c>).
    /// </param>
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

    /// <summary>Whether a name may be in a file: it is in its text, if only in a comment.</summary>
    public bool IsIn(SyntaxTree tree, CancellationToken cancellationToken) => In(tree, cancellationToken).HasNames;

    /// <summary>The uses in a file, in its order.</summary>
    public IEnumerable<SimpleNameSyntax> Find(SyntaxTree tree, CancellationToken cancellationToken)
    {
        foreach (SyntaxNode node in In(tree, cancellationToken).Find(cancellationToken))
        {
            if (node is SimpleNameSyntax name)
            {
                yield return name;
            }
        }
    }

    /// <summary>Where the names are in a file.</summary>
    public InFile In(SyntaxTree tree, CancellationToken cancellationToken)
    {
        NamesInFile.Found found = NamesInFile.Of(tree, cancellationToken).Find(_numbers.Length, cancellationToken);
        return new InFile(found, _withoutNew is null || IsAny(found, _created) ? _numbers : _withoutNew);
    }

    private static bool IsAny(NamesInFile.Found found, bool[] numbers)
    {
        for (int i = 0; i < found.Count; i++)
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

        public InFile(NamesInFile.Found found, bool[] numbers)
        {
            _found = found;
            _numbers = numbers;
            HasNames = IsAny(found, numbers);
        }

        /// <summary>Whether a name may be in the file: it is in its text, if only in a comment.</summary>
        public bool HasNames { get; }

        /// <summary>The nodes that the names and keywords are tokens of, in the order of the file.</summary>
        public IEnumerable<SyntaxNode> Find(CancellationToken cancellationToken)
        {
            for (int i = 0; i < _found.Count; i++)
            {
                if (Is(_numbers, _found.NameAt(i)) && _found.NodeAt(i, cancellationToken) is { } node)
                {
                    yield return node;
                }
            }
        }
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
