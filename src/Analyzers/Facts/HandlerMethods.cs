using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>Tells actions of controllers and handlers of Razor Pages as ASP.NET Core does: by names, attributes and base types.</summary>
internal static class HandlerMethods
{
    private static readonly string[] Verbs = ["Post", "Put", "Patch", "Delete", "Get", "Head", "Options"];

    /// <summary>Whether the class is a controller, or the model of a page.</summary>
    public static bool AreIn(INamedTypeSymbol type, KnownTypes types) => IsController(type, types) || IsPageModel(type, types);

    /// <summary>
    /// Whether the method is an action of a controller, or of those that derive from its class, or handles requests to a page:
    /// <c>OnPost</c>, <c>OnPostAsync</c>, <c>OnPostUploadAsync</c> and so on; null where it is neither.
    /// </summary>
    public static HandlerKind? KindOf(IMethodSymbol method, KnownTypes types) =>
        method is not { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Public, IsStatic: false, IsAbstract: false,
            IsGenericMethod: false, ContainingType: { } type } ? null
        : IsController(type, types) && !RequestAttributes.Has(method, types.NonActionAttribute) ? HandlerKind.Action
        : IsNameOfHandler(method.Name) && IsPageModel(type, types) && !RequestAttributes.Has(method, types.NonHandlerAttribute)
            ? HandlerKind.PageHandler
            : null;

    /// <summary>Whether the parameters of the controller's actions that are objects come from the body unless they say otherwise.</summary>
    public static bool InfersBody(INamedTypeSymbol controller, KnownTypes types) =>
        RequestAttributes.Has(controller, types.ApiControllerAttribute)
            || RequestAttributes.HasItself(controller.ContainingAssembly, types.ApiControllerAttribute);

    /// <summary>
    /// Whether the class is a controller, or one that exists to be the base of controllers: abstract, or generic, and marked as a
    /// controller by an attribute that its derived classes inherit.
    /// </summary>
    private static bool IsController(INamedTypeSymbol type, KnownTypes types) =>
        types.ControllerAttribute is not null
        && type is { TypeKind: TypeKind.Class, IsStatic: false, DeclaredAccessibility: Accessibility.Public, ContainingType: null }
        && ((type is { IsAbstract: false, IsGenericType: false } && type.Name.EndsWith("Controller", StringComparison.OrdinalIgnoreCase))
            || RequestAttributes.Has(type, types.ControllerAttribute))
        && !RequestAttributes.Has(type, types.NonControllerAttribute);

    private static bool IsPageModel(INamedTypeSymbol type, KnownTypes types) =>
        type is { TypeKind: TypeKind.Class, IsStatic: false } && RequestAttributes.Has(type, types.PageModelAttribute);

    private static bool IsNameOfHandler(string name) =>
        name.StartsWith("On", StringComparison.Ordinal)
        && Verbs.Any(verb => string.CompareOrdinal(name, 2, verb, 0, verb.Length) == 0
            && (name.Length == verb.Length + 2 || char.IsUpper(name[verb.Length + 2])));
}
