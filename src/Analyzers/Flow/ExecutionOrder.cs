namespace StreamTuning.Analyzers.Flow;

/// <summary>Tells what runs after what.</summary>
internal static class ExecutionOrder
{
    /// <summary>Whether one operation follows the other, and neither is in a branch or loop without the other.</summary>
    /// <param name="later">The one that follows.</param>
    /// <param name="earlier">The one before it.</param>
    /// <param name="allowsTry">Whether either may be in a <c>try</c> block of its own.</param>
    public static bool Follows(IOperation later, IOperation earlier, bool allowsTry = false) =>
        IsBehind(later, earlier, out IOperation? common)
        && IsUnconditionalWithin(common!, later, allowsTry)
        && IsUnconditionalWithin(common!, earlier, allowsTry);

    /// <summary>
    /// Whether one operation follows the other, which is in no branch or loop without it. An exception in a <c>try</c> is left aside.
    /// </summary>
    public static bool IsReachedOnlyAfter(IOperation later, IOperation earlier) =>
        IsBehind(later, earlier, out IOperation? common) && IsUnconditionalWithin(common!, earlier, allowsTry: true);

    /// <summary>Whether one operation stands behind the other, or around it; and the smallest that contains both.</summary>
    private static bool IsBehind(IOperation later, IOperation earlier, out IOperation? common)
    {
        common = later;
        while (common is not null && !common.Contains(earlier))
        {
            common = common.Parent;
        }

        return common is not null && (common == later || earlier.Syntax.SpanStart < later.Syntax.SpanStart);
    }

    private static bool IsUnconditionalWithin(IOperation ancestor, IOperation operation, bool allowsTry)
    {
        for (IOperation? child = operation; child is not null && child != ancestor; child = child.Parent)
        {
            bool mayBeSkipped = child.Parent switch
            {
                ITryOperation attempt => !allowsTry || attempt.Body != child,
                IConditionalOperation choice => choice.Condition != child,
                IConditionalAccessOperation access => access.Operation != child,
                ISwitchOperation choice => choice.Value != child,
                IForEachLoopOperation loop => loop.Collection != child,
                ICoalesceOperation or ISwitchExpressionArmOperation or ILoopOperation or IAnonymousFunctionOperation
                    or ILocalFunctionOperation or IBinaryOperation => true,
                _ => false,
            };
            if (mayBeSkipped)
            {
                return false;
            }
        }

        return true;
    }
}
