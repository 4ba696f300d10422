namespace StreamTuning.Analyzers.Facts;

/// <summary>The types to which ASP.NET Core binds the files of a form.</summary>
internal static class FormFiles
{
    public static bool IsFile(ITypeSymbol? type, KnownTypes types) => type switch
    {
        { Name: "IFormFile" } => type.Is(types.FormFile),
        { Name: "FormFile" } => type.Is(types.FormFileClass),
        _ => false,
    };

    /// <summary>Whether the type is a file of a form, or a collection of them.</summary>
    public static bool IsFileOrFiles(ITypeSymbol? type, KnownTypes types) => type switch
    {
        IArrayTypeSymbol array => IsFile(array.ElementType, types),
        INamedTypeSymbol { SpecialType: SpecialType.None } named =>
            IsFile(named, types) || (MayBeSequence(named, types) && IsSequence(named, types)),
        _ => false,
    };

    /// <summary>To list the interfaces of each type that there is takes too long: most have nothing to do with files.</summary>
    private static bool MayBeSequence(INamedTypeSymbol type, KnownTypes types)
    {
        if (type.IsGenericType)
        {
            foreach (ITypeSymbol argument in type.TypeArguments)
            {
                if (IsFile(argument, types))
                {
                    return true;
                }
            }
        }

        return type.Name is "IFormFileCollection" or "FormFileCollection"
            || (type.ContainingAssembly is ISourceAssemblySymbol
                && (!type.Interfaces.IsEmpty || type.BaseType is { SpecialType: SpecialType.None }));
    }

    private static bool IsSequence(INamedTypeSymbol type, KnownTypes types)
    {
        if (type.TypeKind is not (TypeKind.Class or TypeKind.Interface or TypeKind.Struct))
        {
            return false;
        }

        if (IsSequenceItself(type, types))
        {
            return true;
        }

        foreach (INamedTypeSymbol implemented in type.AllInterfaces)
        {
            if (IsSequenceItself(implemented, types))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsSequenceItself(INamedTypeSymbol type, KnownTypes types) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T && IsFile(type.TypeArguments[0], types);
}

/// <summary>
/// Finds the parameters of methods and records, and the properties, that may be files of forms or collections of them: by the names in
/// their types, before any symbol is looked at.
/// </summary>
internal sealed class FormFileDeclarations
{
    /// <summary>The names of the types of the framework.</summary>
    public static readonly WatchedNames Names = new("IFormFile", "FormFile", "IFormFileCollection", "FormFileCollection");

    private readonly Compilation _compilation;
    private HashSet<string>? _ownNames;

    public FormFileDeclarations(Compilation compilation) => _compilation = compilation;

    /// <summary>Whether there may be any in a file, lambdas and local functions with such parameters included.</summary>
    public bool MayBeIn(SyntaxTree tree, CancellationToken cancellationToken) =>
        Names.In(tree, cancellationToken).HasNames || OwnNames(cancellationToken).Count > 0;

    /// <summary>Those of a file.</summary>
    public List<SyntaxNode> In(SyntaxTree tree, CancellationToken cancellationToken)
    {
        List<SyntaxNode> declarations = TypedDeclarations.Find(Names, tree, cancellationToken);
        HashSet<string> own = OwnNames(cancellationToken);
        if (own.Count > 0)
        {
            foreach (SyntaxNode node in tree.GetRoot(cancellationToken).DescendantNodes(
                static node =>
                    node is not (StatementSyntax or EqualsValueClauseSyntax or ArrowExpressionClauseSyntax or AttributeListSyntax)))
            {
                if (node is SimpleNameSyntax name && own.Contains(name.Identifier.ValueText))
                {
                    TypedDeclarations.Add(name, declarations);
                }
            }
        }

        return declarations;
    }

    private HashSet<string> OwnNames(CancellationToken cancellationToken) => _ownNames ??= FindOwnNames(cancellationToken);

    /// <summary>
    /// The names that the project itself gives to files, or to collections of them: of classes that derive from these, and in directives.
    /// </summary>
    private HashSet<string> FindOwnNames(CancellationToken cancellationToken)
    {
        var names = new HashSet<string>();
        foreach (SyntaxTree tree in _compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (SyntaxNode name in Names.In(tree, cancellationToken).Find(cancellationToken))
            {
                if (name.FirstAncestorOrSelf<BaseListSyntax>() is { Parent: BaseTypeDeclarationSyntax type })
                {
                    names.Add(type.Identifier.ValueText);
                }
                else if (name.FirstAncestorOrSelf<UsingDirectiveSyntax>() is { Alias.Name.Identifier.ValueText: { } alias })
                {
                    names.Add(alias);
                }
            }
        }

        return names;
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
