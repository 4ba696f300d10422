using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells what keeps ASP.NET Core from looking for values in the form, which reads it: filters, and a setting for all actions.
/// </summary>
internal sealed class FormBinding
{
    /// <summary>What looks for values in forms; it is taken out of a list, whoever does so.</summary>
    private const string Factory = "FormValueProviderFactory";

    /// <summary>The list.</summary>
    private const string Factories = "ValueProviderFactories";

    private const string Filters = "Filters";

    private static readonly WatchedNames Settings = new(Factory, Factories, Filters);
    private static readonly ConditionalWeakTable<Compilation, FormBinding> Cache = new();

    private FormBinding(bool isDisabled) => IsDisabled = isDisabled;

    /// <summary>Whether the compilation does it, or may do it, for many actions at once.</summary>
    public bool IsDisabled { get; }

    /// <summary>What a compilation does for all actions; looked for when first asked for.</summary>
    public static FormBinding Of(Compilation compilation, CancellationToken cancellationToken) =>
        Cache.GetValue(compilation, unknown => new FormBinding(IsDisabledIn(unknown, KnownTypes.Of(unknown), cancellationToken)));

    /// <summary>Whether an attribute of a method or its classes is a filter that may do it.</summary>
    public static bool MayBeDisabledAt(IMethodSymbol method, KnownTypes types)
    {
        for (IMethodSymbol? current = method; current is not null; current = current.OverriddenMethod)
        {
            if (HasFilter(current, types))
            {
                return true;
            }
        }

        for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
        {
            if (HasFilter(type, types))
            {
                return true;
            }
        }

        // What a base class has not, those may have that derive from it.
        return method.ContainingType.IsAbstract;
    }

    /// <summary>Whether <c>[Consumes]</c> refuses <c>multipart/form-data</c>: of the method, or else of its classes.</summary>
    public static bool ConsumesOther(IMethodSymbol method, KnownTypes types)
    {
        for (IMethodSymbol? current = method; current is not null; current = current.OverriddenMethod)
        {
            if (RequestAttributes.Find(current, types.ConsumesAttribute) is { } attribute)
            {
                return !AcceptsForms(attribute);
            }
        }

        for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
        {
            if (RequestAttributes.Find(type, types.ConsumesAttribute) is { } attribute)
            {
                return !AcceptsForms(attribute);
            }
        }

        return false;
    }

    private static bool AcceptsForms(AttributeData attribute)
    {
        foreach (TypedConstant argument in attribute.ConstructorArguments)
        {
            if (argument.Kind == TypedConstantKind.Array)
            {
                foreach (TypedConstant element in argument.Values)
                {
                    if (IsForm(element))
                    {
                        return true;
                    }
                }
            }
            else if (IsForm(argument))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsForm(TypedConstant type) =>
        type.Value is string text && text.TrimStart().StartsWith("multipart/form-data", StringComparison.OrdinalIgnoreCase);

    private static bool HasFilter(ISymbol symbol, KnownTypes types)
    {
        foreach (AttributeData attribute in symbol.GetAttributes())
        {
            if (attribute.AttributeClass is { } type && MayDisable(type, attribute, types))
            {
                return true;
            }
        }

        return false;
    }

    private static bool MayDisable(INamedTypeSymbol type, AttributeData attribute, KnownTypes types)
    {
        if (!IsOfFramework(type))
        {
            // A convention adds filters, and a factory makes them; what they are is not known.
            return IsResourceFilter(type, types)
                || Implements(type, static implemented => implemented.Name is "IActionModelConvention" or "IControllerModelConvention");
        }

        return type.Name switch
        {
            "TypeFilterAttribute" or "ServiceFilterAttribute" =>
                (type.IsGenericType
                    ? type.TypeArguments[0]
                    : attribute.ConstructorArguments is { Length: > 0 } arguments
                    ? arguments[0].Value as ITypeSymbol
                    : null)
                is not INamedTypeSymbol filter || !IsInSource(filter) || IsResourceFilter(filter, types),
            "MiddlewareFilterAttribute" => true,
            _ => false,
        };
    }

    private static bool IsResourceFilter(INamedTypeSymbol type, KnownTypes types) =>
        Implements(
            type, implemented =>
                implemented.Is(types.ResourceFilter) || implemented.Is(types.AsyncResourceFilter) || implemented.Is(types.FilterFactory));

    private static bool Implements(INamedTypeSymbol type, Func<INamedTypeSymbol, bool> isOne)
    {
        foreach (INamedTypeSymbol implemented in type.AllInterfaces)
        {
            if (isOne(implemented))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsOfFramework(INamedTypeSymbol type) =>
        type.ContainingAssembly.Name.StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal);

    private static bool IsInSource(INamedTypeSymbol type) => type.Locations is { Length: > 0 } locations && locations[0].IsInSource;

    private static bool IsDisabledIn(Compilation compilation, KnownTypes types, CancellationToken cancellationToken)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            cancellationToken.ThrowIfCancellationRequested();
            SemanticModel? model = null;
            foreach (SimpleNameSyntax name in Settings.Find(tree, cancellationToken))
            {
                string text = name.Identifier.ValueText;
                if (text == Factory || (text == Factories && IsShortened(name)))
                {
                    // In a filter it is for what that stands at.
                    if (!IsInFilter(name))
                    {
                        return true;
                    }
                }
                else if (text == Filters && TypesAddedTo(name) is { Count: > 0 } added)
                {
#pragma warning disable RS1030 // Once a compilation, only where something else makes it necessary, and only the trees that add filters.
                    model ??= compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
                    foreach (ExpressionSyntax type in added)
                    {
                        if (model.GetTypeInfo(type, cancellationToken).Type is INamedTypeSymbol filter
                            && MayDisableForAll(filter, types, cancellationToken))
                        {
                            return true;
                        }
                    }
                }
            }
        }

        return false;
    }

    /// <summary>Whether the filter may do it: it is one that could, and its source, if that is here, says so.</summary>
    private static bool MayDisableForAll(INamedTypeSymbol filter, KnownTypes types, CancellationToken cancellationToken)
    {
        if (IsOfFramework(filter) || !IsResourceFilter(filter, types))
        {
            return false;
        }

        foreach (SyntaxReference declaration in filter.DeclaringSyntaxReferences)
        {
            foreach (SyntaxToken token in declaration.GetSyntax(cancellationToken).DescendantTokens())
            {
                if (token.ValueText is Factory or Factories)
                {
                    return true;
                }
            }
        }

        return filter.DeclaringSyntaxReferences.IsEmpty;
    }

    private static bool IsInFilter(SyntaxNode node)
    {
        foreach (SyntaxNode ancestor in node.Ancestors())
        {
            if (ancestor is TypeDeclarationSyntax type)
            {
                foreach (MemberDeclarationSyntax member in type.Members)
                {
                    if (member is MethodDeclarationSyntax { Identifier.ValueText: "OnResourceExecuting" or "OnResourceExecutionAsync" })
                    {
                        return true;
                    }
                }
            }
        }

        return false;
    }

    /// <summary>Whether something is taken out of the list, whatever it is.</summary>
    private static bool IsShortened(SimpleNameSyntax list) =>
        list.Parent is MemberAccessExpressionSyntax access
        && access.Name == list
        && access.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Clear" or "Remove" or "RemoveAt" };

    /// <summary>Whether a filter is all that an action lacks: nothing is bound to the form that would be missed.</summary>
    public static bool NeedsFilterOnly(IMethodSymbol method, RequestHandlers handlers, KnownTypes types) =>
        HandlerMethods.IsAction(method, types) && !BindsForm(method, handlers, types);

    /// <summary>Whether a class, or one that it derives from, has a property that is such.</summary>
    public static bool HasProperty(INamedTypeSymbol type, Func<IPropertySymbol, bool> isSuch)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            foreach (ISymbol member in current.GetMembers())
            {
                if (member is IPropertySymbol property && isSuch(property))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether values of the form are asked for that would be missed: files, models, properties.</summary>
    private static bool BindsForm(IMethodSymbol method, RequestHandlers handlers, KnownTypes types)
    {
        foreach (IParameterSymbol parameter in method.Parameters)
        {
            bool isModel =
                parameter.Type is { TypeKind: TypeKind.Class or TypeKind.Struct
                    or TypeKind.Array, SpecialType: SpecialType.None, Locations: { IsEmpty: false } locations }
                        && (locations[0].IsInSource || parameter.Type is IArrayTypeSymbol);
            if ((isModel
                || FormFiles.IsFileOrFiles(parameter.Type, types)
                || parameter.Type.Is(types.FormCollection)
                || RequestAttributes.Has(parameter, types.FromFormAttribute))
                && handlers.SourceOf(parameter, HandlerKind.Action) == BindingSource.Form)
            {
                return true;
            }
        }

        return HasProperty(method.ContainingType, handlers.IsBoundProperty);
    }

    /// <summary>
    /// The types, or values of them, in the call that adds something to filters: <c>Filters.Add(new T())</c>,
    /// <c>Filters.Add(typeof(T))</c>, <c>Filters.Add&lt;T&gt;()</c>.
    /// </summary>
    private static List<ExpressionSyntax> TypesAddedTo(SimpleNameSyntax filters)
    {
        var added = new List<ExpressionSyntax>();
        SyntaxNode list = filters.Parent is MemberAccessExpressionSyntax access && access.Name == filters ? access : filters;
        if (list.Parent is MemberAccessExpressionSyntax { Name: { } method, Parent: InvocationExpressionSyntax call }
            && method.Identifier.ValueText is "Add" or "AddService" or "Insert")
        {
            if (method is GenericNameSyntax generic)
            {
                added.AddRange(generic.TypeArgumentList.Arguments);
            }

            foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
            {
                added.Add(argument.Expression is TypeOfExpressionSyntax type ? type.Type : argument.Expression);
            }
        }

        return added;
    }
}
