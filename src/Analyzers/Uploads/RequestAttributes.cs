using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>Finds attributes where reflection finds them that looks at inherited ones too.</summary>
internal static class RequestAttributes
{
    /// <summary>Whether the type or one of its base classes has the attribute, or one derived from it.</summary>
    public static bool Has(ITypeSymbol type, INamedTypeSymbol? attribute)
    {
        for (ITypeSymbol? current = type; current is not null && attribute is not null; current = current.BaseType)
        {
            if (HasItself(current, attribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the method or one that it overrides has the attribute, or one derived from it.</summary>
    public static bool Has(IMethodSymbol method, INamedTypeSymbol? attribute)
    {
        for (IMethodSymbol? current = method; current is not null && attribute is not null; current = current.OverriddenMethod)
        {
            if (HasItself(current, attribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the property or one that it overrides has the attribute, or one derived from it.</summary>
    public static bool Has(IPropertySymbol property, INamedTypeSymbol? attribute)
    {
        for (IPropertySymbol? current = property; current is not null && attribute is not null; current = current.OverriddenProperty)
        {
            if (HasItself(current, attribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the parameter, or that of a method that its own overrides, has the attribute, or one derived from it.</summary>
    public static bool Has(IParameterSymbol parameter, INamedTypeSymbol? attribute)
    {
        if (attribute is null)
        {
            return false;
        }

        for (IMethodSymbol? method = parameter.ContainingSymbol as IMethodSymbol; method is not null; method = method.OverriddenMethod)
        {
            if (parameter.Ordinal < method.Parameters.Length && HasItself(method.Parameters[parameter.Ordinal], attribute))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the symbol itself has the attribute, or one derived from it; where it is an interface, one that implements it.</summary>
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
            if (present.AttributeClass is { } type && (Values.DerivesFrom(type, attribute) || (attribute.TypeKind == TypeKind.Interface && Implements(type, attribute))))
            {
                return present;
            }
        }

        return null;
    }

    private static bool Implements(INamedTypeSymbol type, INamedTypeSymbol known)
    {
        foreach (INamedTypeSymbol implemented in type.AllInterfaces)
        {
            if (Values.Is(implemented, known))
            {
                return true;
            }
        }

        return false;
    }
}
