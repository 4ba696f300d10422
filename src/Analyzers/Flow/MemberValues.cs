namespace StreamTuning.Analyzers.Flow;

/// <summary>What a field or property may hold, in whichever file it is declared.</summary>
internal static class MemberValues
{
    /// <summary>
    /// Every expression other than null that the declaring type puts there; null if other code can, or something is put there in another
    /// way than by an assignment.
    /// </summary>
    public static List<IOperation>? Of(IOperation reference)
    {
        ISymbol? member = reference switch
        {
            IFieldReferenceOperation field when IsWrittenInside(field.Field) => field.Field.OriginalDefinition,
            IPropertyReferenceOperation property when IsWrittenInside(property.Property) => property.Property.OriginalDefinition,
            _ => null,
        };
        if (member is null || reference.SemanticModel is not { Compilation: { } compilation } model)
        {
            return null;
        }

        var values = new List<IOperation>();
        foreach (SyntaxReference declaration in member.ContainingType.DeclaringSyntaxReferences)
        {
            SyntaxTree tree = declaration.SyntaxTree;
            if (!compilation.ContainsSyntaxTree(tree)
                || !TryAdd(member, declaration.GetSyntax(), tree == model.SyntaxTree ? model : compilation.GetSemanticModel(tree), values))
            {
                return null;
            }
        }

        return values;
    }

    private static bool IsWrittenInside(IFieldSymbol field) =>
        field.IsReadOnly || field.DeclaredAccessibility == Accessibility.Private;

    /// <summary>Whether a property holds its value itself, and only its type puts one there.</summary>
    private static bool IsWrittenInside(IPropertySymbol property) =>
        property is { IsVirtual: false, IsAbstract: false, IsOverride: false, IsIndexer: false }
        && property.SetMethod is null or { DeclaredAccessibility: Accessibility.Private }
        && property.DeclaringSyntaxReferences is { Length: 1 } declarations
        && declarations[0].GetSyntax() is PropertyDeclarationSyntax { AccessorList.Accessors: var accessors }
        && AreAutomatic(accessors);

    private static bool AreAutomatic(SyntaxList<AccessorDeclarationSyntax> accessors)
    {
        foreach (AccessorDeclarationSyntax accessor in accessors)
        {
            if (accessor is not { Body: null, ExpressionBody: null })
            {
                return false;
            }
        }

        return true;
    }

    private static bool TryAdd(ISymbol member, SyntaxNode type, SemanticModel model, List<IOperation> values)
    {
        foreach (SyntaxNode node in type.DescendantNodes())
        {
            ExpressionSyntax? value = node switch
            {
                VariableDeclaratorSyntax field when field.Identifier.ValueText == member.Name => field.Initializer?.Value,
                PropertyDeclarationSyntax property when property.Identifier.ValueText == member.Name => property.Initializer?.Value,
                _ => null,
            };
            if (value is not null && model.GetDeclaredSymbol(node).Is(member))
            {
                Add(model.GetOperation(value), values);
            }

            if (node is IdentifierNameSyntax name && name.Identifier.ValueText == member.Name && !TryAddUse(member, name, model, values))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Adds what is assigned at a name; false where the name may be written to in another way.</summary>
    private static bool TryAddUse(ISymbol member, IdentifierNameSyntax name, SemanticModel model, List<IOperation> values)
    {
        ExpressionSyntax use = name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;
        if (model.GetOperation(use) is not IMemberReferenceOperation reference || !reference.Member.OriginalDefinition.Is(member))
        {
            return true;
        }

        switch (reference.Parent)
        {
            case ISimpleAssignmentOperation { Target: { } target, Value: { } value } when target == reference:
                Add(value, values);
                return true;
            case IAssignmentOperation { Target: { } target } when target == reference:
                return false;
            case IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } or ITupleOperation or IAddressOfOperation:
                return false;
            default:
                return use.Parent is not RefExpressionSyntax;
        }
    }

    private static void Add(IOperation? value, List<IOperation> values)
    {
        if (value is { ConstantValue: not { HasValue: true, Value: null } })
        {
            values.Add(value);
        }
    }
}
