namespace StreamTuning.Analyzers.Api;

/// <summary>
/// The operating systems that code says it is for, with attributes of <c>System.Runtime.Versioning</c> or by the name of its type.
/// </summary>
internal static class Platforms
{
    private const string Windows = "windows";

    /// <summary>Whether the member, one of its types or its assembly is marked as not running on Windows, or named so.</summary>
    public static bool ExcludeWindows(ISymbol? symbol)
    {
        while (symbol is not null)
        {
            if (IsMarkedWithoutWindows(symbol.GetAttributes())
                || (symbol is INamedTypeSymbol && IsNamedWithoutWindows(symbol.Name))
                || ExcludeWindows((symbol as IMethodSymbol)?.AssociatedSymbol))
            {
                return true;
            }

            symbol = symbol switch
            {
                IAssemblySymbol => null,
                { ContainingSymbol: INamespaceSymbol } => symbol.ContainingAssembly,
                _ => symbol.ContainingSymbol,
            };
        }

        return false;
    }

    /// <summary>Whether the name begins or ends with that of another system; a time of Unix is one of any system.</summary>
    private static bool IsNamedWithoutWindows(string name)
    {
        return (Names("Unix") || Names("Linux") || Names("MacOS") || Names("Posix"))
            && !name.StartsWith("UnixTime", StringComparison.Ordinal)
            && name.IndexOf(Windows, StringComparison.OrdinalIgnoreCase) < 0;

        bool Names(string system) => name.StartsWith(system, StringComparison.Ordinal) || name.EndsWith(system, StringComparison.Ordinal);
    }

    private static bool IsMarkedWithoutWindows(ImmutableArray<AttributeData> attributes)
    {
        bool isForSome = false;
        bool isForWindows = false;
        bool isNotForWindows = false;
        foreach (AttributeData attribute in attributes)
        {
            // By name: libraries for older frameworks declare these attributes themselves.
            bool supports = attribute.AttributeClass?.Name == "SupportedOSPlatformAttribute";
            if ((!supports && attribute.AttributeClass?.Name != "UnsupportedOSPlatformAttribute")
                || attribute.ConstructorArguments is not { Length: > 0 } arguments
                || arguments[0].Value is not string platform)
            {
                continue;
            }

            if (supports)
            {
                isForSome = true;
                isForWindows |= platform.StartsWith(Windows, StringComparison.OrdinalIgnoreCase);
            }
            else
            {
                // With a version it is about some versions only.
                isNotForWindows |= platform.Equals(Windows, StringComparison.OrdinalIgnoreCase);
            }
        }

        return !isForWindows && (isForSome || isNotForWindows);
    }
}
