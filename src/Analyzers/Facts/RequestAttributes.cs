namespace StreamTuning.Analyzers.Facts;

/// <summary>Finds attributes where reflection finds them that looks at inherited ones too.</summary>
internal static class RequestAttributes
{
    /// <summary>Whether the type or one of its base classes has the attribute, or one derived from it.</summary>
    public static bool Has(ITypeSymbol type, INamedTypeSymbol? attribute)
    {
        for (ITypeSymbol? current = type; current is not null
            && attribute is not null
            && current.SpecialType != SpecialType.System_Object; current = current.BaseType)
        {
            if (HasItself(current, attribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the method, property or parameter, or the one that it overrides, has the attribute, or one derived from it.
    /// </summary>
    public static bool Has(ISymbol member, INamedTypeSymbol? attribute)
    {
        for (ISymbol? current = member; current is not null && attribute is not null; current = Overridden(current))
        {
            if (HasItself(current, attribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether an attribute says that a value comes from the path, query, headers, services or from what a binder of its own finds.
    /// </summary>
    public static bool BindElsewhere(ISymbol symbol, KnownTypes types)
    {
        for (ISymbol? current = symbol; current is not null; current = Overridden(current))
        {
            if (HasItself(current, types.FromQueryMetadata)
                || HasItself(current, types.FromRouteMetadata)
                || HasItself(current, types.FromHeaderMetadata)
                || HasItself(current, types.FromServiceMetadata)
                || HasItself(current, types.FromKeyedServicesAttribute)
                || HasItself(current, types.ModelBinderAttribute)
                || HasItself(current, types.BindNeverAttribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the symbol itself has the attribute, or one derived from it; where it is an interface, one that implements it.
    /// </summary>
    public static bool HasItself(ISymbol symbol, INamedTypeSymbol? attribute) => Find(symbol, attribute) is not null;

    /// <summary>The attribute of the symbol itself that is of the type, or derived from it or an implementation of it.</summary>
    public static AttributeData? Find(ISymbol symbol, INamedTypeSymbol? attribute)
    {
        if (attribute is null)
        {
            return null;
        }

        foreach (AttributeData present in symbol.GetAttributes())
        {
            if (present.AttributeClass is { } type
                && (type.DerivesFrom(attribute) || (attribute.TypeKind == TypeKind.Interface && type.Implements(attribute))))
            {
                return present;
            }
        }

        return null;
    }

    private static ISymbol? Overridden(ISymbol member) => member switch
    {
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        IParameterSymbol { ContainingSymbol: IMethodSymbol { OverriddenMethod: { } overridden }, Ordinal: var ordinal } =>
            overridden.Parameters[ordinal],
        _ => null,
    };
}
