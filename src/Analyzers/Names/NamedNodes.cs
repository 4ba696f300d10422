namespace StreamTuning.Analyzers.Names;

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
