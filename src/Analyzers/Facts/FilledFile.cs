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

    /// <summary>The length of the file that a copy fills, where it is known and nothing else fills the file.</summary>
    public static KnownLength? LengthOf(FileCopy copy, KnownTypes types) =>
        copy.Opening is { StartsEmpty: true, Preallocates: false } opening && FindOnlyFill(opening, types) == copy.Copy.Call
            ? LengthOf(copy, opening, types)
            : null;

    private static FilledFile? TryRead(OpenedFile opening, KnownTypes types)
    {
        if (!opening.StartsEmpty || opening.Preallocates || FindOnlyFill(opening, types) is not { } use)
        {
            return null;
        }

        opening.TryGetReceiver(out ILocalSymbol? file, out _);
        if (FileCopy.Of(use, types) is { } copy)
        {
            return copy.Opening == opening && LengthOf(copy, opening, types) is { } length
                ? new FilledFile(file, use, copy, length, HandlingOfFailure(use, opening, types))
                : null;
        }

        return FillingLoop.TryRead(use, opening.Operation, types) is { Loop: { } fill } loop
            ? new FilledFile(file, fill, copy: null, loop.Length, HandlingOfFailure(fill, opening, types))
            : null;
    }

    private static KnownLength? LengthOf(FileCopy onlyFill, OpenedFile opening, KnownTypes types) =>
        !onlyFill.Copy.Call.IsRepeatedAfter(opening.Operation) && !onlyFill.Copy.IsSingleWrite
            ? KnownLength.Of(onlyFill.Copy, types)
            : null;

    /// <summary>The one call that puts data into an opened file; null where there are several or the file is used in another way.</summary>
    private static IInvocationOperation? FindOnlyFill(OpenedFile opening, KnownTypes types)
    {
        if (!opening.TryGetReceiver(out ILocalSymbol? variable, out IInvocationOperation? only) || variable is null)
        {
            return only;
        }

        IOperation function = opening.Operation.Function();
        foreach (ILocalReferenceOperation reference in Uses.Of(variable, opening.Operation.Root()))
        {
            // A length that is set ahead is another one: who asks for it would see the difference.
            IOperation? receiver = reference.Receiver();
            if (reference.IsNeutral() && receiver is not IPropertyReferenceOperation { Property.Name: "Length" })
            {
                continue;
            }

            IInvocationOperation? use = receiver switch
            {
                IInvocationOperation { Instance: { } instance, TargetMethod.Name: "Write" or "WriteAsync" } call
                    when instance.Unwrap() == reference => call,
                IArgumentOperation { Parent: IInvocationOperation call } when StreamCopy.Of(call, types)?.Destination == reference => call,
                _ => null,
            };
            if (use is null || only is not null || reference.Function() != function)
            {
                return null;
            }

            only = use;
        }

        return only;
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

/// <summary>
/// A loop that writes all of one source into a file: reads blocks of a stream until there are no more, or takes an array block by block.
/// Loops with any other way out or any other arithmetic are not recognised, since they may write a part only.
/// </summary>
internal sealed class FillingLoop
{
    private FillingLoop(ILoopOperation loop, KnownLength length)
    {
        Loop = loop;
        Length = length;
    }

    public ILoopOperation Loop { get; }

    public KnownLength Length { get; }

    public static FillingLoop? TryRead(IInvocationOperation write, IOperation opening, KnownTypes types)
    {
        if (EnclosingLoop(write) is not { } loop || loop.Contains(opening) || loop.IsRepeatedAfter(opening))
        {
            return null;
        }

        KnownLength? length = ArrayWithBlocks(write, loop, types) is var (array, _)
            ? KnownLength.OfArray(array)
            : OfStream(write, loop, types);
        return length is null ? null : new FillingLoop(loop, length);
    }

    /// <summary>Whether the write is that of a loop that takes an array in blocks of constant size.</summary>
    public static bool TryReadArray(IInvocationOperation write, KnownTypes types, out ILoopOperation? loop, out int blockSize)
    {
        loop = EnclosingLoop(write);
        blockSize = loop is not null && ArrayWithBlocks(write, loop, types) is var (_, block) ? block.ConstantInt32() ?? 0 : 0;
        return blockSize > 0;
    }

    /// <summary>The loop that runs the call once in every round.</summary>
    private static ILoopOperation? EnclosingLoop(IOperation call)
    {
        for (IOperation? parent = call.Parent; ; parent = parent.Parent)
        {
            switch (parent)
            {
                case ILoopOperation loop:
                    return loop;
                case IBlockOperation or IExpressionStatementOperation or IAwaitOperation:
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" }:
                    break;
                default:
                    return null;
            }
        }
    }

    /// <summary><c>for (int i = 0; i &lt; array.Length; i += n) file.Write(array, i, Math.Min(n, array.Length - i));</c></summary>
    private static (IOperation Array, IOperation Block)? ArrayWithBlocks(IInvocationOperation write, ILoopOperation loop, KnownTypes types)
    {
        if (loop is not IForLoopOperation { Before: { Length: 1 } before, AtLoopBottom: { Length: 1 } step } forLoop
            || forLoop.Condition is not IBinaryOperation { OperatorKind: BinaryOperatorKind.LessThan } condition
            || condition.LeftOperand.Unwrap() is not ILocalReferenceOperation index
            || ArrayOfLength(condition.RightOperand) is not { } array
            || BufferPart.Of(write) is not { Buffer: { } sliced, Offset: { } offset, Count: { } count }
            || !sliced.IsSameAs(array)
            || !offset.IsSameAs(index)
            || !StartsAtZero(before[0], index)
            || step[0] is not IExpressionStatementOperation
                { Operation: ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Add } advance }
            || !advance.Target.IsSameAs(index)
            || count.Unwrap() is not IInvocationOperation { TargetMethod: { Name: "Min" } min, Arguments: { Length: 2 } operands }
            || !min.ContainingType.Is(types.Math)
            || Branches.Find(loop, out _) > 0)
        {
            return null;
        }

        IOperation first = operands[0].Value;
        IOperation second = operands[1].Value;
        bool isWhole = (first.IsSameAs(advance.Value) && IsRest(second, array, index))
            || (second.IsSameAs(advance.Value) && IsRest(first, array, index));
        return isWhole ? (array, advance.Value) : null;
    }

    private static bool StartsAtZero(IOperation before, ILocalReferenceOperation index) =>
        before is IVariableDeclarationGroupOperation { Declarations: { Length: 1 } declarations }
        && declarations[0].Declarators is { Length: 1 } declarators
        && SymbolEqualityComparer.Default.Equals(declarators[0].Symbol, index.Local)
        && declarators[0].GetVariableInitializer() is { } initializer
        && initializer.Value.Unwrap().ConstantInt32() == 0;

    private static bool IsRest(IOperation operation, IOperation array, IOperation index) =>
        operation.Unwrap() is IBinaryOperation { OperatorKind: BinaryOperatorKind.Subtract } rest
        && ArrayOfLength(rest.LeftOperand) is { } whole
        && whole.IsSameAs(array)
        && rest.RightOperand.IsSameAs(index);

    private static IOperation? ArrayOfLength(IOperation operation) =>
        operation.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length",
            Instance: { Type: IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte } } array }
            ? array
            : null;

    /// <summary><c>while ((n = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, n);</c> and its relatives.</summary>
    private static KnownLength? OfStream(IInvocationOperation write, ILoopOperation loop, KnownTypes types)
    {
        // A value that comes from anywhere but the one read may be written as well.
        if (BlockWrite.Of(write, types) is not { Count: { } count, Reads: { Length: 1 } reads, EndsWithSource: true } block
            || block.Loop != loop
            || count.SingleValue() is null
            || reads[0].Instance is not { } instance
            || !BlockWrite.AsksForWholeBuffer(reads[0]))
        {
            return null;
        }

        IOperation source = instance.Unwrap();
        int uses = 0;

        // What uses it more than once may skip or repeat a part.
        return !loop.Has<IOperation>(
            each => each is not (IConversionOperation or IParenthesizedOperation) && each.IsSameAs(source) && ++uses > 1) && uses == 1
                ? KnownLength.OfStream(source, source.Origin(), reads[0], types)
                : null;
    }
}

/// <summary>Follows a file from where it is opened.</summary>
internal static class FileReceiver
{
    /// <summary>
    /// Where the opened file goes: into a variable that never holds another, or into a call; false where it goes anywhere else.
    /// </summary>
    public static bool TryGetReceiver(this OpenedFile opening, out ILocalSymbol? variable, out IInvocationOperation? call)
    {
        IOperation operation = opening.Operation;
        call = operation.Receiver() is IArgumentOperation { Parent: IInvocationOperation invocation } ? invocation : null;
        variable = operation.ReceivingLocal();
        return call is not null || (variable?.SingleValue(operation.Root()) is { } value && value.Unwrap() == operation);
    }
}
