using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>Finds attributes where reflection finds them that looks at inherited ones too.</summary>
internal static class RequestAttributes
{
    /// <summary>
    /// Whether a type or one of its base classes, or a method, property or parameter or the one that it overrides, has the attribute, or
    /// one derived from it.
    /// </summary>
    public static bool Has(ISymbol symbol, INamedTypeSymbol? attribute)
    {
        for (ISymbol? current = symbol; current is not null && attribute is not null; current = Inherited(current))
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
    public static bool BindElsewhere(ISymbol symbol, KnownTypes types) => types.BindingElsewhere.Any(each => Has(symbol, each));

    /// <summary>
    /// Whether the symbol itself has the attribute, or one derived from it; where it is an interface, one that implements it.
    /// </summary>
    public static bool HasItself(ISymbol symbol, INamedTypeSymbol? attribute) => Find(symbol, attribute) is not null;

    /// <summary>The attribute of the symbol itself that is of the type, or derived from it or an implementation of it.</summary>
    public static AttributeData? Find(ISymbol symbol, INamedTypeSymbol? attribute) =>
        attribute is null ? null : symbol.GetAttributes().FirstOrDefault(present => present.AttributeClass is { } type
            && (type.DerivesFrom(attribute) || (attribute.TypeKind == TypeKind.Interface && type.Implements(attribute))));

    private static ISymbol? Inherited(ISymbol symbol) => symbol switch
    {
        ITypeSymbol type => type.BaseType,
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        IParameterSymbol { ContainingSymbol: IMethodSymbol { OverriddenMethod: { } overridden }, Ordinal: var ordinal } =>
            overridden.Parameters[ordinal],
        _ => null,
    };
}
