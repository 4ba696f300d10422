namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells actions of controllers and handlers of Razor Pages as ASP.NET Core does: by names, attributes and base types.</summary>
internal static class HandlerMethods
{
    private static readonly string[] Verbs = ["Post", "Put", "Patch", "Delete", "Get", "Head", "Options"];

    /// <summary>
    /// Whether the class is a controller, or one that exists to be the base of controllers: abstract, or generic, and marked as a
    /// controller by an attribute that its derived classes inherit.
    /// </summary>
    public static bool IsController(INamedTypeSymbol type, KnownTypes types)
    {
        if (types.ControllerAttribute is null
            || type is not { TypeKind: TypeKind.Class, IsStatic: false, DeclaredAccessibility: Accessibility.Public, ContainingType: null })
        {
            return false;
        }

        return ((type is { IsAbstract: false, IsGenericType: false }
            && type.Name.EndsWith("Controller", StringComparison.OrdinalIgnoreCase))
                || RequestAttributes.Has(type, types.ControllerAttribute))
            && !RequestAttributes.Has(type, types.NonControllerAttribute);
    }

    /// <summary>Whether the method is an action of a controller, or of those that derive from its class.</summary>
    public static bool IsAction(IMethodSymbol method, KnownTypes types) =>
        method is { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Public, IsStatic: false, IsAbstract: false,
            IsGenericMethod: false, ContainingType: { } type }
        && IsController(type, types)
        && !RequestAttributes.Has(method, types.NonActionAttribute);

    /// <summary>Whether the parameters of the controller's actions that are objects come from the body unless they say otherwise.</summary>
    public static bool InfersBody(INamedTypeSymbol controller, KnownTypes types) =>
        RequestAttributes.Has(controller, types.ApiControllerAttribute)
            || RequestAttributes.HasItself(controller.ContainingAssembly, types.ApiControllerAttribute);

    public static bool IsPageModel(INamedTypeSymbol type, KnownTypes types) =>
        type is { TypeKind: TypeKind.Class, IsStatic: false } && RequestAttributes.Has(type, types.PageModelAttribute);

    /// <summary>
    /// Whether the method handles requests to a page: <c>OnPost</c>, <c>OnPostAsync</c>, <c>OnPostUploadAsync</c> and so on.
    /// </summary>
    public static bool IsPageHandler(IMethodSymbol method, KnownTypes types) =>
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
