namespace StreamTuning.Analyzers.Facts;

/// <summary>The properties of models: which a request can set, and the parameters of records, which can have their attributes.</summary>
internal static class ModelProperties
{
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
}
