namespace StreamTuning.Analyzers.Flow;

/// <summary>
/// Follows a value from where it is used to where it comes from: through conversions, single-assignment locals and readonly fields.
/// </summary>
internal static class Provenance
{
    /// <summary>Values are followed through this many names; longer chains count as unknown.</summary>
    public const int MaximumHops = 4;

    /// <summary>
    /// Where the value comes from: the one expression that is assigned to the local or readonly field it is read from, else the
    /// expression itself. Null where a local or readonly field has several values or one that is not visible.
    /// </summary>
    public static IOperation? Origin(this IOperation value)
    {
        value = value.Unwrap();
        for (int hops = 0; hops < MaximumHops; hops++)
        {
            if (!value.IsFollowed())
            {
                return value;
            }

            if (value.SingleValue() is not { } next)
            {
                return null;
            }

            value = next.Unwrap();
        }

        return null;
    }

    /// <summary>Whether the operation reads a variable that a value is followed through: a local or readonly field.</summary>
    public static bool IsFollowed(this IOperation operation) =>
        operation is ILocalReferenceOperation or IFieldReferenceOperation { Field.IsReadOnly: true };

    /// <summary>
    /// The only expression other than null that is ever assigned to the local or readonly field; null where there is none, are several, or
    /// it is something else.
    /// </summary>
    public static IOperation? SingleValue(this IOperation reference) => reference switch
    {
        ILocalReferenceOperation local => local.Local.SingleValue(local.Root()),
        IFieldReferenceOperation { Field.IsReadOnly: true } field => ValueOf(field),
        _ => null,
    };

    /// <summary>The only expression other than null that is assigned to the local anywhere below the root.</summary>
    public static IOperation? SingleValue(this ILocalSymbol local, IOperation root) =>
        Uses.ValuesOf(local, root) is { Length: 1 } values && !Uses.AreWrittenUnseen(local, root) ? values[0] : null;

    /// <summary>Every expression other than null that is assigned to the local where it can be seen.</summary>
    public static ImmutableArray<IOperation> AllValues(this ILocalReferenceOperation reference) =>
        Uses.ValuesOf(reference.Local, reference);

    /// <summary>Whether the local gets its values by simple assignments only, so that <see cref="AllValues"/> are all there are.</summary>
    public static bool IsWrittenInSightOnly(this ILocalReferenceOperation reference) => !Uses.AreWrittenUnseen(reference.Local, reference);

    /// <summary>
    /// Whether the expression has one value throughout: a constant, a readonly field, or a local or parameter that is never assigned again.
    /// </summary>
    public static bool IsStable(this IOperation operation)
    {
        operation = operation.Unwrap();
        switch (operation)
        {
            case { ConstantValue.HasValue: true }:
                return true;
            case IFieldReferenceOperation { Field.IsReadOnly: true } field:
                return field.Instance is null || field.Instance.IsStable();
            case IInstanceReferenceOperation:
                return true;
            case ILocalReferenceOperation local:
                return local.Local is { IsForEach: true, RefKind: RefKind.None } || local.SingleValue() is not null;
            case IParameterReferenceOperation parameter:
                return !Uses.AreWrittenUnseen(parameter.Parameter, parameter);
            default:
                return false;
        }
    }

    private static IOperation? ValueOf(IFieldReferenceOperation reference) =>
        reference.SemanticModel is { } model
        && reference.Field.DeclaringSyntaxReferences is { Length: 1 } declarations
        && declarations[0].SyntaxTree == model.SyntaxTree
        && ValueOf(reference.Field) is { } value
            ? model.GetOperation(value)
            : null;

    /// <summary>The only expression that is ever assigned to a readonly field; null if there are several, or it is not visible.</summary>
    public static ExpressionSyntax? ValueOf(IFieldSymbol field)
    {
        if (field.DeclaringSyntaxReferences.Length != 1
            || field.ContainingType.DeclaringSyntaxReferences.Length != 1
            || field.DeclaringSyntaxReferences[0].GetSyntax() is not VariableDeclaratorSyntax
                { Parent.Parent.Parent: TypeDeclarationSyntax type } declarator)
        {
            return null;
        }

        ExpressionSyntax? value = declarator.Initializer?.Value;
        int values = value is null ? 0 : 1;
        foreach (MemberDeclarationSyntax member in type.Members)
        {
            // A readonly field is assigned in constructors and, if required, in init accessors: nowhere else.
            if (member is not (ConstructorDeclarationSyntax or PropertyDeclarationSyntax))
            {
                continue;
            }

            foreach (SyntaxNode node in member.DescendantNodes())
            {
                if (node is IdentifierNameSyntax name
                    && name.Identifier.ValueText == field.Name
                    && IsWritten(name, out ExpressionSyntax? written))
                {
                    value = written;
                    values++;
                }
            }
        }

        return values == 1 ? value : null;
    }

    /// <summary>Whether the name is written to, and the value, where that is visible.</summary>
    private static bool IsWritten(IdentifierNameSyntax name, out ExpressionSyntax? value)
    {
        ExpressionSyntax target = name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access
            && access.Name == name ? access : name;
        var assignment = target.Parent as AssignmentExpressionSyntax;
        value = assignment is not null && assignment.Left == target && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
            ? assignment.Right
            : null;
        return assignment is not null
            ? assignment.Left == target
            : target.Parent is ArgumentSyntax argument
                && (!argument.RefKindKeyword.IsKind(SyntaxKind.None)
                    || argument.Parent is TupleExpressionSyntax { Parent: ArgumentSyntax or AssignmentExpressionSyntax });
    }
}

/// <summary>The constants that expressions have throughout.</summary>
internal static class Constants
{
    /// <summary>
    /// The number that the expression has throughout: a constant, or what the one assignment of a local or readonly field says.
    /// </summary>
    public static int? ConstantInt32(this IOperation operation) => operation.Constant() as int?;

    /// <summary>The same of a number that may be larger.</summary>
    public static long? ConstantInt64(this IOperation operation) =>
        operation.Constant() is long value ? value : operation.ConstantInt32();

    private static object? Constant(this IOperation operation) =>
        operation.ConstantValue is { HasValue: true } constant ? constant.Value
        : operation.Origin()?.ConstantValue is { HasValue: true } origin ? origin.Value
        : null;
}
