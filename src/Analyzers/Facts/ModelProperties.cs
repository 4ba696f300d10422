namespace StreamTuning.Analyzers.Facts;

/// <summary>The properties of models, and the parameters of records that make them, which can have their attributes.</summary>
internal static class ModelProperties
{
    /// <summary>The parameter of the primary constructor that a property of a record is made of; null where there is none.</summary>
    public static IParameterSymbol? ParameterOf(IPropertySymbol property)
    {
        if (property.ContainingType is not { IsRecord: true } record || property.DeclaringSyntaxReferences.Length != 1)
        {
            return null;
        }

        foreach (IMethodSymbol constructor in record.InstanceConstructors)
        {
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                // The property is declared by the parameter.
                if (parameter.Name == property.Name
                    && parameter.DeclaringSyntaxReferences is { Length: 1 } declarations
                    && declarations[0].SyntaxTree == property.DeclaringSyntaxReferences[0].SyntaxTree
                    && declarations[0].Span == property.DeclaringSyntaxReferences[0].Span)
                {
                    return parameter;
                }
            }
        }

        return null;
    }

    /// <summary>
    /// The property that a declaration makes: itself, or of a record the one that a parameter of its primary constructor makes; null where
    /// there is none.
    /// </summary>
    public static IPropertySymbol? DeclaredBy(ISymbol declared) =>
        declared is IParameterSymbol parameter ? PropertyOf(parameter) : declared as IPropertySymbol;

    /// <summary>The property that a part of the making of an object sets, and its value; null where it sets none.</summary>
    public static (IPropertySymbol Property, IOperation Value)? SetBy(IOperation? part) => part switch
    {
        ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property: var set }, Value: var value } => (set, value),
        IArgumentOperation { Parameter: { } parameter, Value: var value } when DeclaredBy(parameter) is { } property => (property, value),
        _ => null,
    };

    /// <summary>The property of a record that a parameter of its primary constructor makes; null where there is none.</summary>
    private static IPropertySymbol? PropertyOf(IParameterSymbol parameter)
    {
        if (parameter.ContainingSymbol is not IMethodSymbol { MethodKind: MethodKind.Constructor, ContainingType: { } type })
        {
            return null;
        }

        foreach (ISymbol member in type.GetMembers(parameter.Name))
        {
            if (member is IPropertySymbol property && SymbolEqualityComparer.Default.Equals(ParameterOf(property), parameter))
            {
                return property;
            }
        }

        return null;
    }

    /// <summary>Whether the property, or the parameter that it is made of, has the attribute or one derived from it.</summary>
    public static bool Has(IPropertySymbol property, INamedTypeSymbol? attribute) =>
        RequestAttributes.Has(property, attribute)
            || (ParameterOf(property) is { } parameter && RequestAttributes.HasItself(parameter, attribute));
}
