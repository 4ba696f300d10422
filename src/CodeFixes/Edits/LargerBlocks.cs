namespace StreamTuning.CodeFixes.Edits;

/// <summary>Gives a copy or loop into a file a larger buffer: an argument, the array of the loop, or the buffer of the file.</summary>
internal static class LargerBlocks
{
    /// <summary>A buffer for the copy if its source honours it; else one of the file, which gathers the small segments.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="context">The document.</param>
    /// <param name="size">The size of the buffer, in bytes.</param>
    public static FixEdit? OfCopy(FileCopy copy, FixContext context, int size)
    {
        var edit = new FixEdit();
        FixEdit? larger = context.Types.MayRunOnNetFramework ? null
            : copy.Copy.Kind != CopySource.Stream
                ? FileBuffer.TryEnlarge(context, OpeningBeside(copy.Opening, copy.Copy.Call), copy.Copy.Call.Syntax, size)
            : TryEnlargeBufferOfCopy(edit, context, copy.Copy.Call.Syntax, Arguments.Number(size)) ? edit
            : null;
        return larger?.EnlargeBuffer();
    }

    /// <summary>A buffer of the file that gathers the small segments that are copied into it.</summary>
    public static FixEdit? OfFile(FileCopy copy, FixContext context) => context.Types.MayRunOnNetFramework
        ? null
        : FileBuffer.TryEnlarge(
            context, OpeningBeside(copy.Opening, copy.Copy.Call), copy.Copy.Call.Syntax,
            context.Option(Options.CopyBufferSize))?.EnlargeBuffer();

    /// <summary>A larger array for the loop; or a buffer of the file, if the source hands out segments that never fill an array.</summary>
    public static FixEdit? OfLoop(BlockWrite block, FixContext context, int size)
    {
        if (context.Types.MayRunOnNetFramework || GrowingBuffer.SizesOf(block, context.Types) is not { IsEmpty: false } sizes)
        {
            return null;
        }

        if (IsOfSegments(block, context.Types))
        {
            return FileBuffer.TryEnlarge(context, OpeningBeside(OpeningOf(block, context.Types), block.Loop), block.Loop.Syntax, size)
                ?.EnlargeBuffer();
        }

        var edit = new FixEdit();
        List<SyntaxNode> places = sizes.Select(each => each.Syntax).ToList();
        string larger = Arguments.Number(size);
        return places.All(each => BufferConstant.TryReplace(edit, context, each, larger, places, grows: true))
            ? edit.EnlargeBuffer()
            : null;
    }

    /// <summary>Gives a copy a buffer of that size, in C#; false where it is no call of one.</summary>
    public static bool TryEnlargeBufferOfCopy(FixEdit edit, FixContext context, SyntaxNode copy, string size)
    {
        if (copy is not InvocationExpressionSyntax { ArgumentList.Arguments.Count: > 0 } syntax
            || context.Model.GetOperation(syntax, context.CancellationToken) is not IInvocationOperation call)
        {
            return false;
        }

        if (call.Arguments.Named("bufferSize") is { } bufferSize)
        {
            return BufferConstant.TryReplace(edit, context, bufferSize.Syntax, size, grows: true);
        }

        Arguments.AddSecond(edit, syntax.ArgumentList, "bufferSize", size);
        return true;
    }

    private static bool IsOfSegments(BlockWrite block, KnownTypes types) =>
        !block.IsFull && block.Reads.Any(read => read.Instance is { } source && StreamCopy.IsSegmented(source, types));

    /// <summary>Where a file is opened, if it is opened in the same source file as it is filled.</summary>
    public static SyntaxNode? OpeningBeside(OpenedFile? opening, IOperation filling) =>
        opening?.Operation.Syntax is { } syntax && syntax.SyntaxTree == filling.Syntax.SyntaxTree ? syntax : null;

    private static OpenedFile? OpeningOf(BlockWrite block, KnownTypes types) =>
        block.Write.Instance is { } file ? TargetFile.TryRead(file, types)?.Opening : null;
}

/// <summary>Tells the read/write loops that do the same with a larger buffer.</summary>
internal sealed class GrowingBuffer : OperationWalker
{
    private readonly BlockWrite _block;
    private readonly ILocalSymbol _count;
    private readonly IOperation _function;
    private readonly KnownTypes _types;
    private bool _decides;
    private bool _inLoop;

    private GrowingBuffer(BlockWrite block, ILocalSymbol count, KnownTypes types)
    {
        _block = block;
        _count = count;
        _types = types;
        _function = block.Write.Function();
    }

    /// <summary>
    /// The expressions that say how large the buffer is and how much is read into it; empty where the size decides about more than the
    /// blocks.
    /// </summary>
    public static ImmutableArray<IOperation> SizesOf(BlockWrite block, KnownTypes types)
    {
        if (block is not { Count: { } count, SizeOfBuffer: { } size, Buffer: { Name: ILocalReferenceOperation, Creation: { } creation },
            EndsWithSource: true }
            || block.Loop.Contains(creation))
        {
            return ImmutableArray<IOperation>.Empty;
        }

        ImmutableArray<IOperation> sizes = ImmutableArray.Create(size);
        foreach (IInvocationOperation read in block.Reads)
        {
            if (!BlockWrite.AsksForWholeBuffer(read) || read.TargetMethod.Name is not ("Read" or "ReadAsync"))
            {
                return ImmutableArray<IOperation>.Empty;
            }

            if (BufferPart.Of(read) is { Count: { } asked } part && !BufferPart.IsLengthOf(asked, part.Buffer))
            {
                sizes = sizes.Add(asked);
            }
        }

        var finder = new GrowingBuffer(block, count.Local, types);
        finder.Visit(block.Write.Root());
        return finder._decides ? ImmutableArray<IOperation>.Empty : sizes;
    }

    public override void Visit(IOperation? operation)
    {
        bool wasInLoop = _inLoop;
        _inLoop |= operation == _block.Loop;
        base.Visit(operation);
        _inLoop = wasInLoop;
    }

    public override void VisitInvocation(IInvocationOperation operation)
    {
        // What is called in each round would be called less often, and with more.
        _decides |= _inLoop && !(IsOwn(operation) || IsIndifferent(operation.TargetMethod));
        base.VisitInvocation(operation);
    }

    public override void VisitDynamicInvocation(IDynamicInvocationOperation operation)
    {
        _decides |= _inLoop;
        base.VisitDynamicInvocation(operation);
    }

    public override void VisitThrow(IThrowOperation operation)
    {
        _decides |= _inLoop;
        base.VisitThrow(operation);
    }

    public override void VisitLocalReference(ILocalReferenceOperation operation)
    {
        if (SymbolEqualityComparer.Default.Equals(operation.Local, _count))
        {
            // Behind the loop it says that the source has ended.
            _decides |= _inLoop && !IsInOwnCall(operation) && !IsCounted(operation);
        }
        else if (_block.Buffer.IsNamed(operation.Local))
        {
            _decides |= operation.Function() != _function || !(IsInOwnCall(operation) || IsPassive(operation));
        }
    }

    private bool IsOwn(IInvocationOperation call) => call == _block.Write || _block.Reads.Contains(call);

    private bool IsInOwnCall(IOperation operation)
    {
        for (IOperation? parent = operation.Parent; parent is not null and not IBlockOperation; parent = parent.Parent)
        {
            if (parent is IInvocationOperation call && IsOwn(call))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsIndifferent(IMethodSymbol method) => method.Name is
        "AsSpan" or "AsMemory" or "Slice" or "AsTask" or "ConfigureAwait" or "GetAwaiter" or "GetResult" or "WaitAsync" or "Report"
            or "ThrowIfCancellationRequested";

    /// <summary>Whether the count only tells the end of the source, or is added up.</summary>
    private static bool IsCounted(ILocalReferenceOperation count) => count.Receiver() switch
    {
        ISimpleAssignmentOperation assignment => assignment.Target == count,
        ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Add } sum => sum.Target != count,
        IBinaryOperation comparison => IsEnd(comparison.LeftOperand) || IsEnd(comparison.RightOperand),
        _ => false,
    };

    private static bool IsEnd(IOperation bound) => bound.ConstantValue is { HasValue: true, Value: 0 };

    /// <summary>Whether the buffer is given another name, or given back.</summary>
    private bool IsPassive(ILocalReferenceOperation buffer) => buffer.Receiver() switch
    {
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Return",
            ContainingType.OriginalDefinition: { } pool } } } => pool.Is(_types.ArrayPool),
        _ => buffer.IsNeutral() || IsNamed(buffer),
    };

    private bool IsNamed(IOperation buffer)
    {
        for (IOperation? parent = buffer.Parent; parent is not null and not IBlockOperation; parent = parent.Parent)
        {
            if (parent is IVariableDeclaratorOperation { Symbol: { } name })
            {
                return _block.Buffer.IsNamed(name);
            }
        }

        return false;
    }
}
