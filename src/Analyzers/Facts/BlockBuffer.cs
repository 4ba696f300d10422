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

    /// <summary>What says how large the buffer is, if that is not less than it was asked for.</summary>
    /// <param name="types">The types.</param>
    /// <param name="least">The constant that was asked for, in bytes.</param>
    /// <param name="most">What the buffer may have become by then, in bytes: pools round up.</param>
    /// <param name="size">The expression of the size, where another size can be put in its place.</param>
    public bool TryGetSize(KnownTypes types, out int least, out int most, out IOperation? size)
    {
        size = null;
        bool isRounded = false;
        switch (Creation)
        {
            case IArrayCreationOperation { DimensionSizes: { Length: 1 } sizes,
                Type: IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte } } array:
                least = sizes[0].ConstantInt32() ?? 0;
                size = array.Initializer is null ? sizes[0] : null;
                break;

            case IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType.OriginalDefinition: { } pool },
                Arguments: { Length: 1 } arguments }
                when pool.Is(types.ArrayPool) || pool.Is(types.MemoryPool):
                least = arguments[0].Value.ConstantInt32() ?? 0;
                size = arguments[0].ArgumentKind == ArgumentKind.Explicit ? arguments[0].Value : null;
                isRounded = true;
                break;

            case IInvocationOperation { TargetMethod: { Name: "AllocateUninitializedArray" or "AllocateArray" } method } call
                when method.ContainingType.Is(types.GC):
                size = call.Arguments.Named("length");
                least = size is null ? 0 : size.ConstantInt32() ?? 0;
                break;

            case { Syntax: StackAllocArrayCreationExpressionSyntax { Type: ArrayTypeSyntax { RankSpecifiers: { Count: 1 } ranks } } } stack
                when ranks[0].Sizes.Count == 1:
                least = stack.SemanticModel?.GetConstantValue(ranks[0].Sizes[0]) is { HasValue: true, Value: int count } ? count : 0;
                break;

            default:
                least = 0;
                break;
        }

        most = isRounded ? RoundedUp(least) : least;
        return least > 0;
    }

    /// <summary>What an array pool makes of a size: the next power of two, and 16 at least.</summary>
    public static int RoundedUp(int size)
    {
        int rounded = 16;
        while (rounded < size && rounded < 1 << 30)
        {
            rounded <<= 1;
        }

        return rounded < size ? size : rounded;
    }
}
