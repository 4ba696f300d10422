using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers;

/// <summary>Finds what leaves a block or loop before its end: break, continue, goto, return and yield.</summary>
internal static class Branches
{
    /// <summary>How many there are below the operation, and the first of them.</summary>
    public static int Find(IOperation operation, out IOperation? first)
    {
        var finder = new Finder();
        finder.Visit(operation);
        first = finder.First;
        return finder.Count;
    }

    private sealed class Finder : OperationWalker
    {
        public int Count { get; private set; }

        public IOperation? First { get; private set; }

        public override void VisitBranch(IBranchOperation operation) => Add(operation);

        public override void VisitReturn(IReturnOperation operation) => Add(operation);

        private void Add(IOperation operation)
        {
            First ??= operation;
            Count++;
        }
    }
}
