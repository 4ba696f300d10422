namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Finds parameters of methods and records, and properties, by a name in their type: there are many others, so before any symbol is looked
/// at.
/// </summary>
internal static class TypedDeclarations
{
    /// <summary>Those in a file whose types have one of the names.</summary>
    public static List<SyntaxNode> Find(WatchedNames names, SyntaxTree tree, CancellationToken cancellationToken)
    {
        var declarations = new List<SyntaxNode>();
        foreach (SyntaxNode name in names.In(tree, cancellationToken).Find(cancellationToken))
        {
            Add(name, declarations);
        }

        return declarations;
    }

    /// <summary>Adds the declaration that a name is in the type of, if there is one.</summary>
    public static void Add(SyntaxNode name, List<SyntaxNode> declarations)
    {
        SyntaxNode type = name;
        while (type.Parent is TypeSyntax or TypeArgumentListSyntax)
        {
            type = type.Parent;
        }

        bool declares = type.Parent is PropertyDeclarationSyntax
            or ParameterSyntax { Parent.Parent: MethodDeclarationSyntax or RecordDeclarationSyntax };
        if (declares && !declarations.Contains(type.Parent!))
        {
            declarations.Add(type.Parent!);
        }
    }
}
