using System.Linq;

namespace StreamTuning.Analyzers.Api;

/// <summary>Compares symbols with known ones.</summary>
internal static class SymbolExtensions
{
    public static bool Is(this ISymbol? symbol, ISymbol? known) =>
        known is not null && SymbolEqualityComparer.Default.Equals(symbol, known);

    /// <summary>Whether a type is <c>System.BinaryData</c>, which comes with packages of several names.</summary>
    public static bool IsBinaryData(this ITypeSymbol? type) =>
        type is { Name: "BinaryData", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } };

    /// <summary>The name of the outermost namespace that a symbol is in; empty for those that are in none.</summary>
    public static string? RootNamespace(this ISymbol symbol)
    {
        INamespaceSymbol? scope = symbol.ContainingNamespace;
        while (scope is { ContainingNamespace: { IsGlobalNamespace: false } outer })
        {
            scope = outer;
        }

        return scope?.Name;
    }

    /// <summary>Whether a type is the other, or a class derived from it.</summary>
    public static bool DerivesFrom(this ITypeSymbol? type, ITypeSymbol? known)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (type.Is(known))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a type implements an interface, itself or in a base class.</summary>
    public static bool Implements(this ITypeSymbol type, ITypeSymbol? known) =>
        type.AllInterfaces.Any(implemented => implemented.Is(known));

    /// <summary>
    /// The members that implement one of an interface for the types of the project, which may be those of base types or explicit, or that
    /// override one of a class.
    /// </summary>
    public static IEnumerable<ISymbol> ImplementationsIn(
        this ISymbol member, Compilation compilation, CancellationToken cancellationToken = default) =>
        member.ContainingType.TypeKind == TypeKind.Interface
            ? compilation.GetSymbolsWithName(static _ => true, SymbolFilter.Type, cancellationToken).OfType<INamedTypeSymbol>()
                .Where(type => type.TypeKind is TypeKind.Class or TypeKind.Struct && type.Implements(member.ContainingType))
                .Select(type => type.FindImplementationForInterfaceMember(member)!)
                .Where(static implementation => implementation is not null)
                .Distinct<ISymbol>(SymbolEqualityComparer.Default)
            : compilation.GetSymbolsWithName(member.Name, SymbolFilter.Member, cancellationToken)
                .Where(named => (named as IMethodSymbol)?.OverriddenMethod.Is(member) == true);
}
