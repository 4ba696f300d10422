using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The types of a compilation that forms are bound to, or bodies that MVC validates: those of the parameters and properties of handlers,
/// and of what these hold.
/// </summary>
internal sealed class BoundModels
{
    private static readonly WatchedNames FormAttributes = new("FromForm", "FromFormAttribute", "AsParameters", "AsParametersAttribute");

    private readonly KnownTypes _types;
    private readonly RequestHandlers _handlers;
    private readonly BindingSource _source;
    private readonly INamedTypeSymbol? _exclusion;
    private readonly IAssemblySymbol _assembly;
    private readonly HashSet<string> _filesElsewhere = [];
    private readonly Dictionary<INamedTypeSymbol, long> _maximums = new(SymbolEqualityComparer.Default);
    private HashSet<string>? _filesTaken;

    /// <summary>Finds them in the signatures of all types, and those of endpoints by the attributes that forms are bound with.</summary>
    public BoundModels(Compilation compilation, RequestHandlers handlers, BindingSource source, CancellationToken cancellationToken)
    {
        _types = KnownTypes.Of(compilation);
        _handlers = handlers;
        _source = source;
        _assembly = compilation.Assembly;
        _exclusion = source == BindingSource.Form ? _types.BindNeverAttribute : _types.ValidateNeverAttribute;
        AddHandlersIn(compilation.Assembly.GlobalNamespace, cancellationToken);
        if (source == BindingSource.Form)
        {
            AddFormsOfEndpoints(compilation, cancellationToken);
        }
    }

    /// <summary>Whether there are controllers or pages.</summary>
    public bool HaveControllers { get; private set; }

    /// <summary>The names of the files of forms in models that are bound, and declared in another project.</summary>
    public IEnumerable<string> FilesElsewhere => _filesElsewhere;

    /// <summary>The names of those in models that any method takes, for a project whose handlers are in another; looked for once.</summary>
    public IEnumerable<string> FilesTaken => _filesTaken ??=
    [
        .. ModelsTakenIn(_assembly.GlobalNamespace).Distinct<ITypeSymbol>(SymbolEqualityComparer.Default)
            .SelectMany(model => FilesElsewhereOf(model, _types, _assembly))
            .Select(static property => property.Name),
    ];

    /// <summary>The files of forms in a model that is declared in another project.</summary>
    public static IEnumerable<IPropertySymbol> FilesElsewhereOf(ITypeSymbol model, KnownTypes types, IAssemblySymbol assembly)
    {
        for (ITypeSymbol? type = model; type is INamedTypeSymbol && !type.ContainingAssembly.Is(assembly)
            && !RequestHandlers.IsOfFramework(type); type = type.BaseType)
        {
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is IPropertySymbol property && FormFiles.IsFileOrFiles(property.Type, types))
                {
                    yield return property;
                }
            }
        }
    }

    /// <summary>The most, in bytes, that a request may hold that is bound to a type; null where none is.</summary>
    public long? MaximumOf(INamedTypeSymbol type) =>
        _maximums.TryGetValue(type.OriginalDefinition, out long maximum) ? maximum : null;

    /// <summary>Whether a request can set the property of a model: it has a setter, or a constructor is given its value.</summary>
    public static bool IsSet(IPropertySymbol property) =>
        property.SetMethod is { DeclaredAccessibility: Accessibility.Public }
        || property.ContainingType.InstanceConstructors.SelectMany(constructor => constructor.Parameters).Any(
            parameter => string.Equals(parameter.Name, property.Name, StringComparison.OrdinalIgnoreCase)
                && parameter.Type.Is(property.Type));

    /// <summary>Whether the property keeps a collection, to which what is bound can be added, and does not compute one.</summary>
    public static bool IsCollectionKept(IPropertySymbol property) =>
        property.Type is INamedTypeSymbol { IsGenericType: true }
        && property.ContainingType.GetMembers().Any(member => member is IFieldSymbol field && field.AssociatedSymbol.Is(property));

    private void AddHandlersIn(INamespaceOrTypeSymbol scope, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        foreach (INamespaceOrTypeSymbol inner in scope is INamespaceSymbol space ? space.GetMembers() : scope.GetTypeMembers())
        {
            AddHandlersIn(inner, cancellationToken);
        }

        if (scope is not INamedTypeSymbol controller || !HandlerMethods.AreIn(controller, _types))
        {
            return;
        }

        HaveControllers = true;

        // Those of base classes as this one inherits them: with its type arguments.
        for (INamedTypeSymbol? type = controller; type is { SpecialType: not SpecialType.System_Object }; type = type.BaseType)
        {
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is IPropertySymbol property && _handlers.IsBoundProperty(property))
                {
                    Add(property, property.Type, _handlers.SourceOf(property), long.MaxValue);
                }
                else if (member is IMethodSymbol method && HandlerMethods.KindOf(method, _types) is { } kind)
                {
                    long maximum = RequestLimits.Of(method, _types).Maximum;
                    foreach (IParameterSymbol parameter in method.Parameters)
                    {
                        Add(parameter, parameter.Type, _handlers.SourceOf(parameter, kind, controller), maximum);
                    }
                }
            }
        }
    }

    private static IEnumerable<ITypeSymbol> ModelsTakenIn(INamespaceOrTypeSymbol scope) => scope.GetMembers().SelectMany(
        static member => member switch
        {
            INamespaceOrTypeSymbol inner => ModelsTakenIn(inner),
            IMethodSymbol { MethodKind: MethodKind.Ordinary } method => method.Parameters.Select(static parameter => parameter.Type),
            _ => [],
        });

    private void AddFormsOfEndpoints(Compilation compilation, CancellationToken cancellationToken)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            foreach (SimpleNameSyntax name in FormAttributes.Find(tree, cancellationToken))
            {
                if (name.FirstAncestorOrSelf<AttributeSyntax>()?.Parent?.Parent is ParameterSyntax syntax
#pragma warning disable RS1030 // Once a compilation, only where something else makes it necessary, and only where a parameter is marked.
                    && compilation.GetSemanticModel(tree).GetDeclaredSymbol(
                        syntax, cancellationToken) is { ContainingSymbol: IMethodSymbol handler } parameter
#pragma warning restore RS1030
                    && _handlers.KindOf(handler, cancellationToken) == HandlerKind.Endpoint)
                {
                    // What it holds is taken from wherever its members are.
                    BindingSource source = RequestAttributes.Has(parameter, _types.AsParametersAttribute)
                        ? BindingSource.Form
                        : _handlers.SourceOf(parameter, HandlerKind.Endpoint);
                    Add(parameter, parameter.Type, source, _handlers.LimitsOf(handler, cancellationToken).Maximum);
                }
            }
        }
    }

    private void Add(ISymbol bound, ITypeSymbol type, BindingSource source, long maximum)
    {
        if (source == _source && !RequestAttributes.Has(bound, _exclusion))
        {
            Add(type, maximum);
        }
    }

    /// <param name="type">A type, or one of collections of it.</param>
    /// <param name="maximum">The most that a request may hold, in bytes.</param>
    /// <param name="depth">How many generic types this one is in: one may hold itself of ever larger types.</param>
    private void Add(ITypeSymbol type, long maximum, int depth = 0)
    {
        const int deepest = 8;
        _filesElsewhere.UnionWith(FilesElsewhereOf(type, _types, _assembly).Select(static property => property.Name));

        if (type is IArrayTypeSymbol array)
        {
            Add(array.ElementType, maximum, depth);
        }
        else if (type is INamedTypeSymbol { DeclaringSyntaxReferences.IsEmpty: true } library)
        {
            foreach (ITypeSymbol argument in library.TypeArguments.Where(_ => HoldsArguments(library)))
            {
                Add(argument, maximum, depth);
            }
        }
        else if (type is INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct } model
            && depth + (model.IsGenericType ? 1 : 0) is <= deepest and var inner
            && !RequestAttributes.Has(model, _exclusion)
            && !(_maximums.TryGetValue(model, out long known) && known >= maximum))
        {
            _maximums[model] = maximum;
            _maximums[model.OriginalDefinition] = Math.Max(maximum, MaximumOf(model) ?? 0);
            foreach (ISymbol member in model.GetMembers())
            {
                if (member is IPropertySymbol { IsStatic: false, DeclaredAccessibility: Accessibility.Public } property
                    && !RequestAttributes.Has(property, _exclusion))
                {
                    Add(property.Type, maximum, inner);
                }
            }

            if (model.BaseType is { } inherited)
            {
                Add(inherited, maximum, inner);
            }
        }
    }

    /// <summary>
    /// Whether the type of a library holds what it is generic in, as collections do: of a patch or a reply that is not so.
    /// </summary>
    private static bool HoldsArguments(INamedTypeSymbol type) =>
        type.Name is "Nullable" or "KeyValuePair"
        || type.AllInterfaces.Any(implemented => implemented.SpecialType == SpecialType.System_Collections_IEnumerable);
}
