using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Blobs;

/// <summary>A block blob that is opened as a stream only to be written with one whole source: <c>OpenWrite</c> or <c>OpenWriteAsync</c>, one copy, and nothing else.</summary>
internal sealed class BlobWrittenThrough
{
    private BlobWrittenThrough(IInvocationOperation copy, IReadOnlyList<IOperation> leftovers)
    {
        Copy = copy;
        Leftovers = leftovers;
    }

    /// <summary>The copy, or the write of a whole array or in a loop that copies.</summary>
    public IInvocationOperation Copy { get; }

    /// <summary>What flushes or closes the stream, besides a <c>using</c> that it is opened in.</summary>
    public IReadOnlyList<IOperation> Leftovers { get; }

    /// <summary>Whether the name of a method may be that of one that opens a blob; asked before any symbol is looked at.</summary>
    public static bool IsCandidate(IMethodSymbol method) => method is { IsStatic: false, Name: "OpenWrite" or "OpenWriteAsync", Parameters.Length: 3 };

    public static BlobWrittenThrough? TryRead(IInvocationOperation opening, KnownTypes types)
    {
        INamedTypeSymbol client = opening.TargetMethod.ContainingType;
        if ((!Values.Is(client, types.BlobClient) && !Values.Is(client, types.BlockBlobClient)) || Values.IsInExpressionTree(opening))
        {
            return null;
        }

        IOperation stream = Values.Awaited(opening);
        IOperation? holder = Values.Receiver(stream);
        if (holder is IArgumentOperation)
        {
            return BlobClientOrigin.RulesOutBlocks(opening.Instance, types) || TryReadCopy(stream, holder, opening, types) is not { } only ? null : new BlobWrittenThrough(only, []);
        }

        ILocalSymbol? variable = holder switch
        {
            IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
            ISimpleAssignmentOperation { Target: ILocalReferenceOperation target } => target.Local,
            _ => null,
        };
        if (variable is null || Values.SingleValue(variable, Values.Root(opening)) is not { } value || Values.Unwrap(value) != stream)
        {
            return null;
        }

        IInvocationOperation? copy = null;
        var leftovers = new List<IOperation>();
        foreach (ILocalReferenceOperation reference in LocalUses.Find(variable, Values.Root(opening)))
        {
            IOperation? receiver = Values.Receiver(reference);
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
            else if (!LocalUses.IsNeutral(reference))
            {
                if (copy is not null || TryReadCopy(reference, receiver, opening, types) is not { } found)
                {
                    return null;
                }

                copy = found;
            }
        }

        return copy is not null && !BlobClientOrigin.RulesOutBlocks(opening.Instance, types) ? new BlobWrittenThrough(copy, leftovers) : null;
    }

    /// <summary>The call that gives the stream all of one source, if it does so whenever the blob is opened and the source is not known to be small.</summary>
    private static IInvocationOperation? TryReadCopy(IOperation target, IOperation? receiver, IInvocationOperation opening, KnownTypes types)
    {
        switch (receiver)
        {
            case IInvocationOperation { TargetMethod.Name: "Write" or "WriteAsync" } write:
                return WritesAll(write, opening, types) ? write : null;

            case IArgumentOperation { Parent: IInvocationOperation call }:
                IOperation? source =
                    StreamCopy.TryRead(call, types) is { } copy && copy.Destination == target ? copy.Source
                    : call is { TargetMethod: { Name: "WriteTo", ContainingType: { } type }, Instance: { } memory } && Values.DerivesFrom(type, types.MemoryStream) ? memory
                    : null;
                return source is not null
                    && RunOrder.Follows(call, opening, allowsTry: true)
                    && !BlobSize.IsText(source, types)
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
        if (BlockWrite.TryRead(write, types) is { } block && !Values.Contains(block.Loop, opening))
        {
            return block is { EndsWithSource: true, Reads.Length: 1 }
                && RunOrder.Follows(block.Loop, opening, allowsTry: true)
                && OtherUseFinder.IsPassedOnOnly(block, write);
        }

        return BufferPart.Of(write) is { } part
            && (part.CoversArray || IsWholeMemory(part))
            && RunOrder.Follows(write, opening, allowsTry: true)
            && !BlobSize.IsText(part.Buffer, types)
            && !BlobSize.IsSmallArray(part.Buffer, types)
            && !SmallSource.IsAtMost(part.Buffer, write, BlobSize.MinimumForBlocks, types);
    }

    /// <summary>Whether the part is all of a memory or data that has a name and is no slice, as far as is known.</summary>
    private static bool IsWholeMemory(BufferPart part) =>
        part is { IsWhole: true, Buffer: ILocalReferenceOperation or IParameterReferenceOperation or IMemberReferenceOperation, Buffer.Type.Name: "ReadOnlyMemory" or "Memory" or "BinaryData" }
        && (Values.SingleValue(part.Buffer) is not { } value || BufferPart.OfMemory(value) is { IsWhole: true });

    /// <summary>Looks in a loop for anything that is done with the blocks besides reading and writing them: then they may be changed on their way.</summary>
    private sealed class OtherUseFinder(BlockWrite block, IInvocationOperation write) : OperationWalker
    {
        private bool _found;

        public static bool IsPassedOnOnly(BlockWrite block, IInvocationOperation write)
        {
            var finder = new OtherUseFinder(block, write);
            finder.Visit(block.Loop);
            return !finder._found;
        }

        public override void DefaultVisit(IOperation operation)
        {
            if (operation == write || operation == block.Reads[0])
            {
                return;
            }

            _found |= Values.AreSame(operation, block.Buffer.Name);
            base.DefaultVisit(operation);
        }
    }
}
