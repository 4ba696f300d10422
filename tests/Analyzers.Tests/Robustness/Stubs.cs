using System.Text;
using Microsoft.CodeAnalysis;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Declares the types that the rules know once more, as a user might who has one of the same name: of another kind, or with other members.</summary>
internal static class Stubs
{
    /// <summary>The types that the rules know.</summary>
    public static IReadOnlyList<INamedTypeSymbol> KnownTypes { get; } = Find();

    /// <summary>All of them, without members.</summary>
    /// <param name="kind">What stands before the name, such as <c>struct</c>.</param>
    public static string Declare(string kind) => string.Concat(KnownTypes.Select(type => InNamespace(type, kind is "delegate void"
        ? $"public delegate void {Name(type)}();"
        : $"public {kind} {Name(type)} {{ }}")));

    /// <summary>All of them, with their members by name and type, but all methods and constructors with the same parameters.</summary>
    /// <param name="parameters">The parameters.</param>
    public static string DeclareWith(string parameters) => string.Concat(KnownTypes.Select(type => InNamespace(type, Declare(type, parameters))));

    private static IReadOnlyList<INamedTypeSymbol> Find()
    {
        Analyzers.Api.KnownTypes types = Analyzers.Api.KnownTypes.Of(CanonicalSource.Compile("", References.All));
        return
        [
            .. typeof(Analyzers.Api.KnownTypes).GetProperties().Where(property => property.PropertyType == typeof(INamedTypeSymbol))
                .Select(property => (INamedTypeSymbol)property.GetValue(types)!)
                .OrderBy(type => type.ToDisplayString(), StringComparer.Ordinal),
        ];
    }

    // What does not compile is part of the test.
    private static string Declare(INamedTypeSymbol type, string parameters)
    {
        bool isInterface = type.TypeKind == TypeKind.Interface;
        var text = new StringBuilder();
        text.Append($"public {(type.IsStatic ? "static class" : isInterface ? "interface" : "class")} {Name(type)}");
        if (type.BaseType is { SpecialType: SpecialType.None } super)
        {
            text.Append($" : {Display(super)}");
        }

        text.AppendLine(" {");
        if (!type.IsStatic && !isInterface)
        {
            text.AppendLine($"public {type.Name}({parameters}) {{ }}");
        }

        foreach (ISymbol member in type.GetMembers().Where(member => member is { DeclaredAccessibility: Accessibility.Public, CanBeReferencedByName: true }).DistinctBy(member => member.Name))
        {
            string modifiers = (isInterface ? "" : "public ") + (member.IsStatic ? "static " : "");
            switch (member)
            {
                case IMethodSymbol method:
                    string all = method.IsExtensionMethod ? "this object self, " + parameters : parameters;
                    text.AppendLine($"{modifiers}{Display(method.ReturnType)} {Name(method)}({all.TrimEnd(',', ' ')}) {(isInterface ? "" : "=> default")};");
                    break;
                case IPropertySymbol property:
                    text.AppendLine($"{modifiers}{Display(property.Type)} {property.Name} {{ get; set; }}");
                    break;
                case IFieldSymbol field:
                    text.AppendLine($"{modifiers}{Display(field.Type)} {field.Name};");
                    break;
            }
        }

        return text.AppendLine("}").ToString();
    }

    private static string InNamespace(INamedTypeSymbol type, string declaration) => $"namespace {type.ContainingNamespace.ToDisplayString()} {{ {declaration} }}\n";

    private static string Name(INamedTypeSymbol type) => type.Name + List(type.TypeParameters);

    private static string Name(IMethodSymbol method) => method.Name + List(method.TypeParameters);

    private static string List(IReadOnlyCollection<ITypeParameterSymbol> parameters) => parameters.Count == 0 ? "" : $"<{string.Join(", ", parameters.Select(parameter => parameter.Name))}>";

    private static string Display(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);
}
