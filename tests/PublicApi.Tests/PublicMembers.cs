using Microsoft.CodeAnalysis;

namespace StreamTuning.PublicApi;

/// <summary>The symbols of an assembly that others can use.</summary>
internal static class PublicMembers
{
    public static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol container) =>
        container.GetMembers()
            .SelectMany(member => member switch
            {
                INamespaceSymbol space => Types(space),
                INamedTypeSymbol type when IsVisible(type) => Types(type).Prepend(type),
                _ => [],
            });

    /// <summary>The members of a type that others see, accessors in place of properties.</summary>
    public static IEnumerable<ISymbol> Members(INamedTypeSymbol type) =>
        type.GetMembers().Where(member => IsVisible(member) && member is not (INamedTypeSymbol or IPropertySymbol or IEventSymbol) && !IsOfEveryType(member));

    private static bool IsVisible(ISymbol symbol) =>
        symbol.DeclaredAccessibility switch
        {
            Accessibility.Public => true,
            Accessibility.Protected or Accessibility.ProtectedOrInternal => symbol.ContainingType is { IsSealed: false },
            _ => false,
        }
        && (symbol.ContainingType is null || IsVisible(symbol.ContainingType));

    /// <summary>What enumerations and structures have in any case.</summary>
    private static bool IsOfEveryType(ISymbol member) =>
        member.IsImplicitlyDeclared && member is IMethodSymbol { MethodKind: MethodKind.Constructor } or IFieldSymbol { ContainingType.TypeKind: TypeKind.Enum, HasConstantValue: false };
}
