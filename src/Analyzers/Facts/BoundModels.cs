namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The types of a compilation that requests are bound to: those of the parameters and properties of handlers, and of what these hold.
/// </summary>
internal sealed class BoundModels
{
    private static readonly WatchedNames FormAttributes = new("FromForm", "FromFormAttribute", "AsParameters", "AsParametersAttribute");

    private readonly Compilation _compilation;
    private readonly KnownTypes _types;
    private readonly RequestHandlers _handlers;
    private readonly Dictionary<INamedTypeSymbol, long> _ofForms = new(SymbolEqualityComparer.Default);
    private readonly Dictionary<INamedTypeSymbol, long> _ofValidatedBodies = new(SymbolEqualityComparer.Default);
    private Dictionary<INamedTypeSymbol, long>? _ofFormsOfEndpoints;

    /// <summary>
    /// Finds them, in the signatures of all types; those of endpoints, whose code has to be bound, when first asked for, by the attributes
    /// that forms are bound with there.
    /// </summary>
    public BoundModels(Compilation compilation, RequestHandlers handlers, CancellationToken cancellationToken)
    {
        _compilation = compilation;
        _handlers = handlers;
        _types = KnownTypes.Of(compilation);
        AddTypesOf(compilation.Assembly.GlobalNamespace, cancellationToken);
    }

    /// <summary>The most, in bytes, that a form may hold that is bound to a type; null where none is.</summary>
    public long? MaximumOfForm(INamedTypeSymbol type, CancellationToken cancellationToken)
    {
        _ofFormsOfEndpoints ??= FormsOfEndpoints(cancellationToken);
        long? ofEndpoints = Find(_ofFormsOfEndpoints, type);
        return Find(_ofForms, type) is { } maximum && !(ofEndpoints > maximum) ? maximum : ofEndpoints;
    }

    /// <summary>The most, in bytes, that a body may hold that MVC binds to a type and validates; null where it does not.</summary>
    public long? MaximumOfValidatedBody(INamedTypeSymbol type) => Find(_ofValidatedBodies, type);

    private static long? Find(Dictionary<INamedTypeSymbol, long> models, INamedTypeSymbol type) =>
        models.TryGetValue(type.OriginalDefinition, out long maximum) ? maximum : null;

    private void AddTypesOf(INamespaceSymbol scope, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        foreach (INamespaceOrTypeSymbol member in scope.GetMembers())
        {
            if (member is INamespaceSymbol inner)
            {
                AddTypesOf(inner, cancellationToken);
            }
            else if (member is INamedTypeSymbol type)
            {
                AddHandlersOf(type);
            }
        }
    }

    private void AddHandlersOf(INamedTypeSymbol type)
    {
        foreach (INamedTypeSymbol nested in type.GetTypeMembers())
        {
            AddHandlersOf(nested);
        }

        if (!HandlerMethods.IsController(type, _types) && !HandlerMethods.IsPageModel(type, _types))
        {
            return;
        }

        // Those of base classes as this one inherits them: with its type arguments.
        for (INamedTypeSymbol? current = type; current is not null
            && current.SpecialType != SpecialType.System_Object; current = current.BaseType)
        {
            foreach (ISymbol member in current.GetMembers())
            {
                if (member is IMethodSymbol { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Public,
                    IsStatic: false } method)
                {
                    AddParameters(method, type);
                }
                else if (member is IPropertySymbol property && _handlers.IsBoundProperty(property))
                {
                    Add(
                        property.Type, _handlers.SourceOf(property), isValidated: !RequestAttributes.Has(
                            property, _types.ValidateNeverAttribute), long.MaxValue);
                }
            }
        }
    }

    private Dictionary<INamedTypeSymbol, long> FormsOfEndpoints(CancellationToken cancellationToken)
    {
        var models = new Dictionary<INamedTypeSymbol, long>(SymbolEqualityComparer.Default);
        foreach (SyntaxTree tree in _compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (SimpleNameSyntax name in FormAttributes.Find(tree, cancellationToken))
            {
                if (name.FirstAncestorOrSelf<AttributeSyntax>()?.Parent?.Parent is ParameterSyntax syntax
#pragma warning disable RS1030 // Once a compilation, only where something else makes it necessary, and only where a parameter is marked.
                    && _compilation.GetSemanticModel(tree).GetDeclaredSymbol(
                        syntax, cancellationToken) is { ContainingSymbol: IMethodSymbol handler } parameter
#pragma warning restore RS1030
                    && _handlers.KindOf(handler, cancellationToken) == HandlerKind.Endpoint
                    // What it holds is taken from wherever its members are.
                    && (RequestAttributes.Has(parameter, _types.AsParametersAttribute)
                        || _handlers.SourceOf(parameter, HandlerKind.Endpoint) == BindingSource.Form))
                {
                    Add(parameter.Type, models, _types.BindNeverAttribute, _handlers.LimitsOf(handler, cancellationToken).Maximum);
                }
            }
        }

        return models;
    }

    private HandlerKind? KindOf(IMethodSymbol method) => HandlerMethods.IsAction(method, _types) ? HandlerKind.Action
        : HandlerMethods.IsPageHandler(method, _types) ? HandlerKind.PageHandler
        : null;

    private void AddParameters(IMethodSymbol handler, INamedTypeSymbol controller)
    {
        if (KindOf(handler) is not { } kind)
        {
            return;
        }

        long maximum = RequestLimits.Of(handler, _types).Maximum;
        foreach (IParameterSymbol parameter in handler.Parameters)
        {
            Add(
                parameter.Type, _handlers.SourceOf(parameter, kind, controller), isValidated: !RequestAttributes.Has(
                    parameter, _types.ValidateNeverAttribute), maximum);
        }
    }

    private void Add(ITypeSymbol type, BindingSource source, bool isValidated, long maximum)
    {
        if (source == BindingSource.Form)
        {
            Add(type, _ofForms, _types.BindNeverAttribute, maximum);
        }
        else if (source == BindingSource.Body && isValidated)
        {
            Add(type, _ofValidatedBodies, _types.ValidateNeverAttribute, maximum);
        }
    }

    /// <param name="type">A type, or one of collections of it.</param>
    /// <param name="models">What has been found.</param>
    /// <param name="exclusion">The attribute of properties that are left out, with what they hold.</param>
    /// <param name="maximum">The most that a request may hold, in bytes.</param>
    /// <param name="depth">How many generic types this one is in.</param>
    private static void Add(
        ITypeSymbol type, Dictionary<INamedTypeSymbol, long> models, INamedTypeSymbol? exclusion, long maximum, int depth = 0)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                Add(array.ElementType, models, exclusion, maximum, depth);
                return;

            case INamedTypeSymbol { Locations: { Length: > 0 } locations } named when locations[0].IsInSource:
                AddClass(named, models, exclusion, maximum, depth);
                return;

            case INamedTypeSymbol named when HoldsArguments(named):
                foreach (ITypeSymbol argument in named.TypeArguments)
                {
                    Add(argument, models, exclusion, maximum, depth);
                }

                return;
        }
    }

    private static void AddClass(
        INamedTypeSymbol type, Dictionary<INamedTypeSymbol, long> models, INamedTypeSymbol? exclusion, long maximum, int depth)
    {
        // A generic type may hold itself of ever larger types.
        const int deepest = 8;
        depth += type.IsGenericType ? 1 : 0;
        if (type.TypeKind is not (TypeKind.Class or TypeKind.Struct)
            || depth > deepest
            || RequestAttributes.Has(type, exclusion)
            || (models.TryGetValue(type, out long known) && known >= maximum))
        {
            return;
        }

        models[type] = maximum;
        if (!models.TryGetValue(type.OriginalDefinition, out long knownOfAny) || knownOfAny < maximum)
        {
            models[type.OriginalDefinition] = maximum;
        }

        foreach (ISymbol member in type.GetMembers())
        {
            if (member is IPropertySymbol { IsStatic: false, DeclaredAccessibility: Accessibility.Public } property
                && !RequestAttributes.Has(property, exclusion))
            {
                Add(property.Type, models, exclusion, maximum, depth);
            }
        }

        if (type.BaseType is { } inherited)
        {
            Add(inherited, models, exclusion, maximum, depth);
        }
    }

    /// <summary>
    /// Whether the type of a library holds what it is generic in, as collections do: of a patch or a reply that is not so.
    /// </summary>
    private static bool HoldsArguments(INamedTypeSymbol type)
    {
        if (!type.IsGenericType)
        {
            return false;
        }

        if (type.OriginalDefinition.SpecialType is SpecialType.System_Nullable_T or SpecialType.System_Collections_Generic_IEnumerable_T
            || type.Name == "KeyValuePair")
        {
            return true;
        }

        foreach (INamedTypeSymbol implemented in type.AllInterfaces)
        {
            if (implemented.SpecialType == SpecialType.System_Collections_IEnumerable)
            {
                return true;
            }
        }

        return false;
    }
}
