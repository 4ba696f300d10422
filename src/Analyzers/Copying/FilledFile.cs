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

        /// <summary>Every write goes straight to the file, so that its position tells where to trim it.</summary>
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
        if (!opening.StartsEmpty || opening.Preallocates)
        {
            return null;
        }

        IOperation? fill;
        ILocalSymbol? file = null;
        switch (Values.Receiver(opening.Operation))
        {
            case IArgumentOperation { Parent: IInvocationOperation call }:
                fill = call;
                break;
            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                file = declarator.Symbol;
                fill = SingleUse(file, opening, types);
                break;
            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target }:
                file = target.Local;
                fill = SingleUse(file, opening, types);
                break;
            default:
                return null;
        }

        if (fill is not IInvocationOperation use)
        {
            return null;
        }

        CopyIntoFile? copy = CopyIntoFile.TryRead(use, types);
        KnownLength? length;
        if (copy is not null)
        {
            if (Repeats(use, opening) || copy.Copy.IsSingleWrite(types))
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
        IOperation root = Values.Root(opening.Operation);
        if (Values.SingleValue(file, root) is not { } value || Values.Unwrap(value) != opening.Operation)
        {
            return null;
        }

        finder.Visit(root);
        return finder.SingleUse;
    }

    private static bool Repeats(IOperation fill, FileOpening opening)
    {
        for (IOperation? parent = fill.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is ILoopOperation)
            {
                return !Values.Contains(parent, opening.Operation);
            }
        }

        return false;
    }

    private static FailureHandling? HandlingOfFailure(IOperation fill, FileOpening opening, KnownTypes types)
    {
        IOperation child = fill;
        for (IOperation? parent = fill.Parent; parent is not null and not (IAnonymousFunctionOperation or ILocalFunctionOperation); child = parent, parent = parent.Parent)
        {
            if (parent is ITryOperation attempt && attempt.Body == child && opening.Path is { } path && Deletes(attempt, path, types))
            {
                return FailureHandling.Deletes;
            }
        }

        return opening.BufferSize is 0 or 1 ? FailureHandling.CanBeTrimmed : null;
    }

    private static bool Deletes(ITryOperation attempt, IOperation path, KnownTypes types)
    {
        if (attempt.Finally is { } cleanUp && Deletes(cleanUp, path, types))
        {
            return true;
        }

        foreach (ICatchClauseOperation clause in attempt.Catches)
        {
            if (clause.Filter is null
                && clause.ExceptionType is null or { SpecialType: SpecialType.System_Object } or { Name: "Exception", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } })
            {
                return Deletes(clause.Handler, path, types);
            }
        }

        return false;
    }

    /// <summary>Whether the block deletes the path in a statement of its own.</summary>
    private static bool Deletes(IBlockOperation block, IOperation path, KnownTypes types)
    {
        foreach (IOperation statement in block.Operations)
        {
            if (statement is IExpressionStatementOperation { Operation: IInvocationOperation { TargetMethod: { Name: "Delete" } method, Arguments: { Length: 1 } arguments } }
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
            if (!SymbolEqualityComparer.Default.Equals(operation.Local, file) || LocalUses.IsNeutral(operation))
            {
                return;
            }

            IOperation? receiver = Values.Receiver(operation);
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
