namespace StreamTuning.Analyzers.Flow;

/// <summary>Finds the loop that makes a call in each of its rounds, round after round.</summary>
internal static class LoopRound
{
    /// <summary>
    /// The loop around a call that is done when it goes on. Null where the call is an attempt; a round may go without it, or keep what it
    /// gives.
    /// </summary>
    public static ILoopOperation? TryFindAround(IOperation doneCall)
    {
        bool isKept = false;
        IOperation child = doneCall;
        for (IOperation? parent = doneCall.Parent; ; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IConditionalOperation condition when condition.Condition != child:
                case IVariableInitializerOperation or IVariableDeclaratorOperation or IVariableDeclarationOperation
                    or IVariableDeclarationGroupOperation or ISimpleAssignmentOperation:
                    isKept = true;
                    break;
                case IAwaitOperation:
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "AsTask" }:
                case IExpressionStatementOperation:
                case IUsingOperation scope when scope.Body == child:
                case ITryOperation attempt when attempt.Finally == child || (attempt.Body == child && !GoesOnAfterFailure(attempt)):
                    break;
                case IBlockOperation block when IsReachedAndPassed(block, child, mayEnd: !isKept):
                    break;
                case ILoopOperation loop:
                    return loop.Body == child ? loop : null;
                default:
                    return null;
            }
        }
    }

    /// <summary>The innermost loop around an operation, in the same function.</summary>
    public static ILoopOperation? Innermost(IOperation operation)
    {
        IOperation? parent = operation.Parent;
        while (parent is not (null or ILoopOperation or IAnonymousFunctionOperation or ILocalFunctionOperation))
        {
            parent = parent.Parent;
        }

        return parent as ILoopOperation;
    }

    /// <summary>Whether a <c>catch</c> neither throws nor leaves.</summary>
    public static bool GoesOnAfterFailure(ITryOperation attempt)
    {
        foreach (ICatchClauseOperation clause in attempt.Catches)
        {
            if (clause.Handler.Operations is not { Length: > 0 } statements || !Leaves(statements[statements.Length - 1]))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the statements of a block go on after one of them, to the end of the block.</summary>
    /// <param name="block">The block.</param>
    /// <param name="statement">The one of its statements that has the call.</param>
    /// <param name="mayEnd">
    /// Whether the last of them may leave on a condition, which is not about what the call gives: there is no more data.
    /// </param>
    private static bool IsReachedAndPassed(IBlockOperation block, IOperation statement, bool mayEnd)
    {
        int position = block.Operations.IndexOf(statement);
        for (int i = position + 1; i < block.Operations.Length; i++)
        {
            if (Leaves(block.Operations[i]))
            {
                return false;
            }
        }

        // The last statement may leave when the round has succeeded.
        return mayEnd
            || position == block.Operations.Length - 1
            || block.Operations[block.Operations.Length - 1] is not IConditionalOperation last
            || !(Leaves(Last(last.WhenTrue)) || (last.WhenFalse is { } other && Leaves(Last(other))));
    }

    private static IOperation Last(IOperation statement) =>
        statement is IBlockOperation { Operations: { Length: > 0 } statements } ? statements[statements.Length - 1] : statement;

    private static bool Leaves(IOperation statement) => statement switch
    {
        IBranchOperation branch => branch.BranchKind != BranchKind.Continue,
        IReturnOperation { Kind: OperationKind.Return } or IThrowOperation
            or IExpressionStatementOperation { Operation: IThrowOperation } => true,
        _ => false,
    };
}
