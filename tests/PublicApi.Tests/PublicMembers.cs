using Microsoft.CodeAnalysis;

namespace StreamTuning.PublicApi;

/// <summary>
/// What others can use of an assembly, one member a line, in the form of the files of Microsoft.CodeAnalysis.PublicApiAnalyzers with attributes, bases and constraints
/// besides: <c>!</c> stands behind what is never null, <c>?</c> behind what may be, and nothing where the assembly does not say.
/// </summary>
internal static class PublicMembers
{
    private static readonly SymbolDisplayFormat _format = new(
        SymbolDisplayGlobalNamespaceStyle.Omitted,
        SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints | SymbolDisplayGenericsOptions.IncludeVariance,
        SymbolDisplayMemberOptions.IncludeContainingType | SymbolDisplayMemberOptions.IncludeExplicitInterface | SymbolDisplayMemberOptions.IncludeParameters
            | SymbolDisplayMemberOptions.IncludeConstantValue,
        SymbolDisplayDelegateStyle.NameAndSignature,
        SymbolDisplayExtensionMethodStyle.StaticMethod,
        SymbolDisplayParameterOptions.IncludeDefaultValue | SymbolDisplayParameterOptions.IncludeExtensionThis | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeParamsRefOut | SymbolDisplayParameterOptions.IncludeType,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier
            | SymbolDisplayMiscellaneousOptions.IncludeNotNullableReferenceTypeModifier,
        kindOptions: SymbolDisplayKindOptions.None);

    private static readonly SymbolDisplayFormat _type = _format
        .WithKindOptions(SymbolDisplayKindOptions.IncludeTypeKeyword)
        .WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

    /// <summary>What the compiler notes for itself, or for a debugger.</summary>
    private static readonly HashSet<string> _ignoredAttributes =
        ["AsyncStateMachineAttribute", "CompilerGeneratedAttribute", "DebuggerStepThroughAttribute", "ExtensionAttribute", "IsReadOnlyAttribute", "NullableAttribute", "NullableContextAttribute"];

    public static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol container) =>
        container.GetMembers()
            .SelectMany(member => member switch
            {
                INamespaceSymbol space => Types(space),
                INamedTypeSymbol type when IsVisible(type) => Types(type).Prepend(type),
                _ => [],
            });

    /// <summary>The members of a type that others see, accessors in place of properties.</summary>
    public static IEnumerable<ISymbol> Members(INamedTypeSymbol type) =>
        type.GetMembers().Where(member => IsVisible(member) && member is not (INamedTypeSymbol or IPropertySymbol or IEventSymbol) && !IsOfEveryType(member));

    /// <summary>All lines of an assembly, in order.</summary>
    public static IReadOnlyList<string> Lines(IAssemblySymbol assembly) =>
    [
        .. Types(assembly.GlobalNamespace)
            .SelectMany(type => Members(type).Prepend(type))
            .Select(symbol => (Key: symbol is INamedTypeSymbol ? symbol.ToDisplayString(_format.WithMemberOptions(SymbolDisplayMemberOptions.None)) : Signature(symbol), Line: Line(symbol)))
            .OrderBy(entry => entry.Key, StringComparer.Ordinal)
            .Select(entry => entry.Line),
    ];

    private static bool IsVisible(ISymbol symbol) =>
        symbol.DeclaredAccessibility switch
        {
            Accessibility.Public => true,
            Accessibility.Protected or Accessibility.ProtectedOrInternal => symbol.ContainingType is { IsSealed: false },
            _ => false,
        }
        && (symbol.ContainingType is null || IsVisible(symbol.ContainingType));

    /// <summary>What enumerations and structures have in any case.</summary>
    private static bool IsOfEveryType(ISymbol member) =>
        member.IsImplicitlyDeclared && member is IMethodSymbol { MethodKind: MethodKind.Constructor } or IFieldSymbol { ContainingType.TypeKind: TypeKind.Enum, HasConstantValue: false };

    private static string Line(ISymbol symbol)
    {
        string attributes = string.Concat(Attributes(symbol).Select(attribute => $"[{attribute}] "));
        return symbol is INamedTypeSymbol type ? attributes + Declaration(type) : attributes + Modifiers(symbol) + Signature(symbol);
    }

    private static IEnumerable<string> Attributes(ISymbol symbol) =>
        symbol.GetAttributes().Concat((symbol as IMethodSymbol)?.AssociatedSymbol?.GetAttributes() ?? [])
            .Where(attribute => attribute.AttributeClass is { DeclaredAccessibility: Accessibility.Public } type && !_ignoredAttributes.Contains(type.Name))
            .Select(Text)
            .Order(StringComparer.Ordinal);

    private static string Text(AttributeData attribute)
    {
        string name = attribute.AttributeClass!.ToDisplayString(_format);
        string shortName = attribute.AttributeClass.Name is var full && full.EndsWith("Attribute", StringComparison.Ordinal) ? full[..^"Attribute".Length] : full;
        return shortName + attribute.ToString()![name.Length..];
    }

    private static string Declaration(INamedTypeSymbol type)
    {
        string modifiers = (type.TypeKind, type) switch
        {
            (TypeKind.Class, { IsStatic: true }) => "static ",
            (TypeKind.Class, { IsAbstract: true }) => "abstract ",
            (TypeKind.Class, { IsSealed: true }) => "sealed ",
            _ => "",
        };
        IEnumerable<INamedTypeSymbol> bases = type.Interfaces.OrderBy(one => one.ToDisplayString(_format), StringComparer.Ordinal);
        if (type is { TypeKind: TypeKind.Class, BaseType: { SpecialType: not SpecialType.System_Object } inherited })
        {
            bases = bases.Prepend(inherited);
        }
        else if (type.EnumUnderlyingType is { SpecialType: not SpecialType.System_Int32 } underlying)
        {
            bases = [underlying];
        }

        string list = string.Join(", ", bases.Select(one => one.ToDisplayString(_format)));
        return modifiers + type.ToDisplayString(_type) + (list.Length == 0 ? "" : " : " + list);
    }

    private static string Modifiers(ISymbol member)
    {
        string text = member.DeclaredAccessibility == Accessibility.Public ? "" : "protected ";
        if (member is IFieldSymbol field)
        {
            return text + (field.ContainingType.TypeKind == TypeKind.Enum ? "" : field.IsConst ? "const " : (field.IsStatic ? "static " : "") + (field.IsReadOnly ? "readonly " : ""));
        }

        return text + (member.IsStatic ? "static " : "")
            + (member.IsAbstract ? "abstract " : member.IsOverride ? (member.IsSealed ? "sealed " : "") + "override " : member.IsVirtual ? "virtual " : "");
    }

    private static string Signature(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.PropertyGet, AssociatedSymbol: IPropertySymbol property } => $"{property.ToDisplayString(_format)}.get -> {Type(property)}",
        IMethodSymbol { MethodKind: MethodKind.PropertySet, AssociatedSymbol: IPropertySymbol property } setter => $"{property.ToDisplayString(_format)}.{(setter.IsInitOnly ? "init" : "set")} -> void",
        IMethodSymbol { MethodKind: MethodKind.EventAdd or MethodKind.EventRemove, AssociatedSymbol: IEventSymbol @event } accessor => $"{@event.ToDisplayString(_format)}.{(accessor.MethodKind == MethodKind.EventAdd ? "add" : "remove")} -> {@event.Type.ToDisplayString(_format)}",
        IMethodSymbol { MethodKind: MethodKind.Constructor } constructor => $"{constructor.ToDisplayString(_format)} -> void",
        IMethodSymbol method => $"{method.ToDisplayString(_format)} -> {Ref(method.RefKind)}{method.ReturnType.ToDisplayString(_format)}",
        IFieldSymbol field => $"{field.ToDisplayString(_format)} -> {field.Type.ToDisplayString(_format)}",
        _ => member.ToDisplayString(_format),
    };

    private static string Type(IPropertySymbol property) => Ref(property.RefKind) + property.Type.ToDisplayString(_format);

    private static string Ref(RefKind kind) => kind switch
    {
        RefKind.None => "",
        RefKind.Ref => "ref ",
        _ => "ref readonly ",
    };
}
