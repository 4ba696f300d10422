namespace StreamTuning.Analyzers.Flow;

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
