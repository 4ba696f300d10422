using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>What of a compilation handles requests, and what requests are bound to.</summary>
internal sealed class RequestHandlers
{
    private static readonly ConditionalWeakTable<Compilation, RequestHandlers> Cache = new();

    private readonly Compilation _compilation;
    private readonly KnownTypes _types;
    private BoundModels? _models;

    private RequestHandlers(Compilation compilation)
    {
        _compilation = compilation;
        _types = KnownTypes.Of(compilation);
        StoredFiles = new StoredFormFiles(compilation);
    }

    public static RequestHandlers Of(Compilation compilation) => Cache.GetValue(compilation, static c => new RequestHandlers(c));

    /// <summary>The types that requests are bound to; looked for when first asked for, in all of the compilation.</summary>
    public BoundModels Models(CancellationToken cancellationToken) =>
        _models ??= new BoundModels(_compilation, this, cancellationToken);

    /// <summary>The files of forms that visibly go to a file or blob.</summary>
    public StoredFormFiles StoredFiles { get; }

    /// <summary>How a method, local function or lambda handles requests; null where it does not.</summary>
    public HandlerKind? KindOf(IMethodSymbol method, CancellationToken cancellationToken)
    {
        if (HandlerMethods.IsAction(method, _types))
        {
            return HandlerKind.Action;
        }

        if (HandlerMethods.IsPageHandler(method, _types))
        {
            return HandlerKind.PageHandler;
        }

        return MinimalEndpoints.Of(_compilation).Map(method, cancellationToken) ? HandlerKind.Endpoint : null;
    }

    /// <summary>The innermost method, local function or lambda around the operation that handles requests.</summary>
    /// <param name="operation">An operation.</param>
    /// <param name="containing">The member that the operation is in.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    public IMethodSymbol? HandlerAround(IOperation operation, ISymbol containing, CancellationToken cancellationToken)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
        {
            IMethodSymbol? function = parent switch
            {
                IAnonymousFunctionOperation lambda => lambda.Symbol,
                ILocalFunctionOperation local => local.Symbol,
                _ => null,
            };
            if (function is not null && KindOf(function, cancellationToken) is not null)
            {
                return function;
            }
        }

        return containing is IMethodSymbol method && KindOf(method, cancellationToken) is not null ? method : null;
    }

    /// <summary>The limits of the requests to a handler.</summary>
    public RequestLimits LimitsOf(IMethodSymbol handler, CancellationToken cancellationToken) =>
        (HandlerMethods.IsAction(handler, _types) || HandlerMethods.IsPageHandler(handler, _types)
            ? null
            : RequestLimits.OfEndpoints(handler, _types, _compilation, cancellationToken)) ?? RequestLimits.Of(handler, _types);

    /// <summary>
    /// The limits of the requests that the operation handles: those of the handler that it is in, or of the controller or page; null where
    /// it is in neither.
    /// </summary>
    public RequestLimits? LimitsAround(IOperation operation, ISymbol containing, CancellationToken cancellationToken)
    {
        if (HandlerAround(operation, containing, cancellationToken) is { } handler)
        {
            return LimitsOf(handler, cancellationToken);
        }

        return containing.ContainingType is { } type
            && (HandlerMethods.IsController(type, _types) || HandlerMethods.IsPageModel(type, _types))
                ? RequestLimits.Of(type, _types)
                : null;
    }

    /// <summary>The most bytes that a request may have that the operation handles; null where no limit is set in sight.</summary>
    public long? MaximumOfRequest(IOperation operation, ISymbol containing, CancellationToken cancellationToken) =>
        LimitsAround(operation, containing, cancellationToken)?.Request;

    /// <summary>
    /// Where the value of a handler's parameter comes from; <see cref="BindingSource.Other"/> for a parameter of anything else.
    /// </summary>
    public BindingSource SourceOf(IParameterSymbol parameter, CancellationToken cancellationToken) =>
        parameter.ContainingSymbol is IMethodSymbol method && KindOf(method, cancellationToken) is { } kind
            ? SourceOf(parameter, kind)
            : BindingSource.Other;

    /// <summary>Where the value of a parameter comes from in a handler of that kind.</summary>
    /// <param name="parameter">The parameter.</param>
    /// <param name="kind">What its method is.</param>
    /// <param name="controller">The controller where that is not the class of the method, but derives from it.</param>
    public BindingSource SourceOf(IParameterSymbol parameter, HandlerKind kind, INamedTypeSymbol? controller = null)
    {
        if (RequestAttributes.Has(parameter, _types.FromBodyAttribute))
        {
            return BindingSource.Body;
        }

        if (RequestAttributes.Has(parameter, _types.FromFormAttribute)
            || FormFiles.IsFileOrFiles(parameter.Type, _types)
            || parameter.Type.Is(_types.FormCollection))
        {
            return BindingSource.Form;
        }

        if (RequestAttributes.BindElsewhere(parameter, _types))
        {
            return BindingSource.Other;
        }

        switch (kind)
        {
            case HandlerKind.Action:
                return !HandlerMethods.InfersBody(controller ?? parameter.ContainingSymbol.ContainingType, _types) ? BindingSource.Form
                    : IsObject(parameter.Type) ? BindingSource.Body
                    : BindingSource.Other;

            case HandlerKind.PageHandler:
                return BindingSource.Form;

            default:
                return RequestAttributes.Has(parameter, _types.AsParametersAttribute) || !IsObject(parameter.Type)
                    ? BindingSource.Other
                    : BindingSource.Body;
        }
    }

    /// <summary>
    /// Whether requests are bound to a property of a controller or page itself, by <c>[BindProperty]</c> or <c>[BindProperties]</c>.
    /// </summary>
    public bool IsBoundProperty(IPropertySymbol property) =>
        property is { IsStatic: false, SetMethod: not null, ContainingType: { } type }
        && (RequestAttributes.Has(property, _types.BindPropertyAttribute) || RequestAttributes.Has(type, _types.BindPropertiesAttribute))
        && !RequestAttributes.Has(property, _types.BindNeverAttribute)
        && (HandlerMethods.IsPageModel(type, _types) || HandlerMethods.IsController(type, _types));

    /// <summary>Where the value of such a property comes from.</summary>
    public BindingSource SourceOf(IPropertySymbol property) =>
        RequestAttributes.Has(property, _types.FromBodyAttribute) ? BindingSource.Body
        : RequestAttributes.BindElsewhere(property, _types) ? BindingSource.Other
        : BindingSource.Form;

    /// <summary>Whether the type is one of objects that a body can hold, not of values that a text can, nor of services.</summary>
    private static bool IsObject(ITypeSymbol type)
    {
        if (type is IArrayTypeSymbol)
        {
            return true;
        }

        if (type is not INamedTypeSymbol { SpecialType: SpecialType.None or SpecialType.System_Object, TypeKind: TypeKind.Class
            or TypeKind.Struct or TypeKind.Interface } named
            || named.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
        {
            return false;
        }

        // What the framework has is either bound otherwise (a token, a request, a number) or a collection.
        return named.Locations.Length > 0 && named.Locations[0].IsInSource
            ? named.TypeKind != TypeKind.Interface
            : named.IsGenericType || !IsOfFramework(named.ContainingNamespace);
    }

    private static bool IsOfFramework(INamespaceSymbol? scope)
    {
        while (scope is { ContainingNamespace: { IsGlobalNamespace: false } outer })
        {
            scope = outer;
        }

        return scope?.Name is "System" or "Microsoft";
    }
}

/// <summary>How a method, local function or lambda comes to handle requests.</summary>
internal enum HandlerKind
{
    /// <summary>As an action of a controller.</summary>
    Action,

    /// <summary>As a handler of a Razor Page.</summary>
    PageHandler,

    /// <summary>As what is mapped to a route: a minimal API.</summary>
    Endpoint,
}

/// <summary>Where ASP.NET Core takes the value of a parameter or property from.</summary>
internal enum BindingSource
{
    /// <summary>Not from the body of a request: from its path, query, headers or from services; or it is not bound at all.</summary>
    Other,

    /// <summary>The form of a request, its files included.</summary>
    Form,

    /// <summary>The body of a request, as JSON for instance.</summary>
    Body,
}
