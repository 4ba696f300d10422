using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers;

/// <summary>Tells what runs after what.</summary>
internal static class RunOrder
{
    /// <summary>Whether one operation follows the other, and neither is in a branch or loop without the other.</summary>
    /// <param name="later">The one that follows.</param>
    /// <param name="earlier">The one before it.</param>
    /// <param name="allowsTry">Whether either may be in a <c>try</c> block of its own.</param>
    public static bool Follows(IOperation later, IOperation earlier, bool allowsTry = false)
    {
        IOperation? common = later;
        while (common is not null && !Values.Contains(common, earlier))
        {
            common = common.Parent;
        }

        return common is not null
            && (common == later || earlier.Syntax.SpanStart < later.Syntax.SpanStart)
            && IsUnconditionalWithin(common, later, allowsTry)
            && IsUnconditionalWithin(common, earlier, allowsTry);
    }

    private static bool IsUnconditionalWithin(IOperation ancestor, IOperation operation, bool allowsTry)
    {
        for (IOperation? child = operation; child is not null && child != ancestor; child = child.Parent)
        {
            bool mayBeSkipped = child.Parent switch
            {
                ITryOperation attempt => !allowsTry || attempt.Body != child,
                IConditionalOperation or IConditionalAccessOperation or ICoalesceOperation or ISwitchOperation or ISwitchExpressionArmOperation or ILoopOperation
                    or IAnonymousFunctionOperation or ILocalFunctionOperation or IBinaryOperation => true,
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
