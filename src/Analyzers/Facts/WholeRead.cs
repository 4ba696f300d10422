namespace StreamTuning.Analyzers.Facts;

/// <summary>A call that reads all of a stream at once, into an array as long as the stream.</summary>
internal sealed class WholeRead
{
    private WholeRead(IInvocationOperation call, IOperation source, IOperation array)
    {
        Call = call;
        Source = source;
        Array = array;
    }

    /// <summary>The names of the methods.</summary>
    public static string[] Names { get; } = ["Read", "ReadAsync", "ReadExactly", "ReadExactlyAsync", "ReadBytes"];

    public IInvocationOperation Call { get; }

    /// <summary>The stream.</summary>
    public IOperation Source { get; }

    /// <summary>What makes the array: the call itself, or an expression of its own.</summary>
    public IOperation Array { get; }

    public static WholeRead? Of(IInvocationOperation call, KnownTypes types)
    {
        if (call.Instance?.Unwrap() is not { } source)
        {
            return null;
        }

        WholeRead read;
        IOperation length;
        if (call.TargetMethod.Name == "ReadBytes")
        {
            if (source.Origin() is not IObjectCreationOperation { Type.Name: "BinaryReader", Arguments: { Length: > 0 } given })
            {
                return null;
            }

            read = new WholeRead(call, given[0].Value.Unwrap(), call);
            length = call.Arguments[0].Value;
        }
        else if (source.Type.DerivesFrom(types.Stream)
            && BufferPart.Of(call) is { IsFromStart: true, Buffer: ILocalReferenceOperation buffer } part
            && buffer.SingleValue()?.Unwrap() is IArrayCreationOperation { Initializer: null, DimensionSizes: { Length: 1 } sizes } array)
        {
            read = new WholeRead(call, source, array);
            length = sizes[0];
            if (part.Count is { } count && !BufferPart.IsLengthOf(count, buffer) && !read.IsLength(count))
            {
                return null;
            }
        }
        else
        {
            return null;
        }

        return read.IsLength(length) ? read : null;
    }

    /// <summary>Whether the value is how many bytes were read, or could be.</summary>
    public bool IsCount(IOperation value) => value.Origin()?.UnwrapAwait() == Call || IsLength(value);

    /// <summary>Whether a property of the array is only asked for to see whether all of it was read.</summary>
    public bool IsChecked(IOperation? property) =>
        property?.Receiver() is IBinaryOperation comparison && (IsCount(comparison.LeftOperand) || IsCount(comparison.RightOperand));

    /// <summary>Whether how many bytes were read is only asked for to write them, or to see whether all of them were read.</summary>
    public bool DecidesOnlyIfWhole(IInvocationOperation write)
    {
        IOperation count = Call.Awaited();
        return count.ReceivingLocal() is { } local
            ? Uses.Of(local, Call.Root()).TrueForAll(use => DecidesOnlyIfWhole(use, write))
            : DecidesOnlyIfWhole(count, write);
    }

    private bool DecidesOnlyIfWhole(IOperation count, IInvocationOperation write) => write.Contains(count) || count.Receiver() switch
    {
        IBinaryOperation comparison => IsWhole(comparison.LeftOperand) || IsWhole(comparison.RightOperand),
        ISimpleAssignmentOperation assignment => assignment.Target == count,
        var user => user is null or IExpressionStatementOperation,
    };

    /// <summary>Whether the value is the length of the stream or the array.</summary>
    private bool IsWhole(IOperation value) => IsLength(value)
        || (value.Unwrap() is IPropertyReferenceOperation { Property.Name: "Length", Instance: { } owner } && owner.Origin() == Array);

    /// <summary>Whether a loop repeats the read until it gives nothing, and the write in it.</summary>
    public bool IsRepeatedWith(IInvocationOperation write, KnownTypes types) =>
        BlockWrite.Of(write, types) is { EndsWithSource: true, Reads: { Length: 1 } reads } && reads[0] == Call;

    /// <summary>Whether the value is the length of the stream, as itself says, its reader, or what has opened it.</summary>
    private bool IsLength(IOperation value)
    {
        IOperation? origin = value.Origin();
        if (origin is IInvocationOperation { TargetMethod: { Name: "ToInt32", ContainingType.Name: "Convert" } } converted)
        {
            origin = converted.Arguments[0].Value.Origin();
        }

        return origin is IPropertyReferenceOperation { Property.Name: "Length", Instance: { } owner }
            && (AreSame(owner, Source)
                || (owner.Unwrap() is IPropertyReferenceOperation { Property.Name: "BaseStream", Instance: { } reader }
                    && Call.Instance is { } used
                    && AreSame(reader, used))
                || (Source.Origin() is IInvocationOperation { TargetMethod.Name: "Open" or "OpenRead"
                    or "OpenReadStream", Instance: { } opened }
                    && AreSame(owner, opened)));
    }

    private static bool AreSame(IOperation first, IOperation second) =>
        (first.IsSameAs(second) && (first.Unwrap() as IParameterReferenceOperation)?.IsStable() != false)
        || (first.Unwrap() is IPropertyReferenceOperation { Arguments.IsEmpty: true, Instance: { } a } property
            && second.Unwrap() is IPropertyReferenceOperation { Instance: { } b } other
            && property.Property.Is(other.Property)
            && AreSame(a, b));
}
