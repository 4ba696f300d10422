using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>Tells data that is known to be small: made of an array of constant size, or used where a condition limits its length.</summary>
internal static class SmallSource
{
    /// <param name="source">The stream.</param>
    /// <param name="use">Where it is read.</param>
    /// <param name="limit">In bytes.</param>
    /// <param name="types">The types.</param>
    public static bool IsAtMost(IOperation source, IOperation use, int limit, KnownTypes types) =>
        IsMadeOfLess(Values.Origin(source), limit, types) || IsLimited(use, limit);

    private static bool IsMadeOfLess(IOperation? origin, int limit, KnownTypes types)
    {
        if (origin is not IObjectCreationOperation { Arguments: { Length: > 0 } arguments } creation)
        {
            return false;
        }

        if (Values.Is(creation.Type, types.UnmanagedMemoryStream))
        {
            return Values.Argument(arguments, "length") is { } length && Values.ConstantInt64(length) <= limit;
        }

        return Values.Is(creation.Type, types.MemoryStream)
            && Values.Argument(arguments, "buffer") is { } buffer
            && BlockBuffer.Of(Values.Unwrap(buffer)).TryGetSize(types, out _, out int most, out _)
            && most <= limit;
    }

    /// <summary>Whether the use is only reached where a condition says that some length is small.</summary>
    private static bool IsLimited(IOperation use, int limit)
    {
        IOperation child = use;
        for (IOperation? parent = use.Parent; parent is not null; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IConditionalOperation conditional when child != conditional.Condition:
                    if (Limits(conditional.Condition, child == conditional.WhenTrue, limit))
                    {
                        return true;
                    }

                    break;
                case IBlockOperation block:
                    foreach (IOperation statement in block.Operations)
                    {
                        if (statement == child)
                        {
                            break;
                        }

                        if (LimitsRest(statement, limit))
                        {
                            return true;
                        }
                    }

                    break;
            }
        }

        return false;
    }

    /// <summary>Whether what follows the statement is only reached with a small length.</summary>
    private static bool LimitsRest(IOperation statement, int limit)
    {
        switch (statement)
        {
            case IConditionalOperation { WhenFalse: null } conditional:
                return Leaves(conditional.WhenTrue) && Limits(conditional.Condition, isTrue: false, limit);
            case IExpressionStatementOperation { Operation: IInvocationOperation { TargetMethod.Name: "ThrowIfGreaterThan" or "ThrowIfGreaterThanOrEqual", Arguments: { Length: > 1 } arguments } }:
                return IsLength(arguments[0].Value) && Values.ConstantInt64(arguments[1].Value) <= limit;
            default:
                return false;
        }
    }

    private static bool Leaves(IOperation statement) => statement switch
    {
        IBlockOperation { Operations: { Length: > 0 } operations } => Leaves(operations[operations.Length - 1]),
        IExpressionStatementOperation { Operation: IThrowOperation } or IThrowOperation or IReturnOperation or IBranchOperation => true,
        _ => false,
    };

    /// <summary>Whether the condition, being true or false, says that a length is small.</summary>
    private static bool Limits(IOperation condition, bool isTrue, int limit)
    {
        switch (Values.Unwrap(condition))
        {
            case IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not:
                return Limits(not.Operand, !isTrue, limit);

            case IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalAnd or BinaryOperatorKind.ConditionalOr } both:
                return both.OperatorKind == BinaryOperatorKind.ConditionalAnd == isTrue
                    && (Limits(both.LeftOperand, isTrue, limit) || Limits(both.RightOperand, isTrue, limit));

            case IBinaryOperation comparison:
                return IsLength(comparison.LeftOperand)
                    ? Limits(comparison.OperatorKind, comparison.RightOperand, isTrue, limit)
                    : IsLength(comparison.RightOperand) && Limits(Turned(comparison.OperatorKind), comparison.LeftOperand, isTrue, limit);

            case IIsPatternOperation { Pattern: IRelationalPatternOperation pattern } test:
                return IsLength(test.Value) && Limits(pattern.OperatorKind, pattern.Value, isTrue, limit);

            default:
                return false;
        }
    }

    private static bool Limits(BinaryOperatorKind comparison, IOperation bound, bool isTrue, int limit)
    {
        long? most = (comparison, isTrue) switch
        {
            (BinaryOperatorKind.LessThan, true) or (BinaryOperatorKind.GreaterThanOrEqual, false) => Values.ConstantInt64(bound) - 1,
            (BinaryOperatorKind.LessThanOrEqual or BinaryOperatorKind.Equals, true) or (BinaryOperatorKind.GreaterThan or BinaryOperatorKind.NotEquals, false) => Values.ConstantInt64(bound),
            _ => null,
        };
        return most <= limit;
    }

    private static BinaryOperatorKind Turned(BinaryOperatorKind comparison) => comparison switch
    {
        BinaryOperatorKind.LessThan => BinaryOperatorKind.GreaterThan,
        BinaryOperatorKind.LessThanOrEqual => BinaryOperatorKind.GreaterThanOrEqual,
        BinaryOperatorKind.GreaterThan => BinaryOperatorKind.LessThan,
        BinaryOperatorKind.GreaterThanOrEqual => BinaryOperatorKind.LessThanOrEqual,
        _ => comparison,
    };

    /// <summary>Whether the value is the length of something that may be data: not that of an array of arguments or a text.</summary>
    private static bool IsLength(IOperation value) =>
        Values.Origin(value) is IPropertyReferenceOperation { Property: { Name: "Length" or "ContentLength", ContainingType.SpecialType: not (SpecialType.System_Array or SpecialType.System_String) } };
}
