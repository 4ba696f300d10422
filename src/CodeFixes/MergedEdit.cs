namespace StreamTuning.CodeFixes;

/// <summary>Edits of one document as one, with the imports that they need.</summary>
/// <param name="edits">The edits.</param>
/// <param name="newText">The text with all changes.</param>
/// <param name="changes">All changes, those of imports too, in order.</param>
/// <param name="imports">The changes that import a namespace, with its name.</param>
internal sealed class MergedEdit(
    List<FixEdit> edits, SourceText newText, List<TextChange> changes, IReadOnlyDictionary<TextChange, string> imports)
{
    public List<FixEdit> Edits => edits;

    public SourceText NewText => newText;

    public List<TextChange> Changes => changes;

    public IReadOnlyDictionary<TextChange, string> Imports => imports;

    /// <summary>Where the character at a position of the old text stands in the new one.</summary>
    public int PositionAfter(int position)
    {
        int shift = 0;
        foreach (TextChange change in Changes)
        {
            if (change.Span.Start < position || (change.Span.Start == position && change.Span.IsEmpty))
            {
                shift += (change.NewText?.Length ?? 0) - change.Span.Length;
            }
        }

        return position + shift;
    }

    /// <summary>The span in the new text of code whose first and last characters are not changed.</summary>
    public TextSpan SpanAfter(TextSpan span) => TextSpan.FromBounds(PositionAfter(span.Start), PositionAfter(span.End - 1) + 1);
}

/// <summary>The members outside which an edit changes nothing.</summary>
internal static class ChangedMembers
{
    /// <summary>Their spans in the old text; null where code outside the bodies of members may change its meaning.</summary>
    public static IReadOnlyList<TextSpan>? TryFind(SemanticModel model, MergedEdit edit, CancellationToken cancellationToken)
    {
        SyntaxNode root = model.SyntaxTree.GetRoot(cancellationToken);
        var members = new List<TextSpan>();
        foreach (TextChange change in edit.Changes)
        {
            if (edit.Imports.ContainsKey(change) || members.Exists(member => member.Contains(change.Span)))
            {
                continue;
            }

            if (TryFindMember(root, change.Span) is not { } found)
            {
                return null;
            }

            members.Add(found.Span);
        }

        return NamesImportedType(model, root, edit.Imports.Values, members, cancellationToken) ? null : members;
    }

    /// <summary>The member of a type in whose body or initializer all of the span is.</summary>
    private static MemberDeclarationSyntax? TryFindMember(SyntaxNode root, TextSpan span)
    {
        for (SyntaxNode? node = root.FindNode(span); node is not null; node = node.Parent)
        {
            SyntaxNode? member = node switch
            {
                BlockSyntax or ArrowExpressionClauseSyntax => node.Parent,
                AccessorListSyntax => node.Parent,
                EqualsValueClauseSyntax { Parent: PropertyDeclarationSyntax property } => property,
                EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent.Parent: BaseFieldDeclarationSyntax field } } => field,
                _ => null,
            };
            // A block ends in a brace, which stays.
            int end = node is BlockSyntax or AccessorListSyntax ? node.Span.End - 1 : node.Span.End;
            if (node.Span.Start < span.Start && span.End <= end && member is MemberDeclarationSyntax and not GlobalStatementSyntax)
            {
                return (MemberDeclarationSyntax)member;
            }
        }

        return null;
    }

    /// <summary>Whether code outside those members uses the name of a type or extension method of an imported namespace.</summary>
    private static bool NamesImportedType(
        SemanticModel model, SyntaxNode root, IEnumerable<string> namespaces, List<TextSpan> members, CancellationToken cancellationToken)
    {
        HashSet<string>? names = null;
        foreach (string name in namespaces.Distinct())
        {
            if (TryFindNamespace(model.Compilation, name) is not { } imported)
            {
                continue;
            }

            names ??= NamesOutside(root, members, cancellationToken);
            foreach (INamedTypeSymbol type in imported.GetTypeMembers())
            {
                if (names.Contains(type.Name) || (type.MightContainExtensionMethods && type.MemberNames.Any(names.Contains)))
                {
                    return true;
                }
            }
        }

        return false;
    }

    private static INamespaceSymbol? TryFindNamespace(Compilation compilation, string name)
    {
        INamespaceSymbol? found = compilation.GlobalNamespace;
        foreach (string part in name.Split('.'))
        {
            found = found?.GetMembers(part).OfType<INamespaceSymbol>().FirstOrDefault();
        }

        return found;
    }

    private static HashSet<string> NamesOutside(SyntaxNode root, List<TextSpan> members, CancellationToken cancellationToken)
    {
        HashSet<string> names = [];
        foreach (SyntaxNode node in root.DescendantNodes(node => !members.Contains(node.Span)))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (node is SimpleNameSyntax name)
            {
                names.Add(name.Identifier.ValueText);
            }
        }

        return names;
    }
}
