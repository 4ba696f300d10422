namespace StreamTuning.Analyzers.Facts;

/// <summary>A write in a loop: of what a read has put into a buffer before, or of a whole buffer.</summary>
internal sealed class BlockWrite
{
    private readonly KnownTypes _types;

    private BlockWrite(
        IInvocationOperation write, ILoopOperation loop, ImmutableArray<IInvocationOperation> reads, ILocalReferenceOperation? count,
        BlockBuffer buffer, KnownTypes types)
    {
        _types = types;
        Write = write;
        Loop = loop;
        Reads = reads;
        Count = count;
        Buffer = buffer;
        if (Allocation.Of(buffer.Creation, types) is { } allocation)
        {
            LeastSize = allocation.Least;
            MostSize = allocation.Most;
            SizeOfBuffer = allocation.Size;
        }

        if (LimitOfReads() is { } limit)
        {
            LeastSize = LeastSize is { } a && a < limit ? a : limit;
            MostSize = MostSize is { } b && b < limit ? b : limit;
        }
    }

    /// <summary>The names of the methods.</summary>
    public static string[] Names { get; } = ["Write", "WriteAsync"];

    public static FactTable<BlockWrite> Facts { get; } = new(
        new WatchedNames(Names), [OperationKind.Invocation], static (write, types) => TryRead((IInvocationOperation)write, types));

    public IInvocationOperation Write { get; }

    /// <summary>The innermost loop around the write and the read.</summary>
    public ILoopOperation Loop { get; }

    /// <summary>The calls that fill the buffer, those in the loop first. Empty where it is filled otherwise.</summary>
    public ImmutableArray<IInvocationOperation> Reads { get; }

    /// <summary>How much a read gave; null where the whole buffer is written.</summary>
    public ILocalReferenceOperation? Count { get; }

    public BlockBuffer Buffer { get; }

    /// <summary>The size of the buffer, in bytes, as the code asks for it; null where it is not a constant.</summary>
    public int? LeastSize { get; }

    /// <summary>The same, as it may be: pools round up.</summary>
    public int? MostSize { get; }

    /// <summary>The expression of the size, where another size can be put in its place.</summary>
    public IOperation? SizeOfBuffer { get; }

    /// <summary>Whether the loop ends when a read gave nothing, and in no other way.</summary>
    public bool EndsWithSource
    {
        get
        {
            if (Count is null)
            {
                return false;
            }

            IOperation? condition = Loop switch
            {
                IWhileLoopOperation whileLoop => whileLoop.Condition,
                IForLoopOperation { Before.IsEmpty: true, AtLoopBottom.IsEmpty: true } forLoop => forLoop.Condition,
                _ => Loop,
            };
            if (condition is null or { ConstantValue: { HasValue: true, Value: true } })
            {
                return Branches.Find(Loop, out IOperation? branch) == 1
                    && branch is IBranchOperation { BranchKind: BranchKind.Break, Parent: { } parent }
                    && (parent is IBlockOperation { Operations.Length: 1 }
                        ? parent.Parent
                        : parent) is IConditionalOperation { WhenFalse: null } conditional
                    && conditional.Parent is IBlockOperation { Parent: ILoopOperation }
                    && IsComparison(conditional.Condition, Count, BinaryOperatorKind.Equals, BinaryOperatorKind.LessThanOrEqual);
            }

            return IsComparison(condition, Count, BinaryOperatorKind.NotEquals, BinaryOperatorKind.GreaterThan)
                && Branches.Find(Loop, out _) == 0;
        }
    }

    /// <summary>Whether every block but the last of the source is as large as the buffer.</summary>
    public bool IsFull
    {
        get
        {
            foreach (IInvocationOperation read in Reads)
            {
                if (Count is not null
                    && !(AsksForWholeBuffer(read)
                        && (FillsBuffer(read) || (read.Instance is { } source && FullReads.AreCertain(source, _types)))))
                {
                    return false;
                }
            }

            return true;
        }
    }

    /// <summary>Whether the name and number of parameters may be those of a write; asked before any symbol is looked at.</summary>
    public static bool IsCandidate(IMethodSymbol method) =>
        method.Name is "Write" or "WriteAsync" && method.Parameters.Length is > 0 and <= 4;

    public static BlockWrite? Of(IInvocationOperation write, KnownTypes types) => Facts.Of(write, types);

    private static BlockWrite? TryRead(IInvocationOperation write, KnownTypes types)
    {
        if (!IsCandidate(write.TargetMethod)
            || LoopRound.Innermost(write) is not { } loop
            || BufferPart.Of(write) is not { IsFromStart: true } part)
        {
            return null;
        }

        BlockBuffer buffer = BlockBuffer.Of(part.Buffer);
        if (part.Count is null || part.Count.ConstantValue.HasValue || BufferPart.IsLengthOf(part.Count, part.Buffer))
        {
            bool isWhole = part.Count?.ConstantValue is not { HasValue: true, Value: int constant }
                || constant == Allocation.Of(buffer.Creation, types)?.Most;
            return isWhole ? new BlockWrite(write, loop, ReadsIn(loop, buffer), count: null, buffer, types) : null;
        }

        if (part.Count.Unwrap() is not ILocalReferenceOperation count || !count.IsWrittenInSightOnly())
        {
            return null;
        }

        for (ILoopOperation? each = loop; each is not null; each = LoopRound.Innermost(each))
        {
            if (!TryFindReads(count, each, buffer, out ImmutableArray<IInvocationOperation> reads))
            {
                return null;
            }

            if (!reads.IsEmpty)
            {
                return new BlockWrite(write, each, reads, count, buffer, types);
            }
        }

        return null;
    }

    /// <summary>Whether a read is limited by nothing but its buffer or a constant.</summary>
    public static bool AsksForWholeBuffer(IInvocationOperation read) =>
        BufferPart.Of(read) is { } part
        && (part.Count is null || part.Count.ConstantInt32() is not null || BufferPart.IsLengthOf(part.Count, part.Buffer));

    /// <summary>The constants that limit the reads, each in bytes; null where there is not one for every read.</summary>
    private int? LimitOfReads()
    {
        int? limit = null;
        foreach (IInvocationOperation read in Reads)
        {
            if (BufferPart.Of(read)?.Count is not { } count || count.ConstantInt32() is not (> 0 and var constant))
            {
                return null;
            }

            limit = limit > constant ? limit : constant;
        }

        return limit;
    }

    /// <summary>
    /// The reads that give a count its values in a loop, and those that do so on the way to it. Empty where the loop holds none; false
    /// where the count gets another value there.
    /// </summary>
    private static bool TryFindReads(
        ILocalReferenceOperation count, ILoopOperation loop, BlockBuffer buffer, out ImmutableArray<IInvocationOperation> reads)
    {
        reads = ImmutableArray<IInvocationOperation>.Empty;
        ImmutableArray<IInvocationOperation> before = ImmutableArray<IInvocationOperation>.Empty;
        foreach (IOperation value in count.AllValues())
        {
            bool isInLoop = loop.Contains(value);
            if (value.UnwrapAwait() is IInvocationOperation read && IsRead(read, buffer))
            {
                if (isInLoop)
                {
                    reads = reads.Add(read);
                }
                else if (LoopRound.Innermost(read) is not { } other || other.Contains(loop))
                {
                    before = before.Add(read);
                }
            }
            else if (isInLoop && !value.ConstantValue.HasValue)
            {
                return false;
            }
        }

        if (!reads.IsEmpty)
        {
            reads = reads.AddRange(before);
        }

        return true;
    }

    private static bool IsRead(IInvocationOperation call, BlockBuffer buffer) =>
        call.TargetMethod.Name is "Read" or "ReadAsync" or "ReadAtLeast" or "ReadAtLeastAsync" or "ReadExactly" or "ReadExactlyAsync"
        && call.Instance is not null
        && BufferPart.Of(call) is { IsFromStart: true } part
        && BlockBuffer.Of(part.Buffer).Name.IsSameAs(buffer.Name);

    /// <summary>Whether the call reads until the buffer is full, whatever the source gives at a time.</summary>
    private bool FillsBuffer(IInvocationOperation read) =>
        read.TargetMethod.Name is "ReadAtLeast" or "ReadAtLeastAsync"
        && read.Arguments.Named("minimumBytes") is { } minimum
        && BufferPart.Of(read) is { } part
        && (BufferPart.IsLengthOf(minimum, part.Buffer) || (MostSize is { } size && minimum.ConstantInt32() == size));

    private static bool IsComparison(
        IOperation condition, ILocalReferenceOperation read, BinaryOperatorKind first, BinaryOperatorKind second)
    {
        if (condition.Unwrap() is not IBinaryOperation comparison
            || (comparison.OperatorKind != first && comparison.OperatorKind != second)
            || comparison.RightOperand.Unwrap().ConstantInt32() != 0)
        {
            return false;
        }

        IOperation left = comparison.LeftOperand.Unwrap();
        return (left is ISimpleAssignmentOperation assignment ? assignment.Target : left).IsSameAs(read);
    }

    /// <summary>The calls in a loop that read into a buffer.</summary>
    private static ImmutableArray<IInvocationOperation> ReadsIn(ILoopOperation loop, BlockBuffer buffer)
    {
        ImmutableArray<IInvocationOperation> reads = ImmutableArray<IInvocationOperation>.Empty;
        foreach (IOperation operation in loop.Descendants())
        {
            if (operation is IInvocationOperation call && IsRead(call, buffer))
            {
                reads = reads.Add(call);
            }
        }

        return reads;
    }
}

/// <summary>Tells the sources that fill every buffer they are given until they end: files and memory.</summary>
internal static class FullReads
{
    public static bool AreCertain(IOperation source, KnownTypes types)
    {
        IOperation? origin = source.Origin();
        if (source.Type.Is(types.FileStream) || (origin?.Type).Is(types.FileStream))
        {
            return true;
        }

        // Of any other variable only what was put into it tells the type.
        ITypeSymbol? type = origin is IObjectCreationOperation ? origin.Type : source.Type is { IsSealed: true } ? source.Type : null;
        for (; type is not null; type = type.BaseType)
        {
            if (type.Is(types.MemoryStream) || type.Is(types.UnmanagedMemoryStream))
            {
                return true;
            }

            foreach (ISymbol member in type.GetMembers())
            {
                if (member is IMethodSymbol { IsOverride: true, Name: "Read" or "ReadAsync" or "CopyTo" or "CopyToAsync" })
                {
                    return false;
                }
            }
        }

        return false;
    }
}
