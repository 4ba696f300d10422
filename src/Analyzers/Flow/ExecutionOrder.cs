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

    /// <summary>Whether a loop runs the operation several times for one run of the other, which comes before it.</summary>
    public static bool IsRepeatedAfter(this IOperation operation, IOperation first)
    {
        IOperation? loop = operation.Parent;
        while (loop is not (null or ILoopOperation))
        {
            loop = loop.Parent;
        }

        return loop is not null && (!loop.Contains(first) || IsInHeader(loop, first));
    }

    /// <summary>Whether a <c>for</c> loop runs the operation once, before its first round.</summary>
    private static bool IsInHeader(IOperation loop, IOperation operation)
    {
        if (loop is IForLoopOperation { Before: var header })
        {
            foreach (IOperation part in header)
            {
                if (part.Contains(operation))
                {
                    return true;
                }
            }
        }

        return false;
    }

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

/// <summary>Finds what leaves a block or loop before its end: break, continue, goto, return and yield.</summary>
internal static class Branches
{
    /// <summary>How many there are below the operation, and the first of them.</summary>
    public static int Find(IOperation operation, out IOperation? first)
    {
        int count = 0;
        first = null;
        foreach (IOperation each in operation.DescendantsAndSelf())
        {
            if (each is IBranchOperation or IReturnOperation)
            {
                first ??= each;
                count++;
            }
        }

        return count;
    }
}

/// <summary>What the code around an operation does with the exceptions that it throws.</summary>
internal static class ExceptionHandling
{
    /// <summary>
    /// Whether a <c>catch</c> around the operation, in the same function, treats two types of exceptions differently, or may do so: it
    /// takes one of them only, or decides by a filter.
    /// </summary>
    public static bool TellsApart(IOperation operation, ITypeSymbol first, ITypeSymbol second)
    {
        IOperation child = operation;
        for (IOperation? parent =
            operation.Parent; parent is not null and not (IAnonymousFunctionOperation or ILocalFunctionOperation); child = parent, parent =
                parent.Parent)
        {
            if (parent is not ITryOperation attempt || attempt.Body != child)
            {
                continue;
            }

            foreach (ICatchClauseOperation clause in attempt.Catches)
            {
                bool takesFirst = MayTake(clause.ExceptionType, first);
                bool takesSecond = MayTake(clause.ExceptionType, second);
                if (takesFirst != takesSecond || (takesFirst && clause.Filter is not null))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether a clause for one type may take an exception of the other, or one of a type derived from that.</summary>
    private static bool MayTake(ITypeSymbol? caught, ITypeSymbol thrown) =>
        caught is null or { SpecialType: SpecialType.System_Object } || thrown.DerivesFrom(caught) || caught.DerivesFrom(thrown);
}
