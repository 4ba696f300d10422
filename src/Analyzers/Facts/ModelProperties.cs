namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// What is said about the properties of models, whether at the property or at the parameter of a record that it is made of.
/// </summary>
internal static class ModelProperties
{
    /// <summary>The parameter of the primary constructor that a property of a record is made of; null where there is none.</summary>
    public static IParameterSymbol? ParameterOf(IPropertySymbol property)
    {
        if (property.ContainingType is not { IsRecord: true } record || property.DeclaringSyntaxReferences.Length != 1)
        {
            return null;
        }

        foreach (IMethodSymbol constructor in record.InstanceConstructors)
        {
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                // The property is declared by the parameter.
                if (parameter.Name == property.Name
                    && parameter.DeclaringSyntaxReferences is { Length: 1 } declarations
                    && declarations[0].SyntaxTree == property.DeclaringSyntaxReferences[0].SyntaxTree
                    && declarations[0].Span == property.DeclaringSyntaxReferences[0].Span)
                {
                    return parameter;
                }
            }
        }

        return null;
    }

    /// <summary>
    /// The property that a declaration makes: itself, or of a record the one that a parameter of its primary constructor makes; null where
    /// there is none.
    /// </summary>
    public static IPropertySymbol? DeclaredBy(ISymbol declared) =>
        declared is IParameterSymbol parameter ? PropertyOf(parameter) : declared as IPropertySymbol;

    /// <summary>The property of a record that a parameter of its primary constructor makes; null where there is none.</summary>
    private static IPropertySymbol? PropertyOf(IParameterSymbol parameter)
    {
        if (parameter.ContainingSymbol is not IMethodSymbol { MethodKind: MethodKind.Constructor, ContainingType: { } type })
        {
            return null;
        }

        foreach (ISymbol member in type.GetMembers(parameter.Name))
        {
            if (member is IPropertySymbol property && SymbolEqualityComparer.Default.Equals(ParameterOf(property), parameter))
            {
                return property;
            }
        }

        return null;
    }

    /// <summary>Whether the property, or the parameter that it is made of, has the attribute or one derived from it.</summary>
    public static bool Has(IPropertySymbol property, INamedTypeSymbol? attribute) =>
        RequestAttributes.Has(property, attribute)
            || (ParameterOf(property) is { } parameter && RequestAttributes.HasItself(parameter, attribute));

    /// <summary>Whether a request can set the property: it has a setter, or a constructor is given its value.</summary>
    public static bool IsSet(IPropertySymbol property)
    {
        if (property.SetMethod is { DeclaredAccessibility: Accessibility.Public })
        {
            return true;
        }

        foreach (IMethodSymbol constructor in property.ContainingType.InstanceConstructors)
        {
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                if (string.Equals(parameter.Name, property.Name, StringComparison.OrdinalIgnoreCase)
                    && SymbolEqualityComparer.Default.Equals(parameter.Type, property.Type))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether the property keeps a collection, to which what is bound can be added, and does not compute one.</summary>
    public static bool IsCollectionKept(IPropertySymbol property)
    {
        if (property.Type is not INamedTypeSymbol { IsGenericType: true })
        {
            return false;
        }

        foreach (ISymbol member in property.ContainingType.GetMembers())
        {
            if (member is IFieldSymbol { AssociatedSymbol: { } associated } && SymbolEqualityComparer.Default.Equals(associated, property))
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>
/// Tells the types that hold, themselves or in what they hold, a file of a form or an array of bytes; without looking at attributes, which
/// cost more.
/// </summary>
internal sealed class ModelsWithContent
{
    private readonly KnownTypes _types;
    private readonly Dictionary<ITypeSymbol, bool> _known = new(SymbolEqualityComparer.Default);

    public ModelsWithContent(KnownTypes types) => _types = types;

    /// <summary>Whether there is content in a type.</summary>
    public bool IsIn(ITypeSymbol type)
    {
        if (IsSimple(type))
        {
            return false;
        }

        if (!_known.TryGetValue(type, out bool isIn))
        {
            var seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
            isIn = Search(type, seen, depth: 0);
            _known[type] = isIn;
            if (!isIn)
            {
                // Nor is there any in what it holds.
                foreach (ITypeSymbol other in seen)
                {
                    _known[other] = false;
                }
            }
        }

        return isIn;
    }

    /// <summary>
    /// Whether the type of a library holds what it is generic in, as collections do: of a patch or a reply that is not so.
    /// </summary>
    public static bool HoldsArguments(INamedTypeSymbol type)
    {
        if (!type.IsGenericType)
        {
            return false;
        }

        if (type.OriginalDefinition.SpecialType is SpecialType.System_Nullable_T or SpecialType.System_Collections_Generic_IEnumerable_T
            || type.Name == "KeyValuePair")
        {
            return true;
        }

        foreach (INamedTypeSymbol implemented in type.AllInterfaces)
        {
            if (implemented.SpecialType == SpecialType.System_Collections_IEnumerable)
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsSimple(ITypeSymbol type) =>
        type.SpecialType != SpecialType.None || type.TypeKind is TypeKind.Enum or TypeKind.TypeParameter;

    private bool Search(ITypeSymbol type, HashSet<ITypeSymbol> seen, int depth)
    {
        // A generic type may hold itself of ever larger types.
        const int deepest = 8;
        switch (type)
        {
            case IArrayTypeSymbol array:
                return IsContent(array) || Search(array.ElementType, seen, depth);

            case INamedTypeSymbol named when !IsSimple(named):
                if (_known.TryGetValue(named, out bool isIn))
                {
                    return isIn;
                }

                if (IsContent(named) || depth > deepest)
                {
                    return true;
                }

                depth += named.IsGenericType ? 1 : 0;
                return seen.Add(named)
                    && (named.Locations is { Length: > 0 } locations && locations[0].IsInSource
                        ? SearchMembers(named, seen, depth)
                        : HoldsArguments(named) && SearchArguments(named, seen, depth));

            default:
                return false;
        }
    }

    private bool SearchArguments(INamedTypeSymbol type, HashSet<ITypeSymbol> seen, int depth)
    {
        foreach (ITypeSymbol argument in type.TypeArguments)
        {
            if (Search(argument, seen, depth))
            {
                return true;
            }
        }

        return false;
    }

    private bool SearchMembers(INamedTypeSymbol type, HashSet<ITypeSymbol> seen, int depth)
    {
        if (type.TypeKind is not (TypeKind.Class or TypeKind.Struct))
        {
            return false;
        }

        foreach (ISymbol member in type.GetMembers())
        {
            if (member is IPropertySymbol { IsStatic: false, DeclaredAccessibility: Accessibility.Public } property
                && Search(property.Type, seen, depth))
            {
                return true;
            }
        }

        return type.BaseType is { } inherited && Search(inherited, seen, depth);
    }

    private bool IsContent(ITypeSymbol type) =>
        type is IArrayTypeSymbol { Rank: 1, ElementType.SpecialType: SpecialType.System_Byte } || FormFiles.IsFileOrFiles(type, _types);
}
