namespace StreamTuning.Analyzers.Flow;

/// <summary>What the code around an operation does with the exceptions that it throws.</summary>
internal static class ExceptionHandling
{
    /// <summary>
    /// Whether a <c>catch</c> around the operation, in the same function, treats two types of exceptions differently, or may do so: it
    /// takes
    /// one of them only, or decides by a filter.
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
