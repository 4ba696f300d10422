namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells which properties of models a request can set.</summary>
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
}
