using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>What of a compilation handles requests, and what requests are bound to.</summary>
internal sealed class RequestHandlers
{
    private static readonly ConditionalWeakTable<Compilation, RequestHandlers> Cache = new();

    private readonly Compilation _compilation;
    private readonly KnownTypes _types;
    private readonly MinimalEndpoints _endpoints;
    private BoundModels? _forms;
    private BoundModels? _validatedBodies;
    private bool? _areElsewhere;

    private RequestHandlers(Compilation compilation)
    {
        _compilation = compilation;
        _types = KnownTypes.Of(compilation);
        _endpoints = new MinimalEndpoints(compilation);
        StoredFiles = new StoredFormFiles(compilation, this);
    }

    public static RequestHandlers Of(Compilation compilation) => Cache.GetValue(compilation, static c => new RequestHandlers(c));

    /// <summary>The files of forms that visibly go to a file or blob.</summary>
    public StoredFormFiles StoredFiles { get; }

    /// <summary>The types that forms are bound to; looked for when first asked for, in all of the compilation.</summary>
    public BoundModels Forms(CancellationToken cancellationToken) =>
        _forms ??= new BoundModels(_compilation, this, BindingSource.Form, cancellationToken);

    /// <summary>The types that MVC binds bodies to and validates; looked for when first asked for.</summary>
    public BoundModels ValidatedBodies(CancellationToken cancellationToken) =>
        _validatedBodies ??= new BoundModels(_compilation, this, BindingSource.Body, cancellationToken);

    /// <summary>
    /// Whether the compilation has no handlers, and makes no files of forms either, as tests do: it gets them from handlers in another one.
    /// </summary>
    public bool AreElsewhere(CancellationToken cancellationToken) => _areElsewhere ??=
        !Forms(cancellationToken).HaveControllers
        && !_compilation.SyntaxTrees.Any(
            tree => FormFiles.AreMadeIn(tree, cancellationToken) || _endpoints.AreIn(tree, cancellationToken));

    /// <summary>How a method, local function or lambda handles requests; null where it does not.</summary>
    public HandlerKind? KindOf(IMethodSymbol method, CancellationToken cancellationToken) =>
        HandlerMethods.KindOf(method, _types)
        ?? (_endpoints.LimitsOf(method, cancellationToken) is null ? null : HandlerKind.Endpoint);

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
        (HandlerMethods.KindOf(handler, _types) is null ? _endpoints.LimitsOf(handler, cancellationToken) : null)
        ?? RequestLimits.Of(handler, _types);

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
    public BindingSource SourceOf(IParameterSymbol parameter, HandlerKind kind, INamedTypeSymbol? controller = null) =>
        RequestAttributes.Has(parameter, _types.FromBodyAttribute) ? BindingSource.Body
        : RequestAttributes.Has(parameter, _types.FromFormAttribute)
            || FormFiles.IsFileOrFiles(parameter.Type, _types)
            || parameter.Type.Is(_types.FormCollection) ? BindingSource.Form
        : RequestAttributes.BindElsewhere(parameter, _types) ? BindingSource.Other
        : kind switch
        {
            HandlerKind.PageHandler => BindingSource.Form,
            HandlerKind.Action when !HandlerMethods.InfersBody(controller ?? parameter.ContainingSymbol.ContainingType, _types) =>
                BindingSource.Form,
            _ => IsObject(parameter.Type) && !RequestAttributes.Has(parameter, _types.AsParametersAttribute)
                ? BindingSource.Body
                : BindingSource.Other,
        };

    /// <summary>
    /// Whether requests are bound to a property of a controller or page itself, by <c>[BindProperty]</c> or <c>[BindProperties]</c>.
    /// </summary>
    public bool IsBoundProperty(IPropertySymbol property) =>
        property is { IsStatic: false, SetMethod: not null, ContainingType: { } type }
        && (RequestAttributes.Has(property, _types.BindPropertyAttribute) || RequestAttributes.Has(type, _types.BindPropertiesAttribute))
        && !RequestAttributes.Has(property, _types.BindNeverAttribute)
        && HandlerMethods.AreIn(type, _types);

    /// <summary>Where the value of such a property comes from.</summary>
    public BindingSource SourceOf(IPropertySymbol property) =>
        RequestAttributes.Has(property, _types.FromBodyAttribute) ? BindingSource.Body
        : RequestAttributes.BindElsewhere(property, _types) ? BindingSource.Other
        : BindingSource.Form;

    /// <summary>Whether the type is one of objects that a body can hold, not of values that a text can, nor of services.</summary>
    private static bool IsObject(ITypeSymbol type) => type is IArrayTypeSymbol
        || (type is INamedTypeSymbol { SpecialType: SpecialType.None or SpecialType.System_Object, Name: not "Nullable",
            TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface } named
            && (named.DeclaringSyntaxReferences.IsEmpty
                // What the framework has is either bound otherwise (a token, a request, a number) or a collection.
                ? named.IsGenericType || !IsOfFramework(named)
                : named.TypeKind != TypeKind.Interface));

    /// <summary>Whether a symbol is in a namespace of .NET or ASP.NET Core.</summary>
    public static bool IsOfFramework(ISymbol symbol) => symbol.RootNamespace() is "System" or "Microsoft";
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
