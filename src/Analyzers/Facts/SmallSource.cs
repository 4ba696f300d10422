namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// Tells data that is known to be small: made of an array of constant size, part of the program, or used where a condition limits its
/// length.
/// </summary>
internal static class SmallSource
{
    /// <param name="source">The stream.</param>
    /// <param name="use">Where it is read.</param>
    /// <param name="limit">In bytes.</param>
    /// <param name="types">The types.</param>
    public static bool IsAtMost(IOperation source, IOperation use, int limit, KnownTypes types) =>
        IsMadeOfLess(source.Origin(), limit, types) || IsResource(source, types) || IsLimited(use, limit);

    /// <summary>Whether the stream is made of memory of a constant size.</summary>
    public static bool IsConstant(IOperation source, KnownTypes types) => IsMadeOfLess(source.Origin(), int.MaxValue, types);

    /// <summary>
    /// Whether the stream is a resource of an assembly, compressed or not: as small as anything that is compiled into a program.
    /// </summary>
    private static bool IsResource(IOperation source, KnownTypes types) => source.ComesOnlyFrom(value => value switch
    {
        IInvocationOperation { TargetMethod: { Name: "GetManifestResourceStream" } method } => method.ContainingType.Is(types.Assembly),
        IInvocationOperation { TargetMethod: { } method } => method.Name.IndexOf("Embed", StringComparison.Ordinal) >= 0
            && value.SemanticModel?.Compilation.BodyOf(method) is null, // The name of what isn't in sight.
        IObjectCreationOperation { Constructor: { } constructor, Arguments: { Length: > 0 } arguments } =>
            types.IsFilter(constructor.ContainingType) && IsResource(arguments[0].Value, types),
        _ => false,
    });

    private static bool IsMadeOfLess(IOperation? origin, int limit, KnownTypes types)
    {
        if (origin is not IObjectCreationOperation { Arguments: { Length: > 0 } arguments } creation)
        {
            return false;
        }

        if (creation.Type.Is(types.UnmanagedMemoryStream))
        {
            return arguments.Named("length") is { } length && length.ConstantInt64() <= limit;
        }

        return creation.Type.Is(types.MemoryStream)
            && arguments.Named("buffer") is { } buffer
            && Allocation.Of(buffer.Origin(), types)?.Most <= limit;
    }

    /// <summary>Whether the use is only reached where a condition says that some length is small.</summary>
    private static bool IsLimited(IOperation use, int limit) =>
        Conditions.HoldAt(use, (test, isTrue) => Limits(test, isTrue, limit), statement => Limits(statement, limit));

    /// <summary>Whether the statement throws where a length is not small.</summary>
    private static bool Limits(IOperation statement, int limit) =>
        statement is IExpressionStatementOperation { Operation: IInvocationOperation { TargetMethod.Name: "ThrowIfGreaterThan"
            or "ThrowIfGreaterThanOrEqual", Arguments: { Length: > 1 } arguments } }
        && IsLength(arguments[0].Value)
        && arguments[1].Value.ConstantInt64() <= limit;

    /// <summary>Whether the test, being true or false, says that a length is small.</summary>
    private static bool Limits(IOperation test, bool isTrue, int limit)
    {
        switch (test)
        {
            case IBinaryOperation comparison:
                long unit = UnitOf(comparison.LeftOperand);
                bool isLeft = unit > 0;
                IOperation bound = isLeft ? comparison.RightOperand : comparison.LeftOperand;
                unit = isLeft ? unit : UnitOf(comparison.RightOperand);
                // A quotient is rounded down.
                return unit > 0 && Limits(comparison.OperatorKind, bound, isTrue, isLeft, (int)(((limit + 1L) / unit) - 1));

            case IIsPatternOperation { Pattern: { } pattern } match:
                return IsLength(match.Value) && Limits(pattern, isTrue, limit);

            default:
                return false;
        }
    }

    /// <summary>Whether a pattern says so that a length matches, or does not.</summary>
    private static bool Limits(IPatternOperation pattern, bool isTrue, int limit)
    {
        switch (pattern)
        {
            case IRelationalPatternOperation relation:
                return Limits(relation.OperatorKind, relation.Value, isTrue, isLeft: true, limit);

            case INegatedPatternOperation negation:
                return Limits(negation.Pattern, !isTrue, limit);

            case IBinaryPatternOperation both:
                bool left = Limits(both.LeftPattern, isTrue, limit);
                bool right = Limits(both.RightPattern, isTrue, limit);
                return both.OperatorKind == BinaryOperatorKind.And == isTrue ? left || right : left && right;

            default:
                return false;
        }
    }

    private static bool Limits(BinaryOperatorKind comparison, IOperation bound, bool isTrue, bool isLeft, int limit)
    {
        bool isMost = comparison switch
        {
            BinaryOperatorKind.LessThan or BinaryOperatorKind.LessThanOrEqual => isTrue == isLeft,
            BinaryOperatorKind.GreaterThan or BinaryOperatorKind.GreaterThanOrEqual => isTrue != isLeft,
            BinaryOperatorKind.Equals => isTrue,
            BinaryOperatorKind.NotEquals => !isTrue,
            _ => false,
        };
        return isMost && bound.ConstantInt64() <= limit;
    }

    /// <summary>How many bytes a length is counted in: 1, or what it's divided by, such as 1,024; 0 for what is no length.</summary>
    private static long UnitOf(IOperation value) =>
        value.Origin() is IBinaryOperation { OperatorKind: BinaryOperatorKind.Divide, LeftOperand: { } length, RightOperand: { } divisor }
            ? UnitOf(length) * (divisor.ConstantInt64() ?? 0)
            : IsLength(value) ? 1 : 0;

    /// <summary>Whether the value is the length of something that may be data: not that of an array of arguments or a text.</summary>
    private static bool IsLength(IOperation value) => value.Origin() switch
    {
        IPropertyReferenceOperation { Property: { Name: "Length"
            or "ContentLength", ContainingType.SpecialType: not (SpecialType.System_Array or SpecialType.System_String) } } => true,

        // Of a length that may be missing.
        IPropertyReferenceOperation { Property: { Name: "Value",
            ContainingType.OriginalDefinition.SpecialType: SpecialType.System_Nullable_T }, Instance: { } length } => IsLength(length),
        IInvocationOperation { TargetMethod: { Name: "GetValueOrDefault",
            ContainingType.OriginalDefinition.SpecialType: SpecialType.System_Nullable_T }, Instance: { } length } => IsLength(length),
        ICoalesceOperation { Value: { } length } => IsLength(length),
        _ => false,
    };
}
