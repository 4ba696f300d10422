namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A block blob that is opened as a stream only to be written with one whole source: <c>OpenWrite</c> or <c>OpenWriteAsync</c>, one copy,
/// and nothing else.
/// </summary>
internal sealed class BlobWrittenThrough
{
    private BlobWrittenThrough(IInvocationOperation opening, IInvocationOperation copy, IReadOnlyList<IOperation> leftovers)
    {
        Opening = opening;
        Copy = copy;
        Leftovers = leftovers;
    }

    public static FactTable<BlobWrittenThrough> Facts { get; } = new(
        new WatchedNames("OpenWrite", "OpenWriteAsync"), [OperationKind.Invocation], static (call, types) =>
            TryRead((IInvocationOperation)call, types));

    /// <summary>The call that opens the blob.</summary>
    public IInvocationOperation Opening { get; }

    /// <summary>The copy, or the write of a whole array or in a loop that copies.</summary>
    public IInvocationOperation Copy { get; }

    /// <summary>What flushes or closes the stream, besides a <c>using</c> that it is opened in.</summary>
    public IReadOnlyList<IOperation> Leftovers { get; }

    private static BlobWrittenThrough? TryRead(IInvocationOperation opening, KnownTypes types)
    {
        if (opening.TargetMethod.Parameters.Length != 3
            || !ArgumentRoles.OpensBlob(opening.TargetMethod, types)
            || opening.IsInExpressionTree())
        {
            return null;
        }

        IOperation stream = opening.Awaited();
        IOperation? holder = stream.Receiver();
        if (holder is IArgumentOperation)
        {
            return BlobClientOrigin.RulesOutBlocks(opening.Instance, types) || TryReadCopy(stream, holder, opening, types) is not { } only
                ? null
                : new BlobWrittenThrough(opening, only, []);
        }

        if (stream.ReceivingLocal() is not { } variable
            || variable.SingleValue(opening.Root()) is not { } value
            || value.Unwrap() != stream)
        {
            return null;
        }

        IInvocationOperation? copy = null;
        var leftovers = new List<IOperation>();
        foreach (ILocalReferenceOperation reference in Uses.Of(variable, opening.Root()))
        {
            IOperation? receiver = reference.Receiver();
            if (EmptyMemory.IsEnd(receiver))
            {
                leftovers.Add(receiver!);
            }
            else if (receiver is IUsingOperation)
            {
                leftovers.Add(reference);
            }
            else if (receiver is IArgumentOperation { Parent: IInvocationOperation { TargetMethod.Name: "ConfigureAwait" } disposal })
            {
                leftovers.Add(disposal);
            }
            else if (!reference.IsNeutral())
            {
                if (copy is not null || TryReadCopy(reference, receiver, opening, types) is not { } found)
                {
                    return null;
                }

                copy = found;
            }
        }

        return copy is not null && !BlobClientOrigin.RulesOutBlocks(opening.Instance, types)
            ? new BlobWrittenThrough(opening, copy, leftovers)
            : null;
    }

    /// <summary>
    /// The call that gives the stream all of one source, if it does so whenever the blob is opened and the source is not known to be small.
    /// </summary>
    private static IInvocationOperation? TryReadCopy(
        IOperation target, IOperation? receiver, IInvocationOperation opening, KnownTypes types)
    {
        switch (receiver)
        {
            case IInvocationOperation { TargetMethod.Name: "Write" or "WriteAsync" } write:
                return WritesAll(write, opening, types) ? write : null;

            case IArgumentOperation { Parent: IInvocationOperation call }:
                IOperation? source =
                    StreamCopy.Of(call, types) is { } copy && copy.Destination == target ? copy.Source
                    : call is { TargetMethod: { Name: "WriteTo", ContainingType: { } type }, Instance: { } memory }
                        && type.DerivesFrom(types.MemoryStream) ? memory
                    : null;
                return source is not null
                    && ExecutionOrder.Follows(call, opening, allowsTry: true)
                    && !SmallBytes.IsText(source, types)
                    && !SmallSource.IsAtMost(source, call, BlobSize.MinimumForBlocks, types)
                        ? call
                        : null;

            default:
                return null;
        }
    }

    /// <summary>Whether a write is given a whole array or memory, or is that of a loop that copies all of one source.</summary>
    private static bool WritesAll(IInvocationOperation write, IInvocationOperation opening, KnownTypes types)
    {
        if (BlockWrite.Of(write, types) is { } block && !block.Loop.Contains(opening))
        {
            return block is { EndsWithSource: true, Reads.Length: 1 }
                && ExecutionOrder.Follows(block.Loop, opening, allowsTry: true)
                && IsPassedOnOnly(block, write);
        }

        return BufferPart.Of(write) is { } part
            && (part.CoversArray || IsWholeMemory(part))
            && ExecutionOrder.Follows(write, opening, allowsTry: true)
            && !SmallBytes.IsText(part.Buffer, types)
            && !SmallBytes.IsSmallArray(BlockBuffer.Of(part.Buffer).Creation, types)
            && !SmallSource.IsAtMost(part.Buffer, write, BlobSize.MinimumForBlocks, types);
    }

    /// <summary>Whether the part is all of a memory or data that has a name and is no slice, as far as is known.</summary>
    private static bool IsWholeMemory(BufferPart part) =>
        part is { IsWhole: true, Buffer: ILocalReferenceOperation or IParameterReferenceOperation
            or IMemberReferenceOperation, Buffer.Type.Name: "ReadOnlyMemory" or "Memory" or "BinaryData" }
        && (part.Buffer.SingleValue() is not { } value || BufferPart.OfMemory(value) is { IsWhole: true });

    /// <summary>
    /// Whether nothing is done with the blocks in a loop besides reading and writing them: else they may be changed on their way.
    /// </summary>
    private static bool IsPassedOnOnly(BlockWrite block, IInvocationOperation write) =>
        !block.Loop.Has<IOperation>(each => each.IsSameAs(block.Buffer.Name) && !write.Contains(each) && !block.Reads[0].Contains(each));
}

/// <summary>Tells bytes that are mostly, or visibly, too few for blocks.</summary>
internal static class SmallBytes
{
    /// <summary>Whether an operation makes an array of a constant size that is small.</summary>
    public static bool IsSmallArray(IOperation? creation, KnownTypes types) =>
        Allocation.Of(creation, types)?.Most <= BlobSize.MinimumForBlocks;

    /// <summary>Whether an array, a stream or data is text that the code encodes, writes or serializes, which is mostly small.</summary>
    public static bool IsText(IOperation content, KnownTypes types)
    {
        for (int hops = 0; hops < Provenance.MaximumHops && content.Origin() is { } origin; hops++)
        {
            switch (origin)
            {
                case IInvocationOperation { TargetMethod.Name: "GetBytes" or "SerializeToUtf8Bytes" or "FromString" or "FromObjectAsJson" }:
                    return true;
                case IInvocationOperation { TargetMethod.Name: "ToArray" or "ToStream", Instance: { } instance }:
                    content = instance;
                    break;
                case IObjectCreationOperation creation when creation.Type.Is(types.MemoryStream):
                    if (content.Unwrap() is ILocalReferenceOperation memory && IsWrittenAsText(memory))
                    {
                        return true;
                    }

                    if (creation.Arguments.IsEmpty)
                    {
                        return false;
                    }

                    content = creation.Arguments[0].Value;
                    break;
                default:
                    return false;
            }
        }

        return false;
    }

    /// <summary>Whether a stream is given to a writer or a serializer.</summary>
    private static bool IsWrittenAsText(ILocalReferenceOperation memory) =>
        Uses.Of(memory.Local, memory.Root()).Exists(reference => reference.Receiver() is IArgumentOperation
        {
            Parent: IObjectCreationOperation { Type.Name: "StreamWriter" or "Utf8JsonWriter" or "XmlTextWriter" }
                or IInvocationOperation { TargetMethod.Name: "Serialize" or "SerializeAsync" or "WriteObject" },
        });
}
