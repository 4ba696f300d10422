namespace StreamTuning.Analyzers.Facts;

/// <summary>The buffer of a read/write loop: the variables it goes by and where it comes from.</summary>
internal sealed class BlockBuffer
{
    private readonly ImmutableArray<ILocalSymbol> _locals;

    private BlockBuffer(IOperation name, ImmutableArray<ILocalSymbol> locals, IOperation? creation)
    {
        Name = name;
        _locals = locals;
        Creation = creation;
    }

    /// <summary>The variable that the buffer was given first.</summary>
    public IOperation Name { get; }

    /// <summary>What makes or rents the buffer; null where that is not visible.</summary>
    public IOperation? Creation { get; }

    public static BlockBuffer Of(IOperation buffer)
    {
        ImmutableArray<ILocalSymbol> locals = ImmutableArray<ILocalSymbol>.Empty;
        IOperation name = buffer;
        for (int hops = 0; hops < Provenance.MaximumHops && buffer.IsFollowed(); hops++)
        {
            name = buffer;
            if (buffer is ILocalReferenceOperation local)
            {
                locals = locals.Add(local.Local);
            }

            if (buffer.SingleValue() is not { } value || BufferPart.OfMemory(value) is not { IsWhole: true } part)
            {
                return new BlockBuffer(name, locals, creation: null);
            }

            buffer = part.Buffer;
        }

        return buffer.IsFollowed() || buffer is IParameterReferenceOperation or IFieldReferenceOperation
            ? new BlockBuffer(buffer, locals, creation: null)
            : new BlockBuffer(name, locals, buffer);
    }

    /// <summary>Whether the local is one of those that the buffer goes by.</summary>
    public bool IsNamed(ILocalSymbol local) => _locals.IndexOf(local, 0, SymbolEqualityComparer.Default) >= 0;
}

/// <summary>What of a buffer a call reads into or writes: given with offset and count, as a slice or range, or whole.</summary>
internal sealed class BufferPart
{
    private BufferPart(IOperation buffer, IOperation? offset = null, IOperation? count = null)
    {
        Buffer = buffer;
        Offset = offset;
        Count = count;
    }

    public IOperation Buffer { get; }

    /// <summary>Null where the part begins with the buffer.</summary>
    public IOperation? Offset { get; }

    /// <summary>Null where the part ends with the buffer.</summary>
    public IOperation? Count { get; }

    public bool IsWhole => Offset is null && Count is null;

    /// <summary>Whether the part is all of an array, however that is said.</summary>
    public bool CoversArray =>
        Buffer.Type is IArrayTypeSymbol && (IsWhole || (IsFromStart && Count is { } count && IsLengthOf(count, Buffer)));

    public bool IsFromStart => Offset is null || Offset.ConstantInt32() == 0;

    /// <summary>The part that the first arguments of a call give; null where there is none or it is not understood.</summary>
    public static BufferPart? Of(IInvocationOperation call)
    {
        IArgumentOperation? buffer = null;
        IOperation? offset = null;
        IOperation? count = null;
        foreach (IArgumentOperation argument in call.Arguments)
        {
            switch (argument.Parameter)
            {
                case { Ordinal: 0 }:
                    buffer = argument;
                    break;
                case { Ordinal: 1, Type.SpecialType: SpecialType.System_Int32 }:
                    offset = argument.Value;
                    break;
                case { Ordinal: 2, Type.SpecialType: SpecialType.System_Int32 }:
                    count = argument.Value;
                    break;
            }
        }

        return buffer switch
        {
            null => null,
            { Parameter.Type.TypeKind: TypeKind.Array } =>
                offset is null || count is null ? null : new BufferPart(buffer.Value.Unwrap(), offset, count),
            _ => OfMemory(buffer.Value),
        };
    }

    /// <summary>The part that an expression of an array, a span or a memory stands for; null where it is not understood.</summary>
    public static BufferPart? OfMemory(IOperation memory)
    {
        memory = UnwrapMemory(memory);
        switch (memory)
        {
            case IInvocationOperation { TargetMethod: { Name: "AsSpan" or "AsMemory" or "Slice" } } slice:
                ImmutableArray<IArgumentOperation> arguments = slice.Arguments;
                if (slice.Instance is { } instance)
                {
                    return Slice(instance, arguments, first: 0);
                }

                return arguments.IsEmpty ? null : Slice(arguments[0].Value, arguments, first: 1);

            case IImplicitIndexerReferenceOperation { Argument: IRangeOperation range } sliced:
                return Slice(sliced.Instance, range);

            case IObjectCreationOperation { Type.Name: "Span" or "ReadOnlySpan" or "Memory" or "ReadOnlyMemory"
                or "ArraySegment", Arguments: { Length: 1 or 3 } given }:
                return Slice(given[0].Value, given, first: 1);

            case IPropertyReferenceOperation { Property: { Name: "Span", ContainingType.Name: "Memory" or "ReadOnlyMemory" }
                or { Name: "Memory", ContainingType.Name: "IMemoryOwner" }, Instance: { } owner }:
                return OfMemory(owner);

            default:
                return new BufferPart(memory);
        }
    }

    /// <summary>Whether the operation is the length of the buffer.</summary>
    public static bool IsLengthOf(IOperation operation, IOperation buffer) =>
        operation.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length", Instance: { } instance }
        && OfMemory(instance) is { IsWhole: true } measured
        && measured.Buffer.IsSameAs(buffer);

    private static BufferPart? Slice(IOperation buffer, ImmutableArray<IArgumentOperation> arguments, int first)
    {
        if (OfMemory(buffer) is not { IsWhole: true } whole)
        {
            return null;
        }

        return (arguments.Length - first) switch
        {
            0 => whole,
            1 when arguments[first].Value.Unwrap() is IRangeOperation range => Slice(buffer, range),
            1 => new BufferPart(whole.Buffer, arguments[first].Value),
            2 => new BufferPart(whole.Buffer, arguments[first].Value, arguments[first + 1].Value),
            _ => null,
        };
    }

    /// <summary><c>buffer[..count]</c>; no other range.</summary>
    private static BufferPart? Slice(IOperation buffer, IRangeOperation range) =>
        OfMemory(buffer) is { IsWhole: true } whole
        && (range.LeftOperand is null || (UnwrapMemory(range.LeftOperand) is { } start && start.ConstantInt32() == 0))
        && range.RightOperand is not null
        && UnwrapMemory(range.RightOperand) is var end and not IUnaryOperation
            ? new BufferPart(whole.Buffer, offset: null, end)
            : null;

    /// <summary>The operation below all conversions, those from an array or memory to a span or read-only memory too.</summary>
    private static IOperation UnwrapMemory(IOperation operation)
    {
        operation = operation.Unwrap();
        return operation is IConversionOperation { Operand: { } operand } ? UnwrapMemory(operand) : operation;
    }
}
