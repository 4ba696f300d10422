namespace StreamTuning.Analyzers.Facts;

/// <summary>A path in the temp directory: of <c>Path.GetTempFileName</c>, or <c>Path.GetTempPath</c> with a name behind it.</summary>
internal sealed class TempPath
{
    private TempPath(IOperation operation, ImmutableArray<IOperation> parts, bool isDirectory)
    {
        Operation = operation;
        Parts = parts;
        IsDirectory = isDirectory;
    }

    /// <summary>The call, or the expression that puts a name behind the directory.</summary>
    public IOperation Operation { get; }

    /// <summary>Where it is used, which may be in another member.</summary>
    public IOperation Use { get; private set; } = null!;

    /// <summary>What the expression consists of, the directory first; empty where it is a call of <c>Path.GetTempFileName</c>.</summary>
    public ImmutableArray<IOperation> Parts { get; }

    /// <summary>Whether more of a name is put behind it.</summary>
    public bool IsDirectory { get; }

    /// <summary>The method that the path comes from.</summary>
    public string Source => Parts.IsEmpty ? "GetTempFileName" : "GetTempPath";

    /// <summary>Follows a path to where it gets into the temp directory; null where it is not known to.</summary>
    public static TempPath? Find(IOperation path, KnownTypes types)
    {
        TempPath? found = Find(path, types, isDirectory: false, hops: 0);
        if (found is not null)
        {
            found.Use = path;
        }

        return found;
    }

    /// <summary>Whether the value is <c>Path.GetTempPath()</c>.</summary>
    public static bool IsTempDirectory(IOperation value, KnownTypes types) =>
        value.Origin() is IInvocationOperation { TargetMethod: { Name: "GetTempPath" } method } && method.ContainingType.Is(types.Path);

    /// <summary>The pieces that a path is put together from, in order; empty where it is not put together here.</summary>
    public static ImmutableArray<IOperation> PartsOf(IOperation path, KnownTypes types)
    {
        switch (path)
        {
            case IInvocationOperation { TargetMethod: { Name: "Combine" or "Join" } method } call when method.ContainingType.Is(types.Path):
                return Texts(call.Arguments);
            case IInvocationOperation { TargetMethod: { Name: "Concat", ContainingType.SpecialType: SpecialType.System_String } } call:
                return Texts(call.Arguments);
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Add, Type.SpecialType: SpecialType.System_String }:
                ImmutableArray<IOperation>.Builder operands = ImmutableArray.CreateBuilder<IOperation>();
                AddOperands(path, operands);
                return operands.ToImmutable();
            case IInterpolatedStringOperation { Parts: { Length: > 0 } contents }:
                ImmutableArray<IOperation>.Builder holes = ImmutableArray.CreateBuilder<IOperation>(contents.Length);
                foreach (IInterpolatedStringContentOperation content in contents)
                {
                    holes.Add(content is IInterpolationOperation { Alignment: null, FormatString: null } hole ? hole.Expression : content);
                }

                return holes.MoveToImmutable();
            default:
                return ImmutableArray<IOperation>.Empty;
        }
    }

    private static TempPath? Find(IOperation path, KnownTypes types, bool isDirectory, int hops)
    {
        path = path.Unwrap();
        if (path.IsFollowed())
        {
            return hops < Provenance.MaximumHops && path.SingleValue() is { } value ? Find(value, types, isDirectory, hops + 1) : null;
        }

        if (path is IInvocationOperation { TargetMethod: { Name: "GetTempFileName" or "ChangeExtension" or "GetFullPath" } method } call
            && method.ContainingType.Is(types.Path))
        {
            return method.Name == "GetTempFileName" ? new TempPath(call, ImmutableArray<IOperation>.Empty, isDirectory: false)
                : ArgumentOf(call.Arguments, 0) is { } first ? Find(first, types, isDirectory, hops)
                : null;
        }

        ImmutableArray<IOperation> parts = PartsOf(path, types);
        return parts.Length < 2 ? null
            : IsTempDirectory(parts[0], types) ? new TempPath(path, parts, isDirectory)
            : Find(parts[0], types, isDirectory: true, hops);
    }

    /// <summary>The arguments in the order of the parameters; empty where one of them is no text.</summary>
    private static ImmutableArray<IOperation> Texts(ImmutableArray<IArgumentOperation> arguments)
    {
        ImmutableArray<IOperation>.Builder texts = ImmutableArray.CreateBuilder<IOperation>();
        for (int i = 0; i < arguments.Length; i++)
        {
            if (ArgumentOf(arguments, i) is not { } value)
            {
                return ImmutableArray<IOperation>.Empty;
            }

            if (value.Type?.SpecialType == SpecialType.System_String)
            {
                texts.Add(value);
                continue;
            }

            // The elements of params: of an array, or of a span as a collection expression, which this version of Roslyn has no name for.
            value = value.Unwrap();
            foreach (IOperation element in value is IArrayCreationOperation { Initializer: { } array }
                ? array.ChildOperations
                : value.ChildOperations)
            {
                if (element.Type?.SpecialType != SpecialType.System_String)
                {
                    return ImmutableArray<IOperation>.Empty;
                }

                texts.Add(element);
            }
        }

        return texts.ToImmutable();
    }

    private static IOperation? ArgumentOf(ImmutableArray<IArgumentOperation> arguments, int ordinal)
    {
        foreach (IArgumentOperation argument in arguments)
        {
            if (argument.Parameter?.Ordinal == ordinal)
            {
                return argument.Value;
            }
        }

        return null;
    }

    private static void AddOperands(IOperation operand, ImmutableArray<IOperation>.Builder operands)
    {
        if (operand.Unwrap() is IBinaryOperation { OperatorKind: BinaryOperatorKind.Add,
            Type.SpecialType: SpecialType.System_String } concatenation
            && !concatenation.ConstantValue.HasValue)
        {
            AddOperands(concatenation.LeftOperand, operands);
            AddOperands(concatenation.RightOperand, operands);
        }
        else
        {
            operands.Add(operand);
        }
    }
}
