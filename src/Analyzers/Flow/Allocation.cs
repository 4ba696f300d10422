namespace StreamTuning.Analyzers.Flow;

/// <summary>An array or memory that is made or rented with a constant size.</summary>
internal sealed class Allocation
{
    private Allocation(int least, int most, IOperation? size)
    {
        Least = least;
        Most = most;
        Size = size;
    }

    /// <summary>The constant that was asked for, in bytes.</summary>
    public int Least { get; }

    /// <summary>What it may have become by then, in bytes: pools round up.</summary>
    public int Most { get; }

    /// <summary>The expression of the size; null if another size can't be put in its place.</summary>
    public IOperation? Size { get; }

    /// <summary>Null where the operation makes something else, or of a size that isn't constant.</summary>
    public static Allocation? Of(IOperation? creation, KnownTypes types)
    {
        switch (creation)
        {
            case IArrayCreationOperation { DimensionSizes: { Length: 1 } sizes,
                Type: IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte } } array:
                return Of(sizes[0].ConstantInt32(), array.Initializer is null ? sizes[0] : null);

            case IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType.OriginalDefinition: { } pool },
                Arguments: { Length: 1 } arguments }
                when pool.Is(types.ArrayPool) || pool.Is(types.MemoryPool):
                IOperation? size = arguments[0].ArgumentKind == ArgumentKind.Explicit ? arguments[0].Value : null;
                return Of(arguments[0].Value.ConstantInt32(), size, isRounded: true);

            case IInvocationOperation { TargetMethod: { Name: "AllocateUninitializedArray" or "AllocateArray" } method } call
                when method.ContainingType.Is(types.GC):
                IOperation? length = call.Arguments.Named("length");
                return Of(length?.ConstantInt32(), length);

            case { Syntax: StackAllocArrayCreationExpressionSyntax { Type: ArrayTypeSyntax { RankSpecifiers: { Count: 1 } ranks } } } stack
                when ranks[0].Sizes.Count == 1:
                return Of(stack.SemanticModel?.GetConstantValue(ranks[0].Sizes[0]).Value as int?, size: null);

            default:
                return null;
        }
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

    private static Allocation? Of(int? least, IOperation? size, bool isRounded = false) =>
        least is > 0 and var bytes ? new Allocation(bytes, isRounded ? RoundedUp(bytes) : bytes, size) : null;
}
