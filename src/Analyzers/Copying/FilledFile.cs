using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>A new file that one method opens and fills completely from one source whose length is known before.</summary>
internal sealed class FilledFile
{
    private FilledFile(ILocalSymbol? file, IOperation fill, CopyIntoFile? copy, KnownLength length, FailureHandling? cleanUp)
    {
        File = file;
        Fill = fill;
        Copy = copy;
        Length = length;
        CleanUp = cleanUp;
    }

    /// <summary>What becomes of a file that could not be filled.</summary>
    public enum FailureHandling
    {
        /// <summary>The code deletes it.</summary>
        Deletes,

        /// <summary>Every write goes straight to the file, so that its position tells where to trim it (on .NET Framework it does not).</summary>
        CanBeTrimmed,
    }

    /// <summary>The variable that holds the file; null where the file is opened in the argument of the copy.</summary>
    public ILocalSymbol? File { get; }

    /// <summary>The copy or loop that fills the file.</summary>
    public IOperation Fill { get; }

    /// <summary>The copy, where it is one.</summary>
    public CopyIntoFile? Copy { get; }

    public KnownLength Length { get; }

    /// <summary>Null where a failure would leave a file of the wrong length behind.</summary>
    public FailureHandling? CleanUp { get; }

    public static FilledFile? TryRead(FileOpening opening, KnownTypes types)
    {
        if (!opening.StartsEmpty || opening.Preallocates || !opening.TryGetReceiver(out ILocalSymbol? file, out IInvocationOperation? call))
        {
            return null;
        }

        IOperation? fill = file is null ? call : SingleUse(file, opening, types);
        if (fill is not IInvocationOperation use)
        {
            return null;
        }

        CopyIntoFile? copy = CopyIntoFile.TryRead(use, types);
        KnownLength? length;
        if (copy is not null)
        {
            if (Values.IsRepeatedAfter(use, opening.Operation) || copy.Copy.IsSingleWrite)
            {
                return null;
            }

            length = KnownLength.Of(copy.Copy, types);
        }
        else if (FillingLoop.TryRead(use, opening.Operation, types) is { } loop)
        {
            fill = loop.Loop;
            length = loop.Length;
        }
        else
        {
            return null;
        }

        return length is null ? null : new FilledFile(file, fill, copy, length, HandlingOfFailure(fill, opening, types));
    }

    /// <summary>The one call that puts data into the file; null where there are several or the file is used in another way.</summary>
    private static IOperation? SingleUse(ILocalSymbol file, FileOpening opening, KnownTypes types)
    {
        var finder = new UseFinder(file, opening, types);
        finder.Visit(Values.Root(opening.Operation));
        return finder.SingleUse;
    }

    private static FailureHandling? HandlingOfFailure(IOperation fill, FileOpening opening, KnownTypes types) =>
        opening.Path is { } path && Values.IsStable(path) && IsDeleted(fill, opening, path, types) ? FailureHandling.Deletes
            : opening.BufferSize is 0 or 1 && !types.MayRunOnNetFramework ? FailureHandling.CanBeTrimmed
            : null;

    /// <summary>Whether the file is deleted, after it has been closed, whatever makes filling it fail.</summary>
    private static bool IsDeleted(IOperation fill, FileOpening opening, IOperation path, KnownTypes types)
    {
        IOperation child = fill;
        for (IOperation? parent = fill.Parent; parent is not null and not (IAnonymousFunctionOperation or ILocalFunctionOperation); child = parent, parent = parent.Parent)
        {
            if (parent is not ITryOperation attempt || attempt.Body != child)
            {
                continue;
            }

            bool isClosed = IsDisposedWithin(attempt.Body, opening);
            if (isClosed && attempt.Finally is { } cleanUp && Deletes(cleanUp, path, types))
            {
                return true;
            }

            bool catchesAll = false;
            bool deletesAlways = isClosed;
            foreach (ICatchClauseOperation clause in attempt.Catches)
            {
                bool deletes = Deletes(clause.Handler, path, types);
                if (!(deletes && isClosed) && !Rethrows(clause.Handler))
                {
                    // The failure ends here, and the file stays.
                    return false;
                }

                catchesAll |= clause.Filter is null && IsAnyException(clause.ExceptionType);
                deletesAlways &= deletes;
            }

            if (catchesAll && deletesAlways)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the file is opened in a <c>using</c> of the block: it is closed when the block is left.</summary>
    private static bool IsDisposedWithin(IBlockOperation block, FileOpening opening)
    {
        bool isDisposed = false;
        IOperation child = opening.Operation;
        for (IOperation? parent = child.Parent; parent is not null && child != block; child = parent, parent = parent.Parent)
        {
            isDisposed |= parent is IUsingDeclarationOperation || (parent is IUsingOperation scope && scope.Resources == child);
        }

        return isDisposed && child == block;
    }

    private static bool IsAnyException(ITypeSymbol? type) =>
        type is null or { SpecialType: SpecialType.System_Object } or { Name: "Exception", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } };

    private static bool Rethrows(IBlockOperation handler) =>
        Branches.Find(handler, out _) == 0
        && handler.Operations.Length > 0
        && handler.Operations[handler.Operations.Length - 1] is IExpressionStatementOperation { Operation: IThrowOperation } or IThrowOperation;

    /// <summary>Whether the block deletes the path, whatever it does before: nothing but calls.</summary>
    private static bool Deletes(IBlockOperation block, IOperation path, KnownTypes types)
    {
        foreach (IOperation statement in block.Operations)
        {
            if (statement is not IExpressionStatementOperation { Operation: IInvocationOperation or IAwaitOperation or IConditionalAccessOperation } expression)
            {
                return false;
            }

            if (expression.Operation is IInvocationOperation { TargetMethod: { Name: "Delete" } method, Arguments: { Length: 1 } arguments }
                && Values.Is(method.ContainingType, types.File)
                && Values.AreSame(arguments[0].Value, path))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Finds what is done with the file, and whether that is anything but to fill it once, flush and close it.</summary>
    private sealed class UseFinder(ILocalSymbol file, FileOpening opening, KnownTypes types) : OperationWalker
    {
        private readonly IOperation _function = Values.Function(opening.Operation);
        private IOperation? _use;
        private bool _isOther;

        public IOperation? SingleUse => _isOther ? null : _use;

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            IOperation? receiver = Values.Receiver(operation);
            bool asksForLength = receiver is IPropertyReferenceOperation { Property.Name: "Length" };
            if (!SymbolEqualityComparer.Default.Equals(operation.Local, file) || (LocalUses.IsNeutral(operation) && !asksForLength))
            {
                return;
            }

            // A length that is set ahead is another one: who asks for it would see the difference.
            IInvocationOperation? use = receiver switch
            {
                IInvocationOperation { Instance: { } instance, TargetMethod.Name: "Write" or "WriteAsync" } call when Values.Unwrap(instance) == operation => call,
                IArgumentOperation { Parent: IInvocationOperation call } when StreamCopy.TryRead(call, types)?.Destination == operation => call,
                _ => null,
            };
            _isOther |= use is null || _use is not null || Values.Function(operation) != _function;
            _use = use;
        }
    }
}
