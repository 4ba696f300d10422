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

    /// <summary>The members of the project that implement or override an abstract one.</summary>
    public static IEnumerable<ISymbol> ImplementationsIn(
        this ISymbol member, Compilation compilation, CancellationToken cancellationToken = default) =>
        compilation.GetSymbolsWithName(member.Name, SymbolFilter.Member, cancellationToken).Where(named => !named.IsAbstract
            && ((named as IMethodSymbol)?.OverriddenMethod.Is(member) == true
                || named.ContainingType.FindImplementationForInterfaceMember(member).Is(named)));
}
