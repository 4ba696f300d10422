namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells the models of Razor Pages and their handlers as ASP.NET Core does.</summary>
internal static class PageHandlers
{
    private static readonly string[] Verbs = ["Post", "Put", "Patch", "Delete", "Get", "Head", "Options"];

    public static bool IsPageModel(INamedTypeSymbol type, KnownTypes types) =>
        type is { TypeKind: TypeKind.Class, IsStatic: false } && RequestAttributes.Has(type, types.PageModelAttribute);

    /// <summary>
    /// Whether the method handles requests to a page: <c>OnPost</c>, <c>OnPostAsync</c>, <c>OnPostUploadAsync</c> and so on.
    /// </summary>
    public static bool IsHandler(IMethodSymbol method, KnownTypes types) =>
        method is { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Public, IsStatic: false, IsAbstract: false,
            IsGenericMethod: false, ContainingType: { } type }
        && IsNameOfHandler(method.Name)
        && IsPageModel(type, types)
        && !RequestAttributes.Has(method, types.NonHandlerAttribute);

    private static bool IsNameOfHandler(string name)
    {
        if (!name.StartsWith("On", StringComparison.Ordinal))
        {
            return false;
        }

        foreach (string verb in Verbs)
        {
            if (string.CompareOrdinal(name, 2, verb, 0, verb.Length) == 0
                && (name.Length == verb.Length + 2 || char.IsUpper(name[verb.Length + 2])))
            {
                return true;
            }
        }

        return false;
    }
}
