namespace StreamTuning.Analyzers.Facts;

/// <summary>A new file that one method opens and fills completely from one source whose length is known before.</summary>
internal sealed class FilledFile
{
    private FilledFile(
        ILocalSymbol? file, IOperation fill, FileCopy? copy, KnownLength length, FailureHandling? cleanUp)
    {
        File = file;
        Fill = fill;
        Copy = copy;
        Length = length;
        CleanUp = cleanUp;
    }

    public static FactTable<FilledFile> Facts { get; } = new(
        OpenedFile.Names, OpenedFile.Kinds, static (opening, types) =>
            OpenedFile.Of(opening, types) is { } file ? TryRead(file, types) : null);

    /// <summary>What becomes of a file that could not be filled.</summary>
    public enum FailureHandling
    {
        /// <summary>The code deletes it.</summary>
        Deletes,

        /// <summary>
        /// Every write goes straight to the file, so that its position tells where to trim it (on .NET Framework it does not).
        /// </summary>
        CanBeTrimmed,
    }

    /// <summary>The variable that holds the file; null where the file is opened in the argument of the copy.</summary>
    public ILocalSymbol? File { get; }

    /// <summary>The copy or loop that fills the file.</summary>
    public IOperation Fill { get; }

    /// <summary>The copy, where it is one.</summary>
    public FileCopy? Copy { get; }

    public KnownLength Length { get; }

    /// <summary>Null where a failure would leave a file of the wrong length behind.</summary>
    public FailureHandling? CleanUp { get; }

    private static FilledFile? TryRead(OpenedFile opening, KnownTypes types)
    {
        if (!opening.StartsEmpty || opening.Preallocates || opening.FindOnlyFill(types) is not { } use)
        {
            return null;
        }

        opening.TryGetReceiver(out ILocalSymbol? file, out _);
        if (FileCopy.Of(use, types) is { } copy)
        {
            return copy.LengthOfFile() is { } length
                ? new FilledFile(file, use, copy, length, HandlingOfFailure(use, opening, types))
                : null;
        }

        return FillingLoop.TryRead(use, opening.Operation, types) is { Loop: { } fill } loop
            ? new FilledFile(file, fill, copy: null, loop.Length, HandlingOfFailure(fill, opening, types))
            : null;
    }

    private static FailureHandling? HandlingOfFailure(IOperation fill, OpenedFile opening, KnownTypes types) =>
        opening.Path is { } path && path.IsStable() && IsDeleted(fill, opening, path, types) ? FailureHandling.Deletes
            : opening.BufferSize is 0 or 1 && !types.MayRunOnNetFramework ? FailureHandling.CanBeTrimmed
            : null;

    /// <summary>Whether the file is deleted, after it has been closed, whatever makes filling it fail.</summary>
    private static bool IsDeleted(IOperation fill, OpenedFile opening, IOperation path, KnownTypes types)
    {
        IOperation child = fill;
        for (IOperation? parent = fill.Parent;
            parent is not null and not (IAnonymousFunctionOperation or ILocalFunctionOperation);
            child = parent, parent = parent.Parent)
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
    private static bool IsDisposedWithin(IBlockOperation block, OpenedFile opening)
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
        type is null or { SpecialType: SpecialType.System_Object }
            or { Name: "Exception", ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true } };

    private static bool Rethrows(IBlockOperation handler) =>
        Branches.Find(handler, out _) == 0
        && handler.Operations.Length > 0
        && handler.Operations[handler.Operations.Length - 1] is IExpressionStatementOperation { Operation: IThrowOperation }
            or IThrowOperation;

    /// <summary>Whether the block deletes the path, whatever it does before: nothing but calls.</summary>
    private static bool Deletes(IBlockOperation block, IOperation path, KnownTypes types)
    {
        foreach (IOperation statement in block.Operations)
        {
            if (statement is not IExpressionStatementOperation { Operation: IInvocationOperation or IAwaitOperation
                or IConditionalAccessOperation } expression)
            {
                return false;
            }

            if (expression.Operation is IInvocationOperation { TargetMethod: { Name: "Delete" } method, Arguments: { Length: 1 } arguments }
                && method.ContainingType.Is(types.File)
                && arguments[0].Value.IsSameAs(path))
            {
                return true;
            }
        }

        return false;
    }
}
