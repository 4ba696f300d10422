namespace StreamTuning.Analyzers.Flow;

/// <summary>Finds the loop that makes a call in each of its rounds, round after round.</summary>
internal static class LoopRound
{
    /// <summary>
    /// The loop around an awaited call. Null where a round may go without the call, or where the call is an attempt: a round that succeeds
    /// leaves the loop, or one that fails is followed by the next.
    /// </summary>
    public static ILoopOperation? TryFind(IInvocationOperation call) => TryFind(call, isDone: false, mayBeSkipped: false);

    /// <summary>
    /// The loop around a call that is done when it goes on. Null where the call is an attempt; a round may go without it, or keep what it
    /// gives.
    /// </summary>
    public static ILoopOperation? TryFindAround(IOperation doneCall) => TryFind(doneCall, isDone: true, mayBeSkipped: true);

    private static ILoopOperation? TryFind(IOperation call, bool isDone, bool mayBeSkipped)
    {
        bool isAwaited = isDone;
        bool isKept = false;
        IOperation child = call;
        for (IOperation? parent = call.Parent; ; child = parent, parent = parent.Parent)
        {
            switch (parent)
            {
                case IConditionalOperation condition when mayBeSkipped && condition.Condition != child:
                case IVariableInitializerOperation or IVariableDeclaratorOperation or IVariableDeclarationOperation
                    or IVariableDeclarationGroupOperation or ISimpleAssignmentOperation when mayBeSkipped:
                    isKept = true;
                    break;
                case IAwaitOperation:
                    isAwaited = true;
                    break;
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "AsTask" }:
                case IExpressionStatementOperation:
                case IUsingOperation scope when scope.Body == child:
                case ITryOperation attempt when attempt.Finally == child || (attempt.Body == child && !GoesOnAfterFailure(attempt)):
                    break;
                case IBlockOperation block when IsReachedAndPassed(block, child, mayEnd: mayBeSkipped && !isKept):
                    break;
                case ILoopOperation loop:
                    return isAwaited && loop.Body == child && (mayBeSkipped || !IsSkipped(loop, call)) ? loop : null;
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

    /// <summary>Whether a round may go on to the next before it comes to the call.</summary>
    private static bool IsSkipped(ILoopOperation loop, IOperation call) => loop.Body.Has<IBranchOperation>(branch =>
        branch.BranchKind == BranchKind.GoTo
        || (branch.BranchKind == BranchKind.Continue
            && SymbolEqualityComparer.Default.Equals(branch.Target, loop.ContinueLabel)
            && branch.Syntax.SpanStart < call.Syntax.SpanStart));
}
