namespace StreamTuning.Analyzers.Flow;

/// <summary>
/// The conditions under which an operation is reached: of <c>if</c> and its relatives around it, and of statements before it that leave.
/// </summary>
internal static class Conditions
{
    /// <summary>Whether something certainly holds where the operation is reached.</summary>
    /// <param name="operation">The operation.</param>
    /// <param name="says">Whether a test, being true or false, says so.</param>
    /// <param name="leavesUnless">Whether a statement of any other kind leaves unless it is so.</param>
    public static bool HoldAt(IOperation operation, Func<IOperation, bool, bool> says, Func<IOperation, bool>? leavesUnless = null)
    {
        IOperation child = operation;
        for (IOperation? parent = operation.Parent; parent is not null; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IConditionalOperation conditional
                    when child != conditional.Condition && Imply(conditional.Condition, child == conditional.WhenTrue, says):
                    return true;

                case IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalAnd or BinaryOperatorKind.ConditionalOr } both
                    when child == both.RightOperand
                        && Imply(both.LeftOperand, both.OperatorKind == BinaryOperatorKind.ConditionalAnd, says):
                    return true;

                case IBlockOperation block:
                    foreach (IOperation statement in block.Operations)
                    {
                        if (statement == child)
                        {
                            break;
                        }

                        if (statement is IConditionalOperation { WhenFalse: null } conditional
                            ? Leaves(conditional.WhenTrue) && Imply(conditional.Condition, isTrue: false, says)
                            : leavesUnless?.Invoke(statement) == true)
                        {
                            return true;
                        }
                    }

                    break;
            }
        }

        return false;
    }

    private static bool Imply(IOperation condition, bool isTrue, Func<IOperation, bool, bool> says)
    {
        condition = condition.Unwrap();
        switch (condition)
        {
            case IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not:
                return Imply(not.Operand, !isTrue, says);

            case IBinaryOperation { OperatorKind: BinaryOperatorKind.ConditionalAnd or BinaryOperatorKind.ConditionalOr } both:
                bool left = Imply(both.LeftOperand, isTrue, says);
                bool right = Imply(both.RightOperand, isTrue, says);
                return both.OperatorKind == BinaryOperatorKind.ConditionalAnd == isTrue ? left || right : left && right;

            default:
                return says(condition, isTrue);
        }
    }

    private static bool Leaves(IOperation statement) => statement switch
    {
        IBlockOperation { Operations: { Length: > 0 } operations } => Leaves(operations[operations.Length - 1]),
        IExpressionStatementOperation { Operation: IThrowOperation } or IThrowOperation or IReturnOperation or IBranchOperation => true,
        _ => false,
    };
}
