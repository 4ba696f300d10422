using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>A whole source that one method takes into memory only to write it to one file, which is certainly another than the source.</summary>
internal sealed class BufferedContent
{
    private BufferedContent(WrittenBytes written, IReadOnlyList<IOperation> leftovers, bool canBeCopied)
    {
        Write = written.Call;
        Leftovers = leftovers;
        CanBeCopied = canBeCopied && written is { IsToPath: true };
    }

    /// <summary>The call that writes the bytes.</summary>
    public IInvocationOperation Write { get; }

    /// <summary>What the code does for the sake of the memory alone, besides filling and writing it.</summary>
    public IReadOnlyList<IOperation> Leftovers { get; }

    /// <summary>Whether the file is named by a path, and the paths can be read at another moment: a copy from source to path does the same.</summary>
    public bool CanBeCopied { get; }

    /// <summary>The names of the methods that fill the memory.</summary>
    public static string[] Names { get; } = ["ReadAllBytes", "ReadAllBytesAsync", .. StreamCopy.Names];

    /// <summary>Whether the name of a method may be that of one that fills the memory; asked before any symbol is looked at.</summary>
    public static bool IsCandidate(IMethodSymbol method) => method.Name is "ReadAllBytes" or "ReadAllBytesAsync" || StreamCopy.IsCandidate(method);

    /// <param name="fill">The call that fills the memory.</param>
    /// <param name="types">The known types.</param>
    public static BufferedContent? TryRead(IInvocationOperation fill, KnownTypes types)
    {
        if (Values.Is(fill.TargetMethod.ContainingType, types.File))
        {
            return OfFile(fill, types);
        }

        return StreamCopy.TryRead(fill, types) is { Kind: not CopySource.FormFile } copy ? OfStream(copy, types) : null;
    }

    /// <summary>The same of a form file, which has a rule of its own.</summary>
    public static BufferedContent? TryReadFormFile(StreamCopy copy, KnownTypes types) => copy.Kind == CopySource.FormFile ? OfStream(copy, types) : null;

    private static BufferedContent? OfFile(IInvocationOperation read, KnownTypes types)
    {
        var leftovers = new List<IOperation>();
        if (Values.Argument(read.Arguments, "path") is not { } path
            || Values.IsInExpressionTree(read)
            || WrittenBytes.TryFollow(read, leftovers, types) is not { Path: { } target } written
            || !RunOrder.Follows(written.Call, read)
            || !FilePaths.AreDifferent(path, target, types))
        {
            return null;
        }

        return new BufferedContent(written, leftovers, FilePaths.CanBeMoved(path, types) && FilePaths.CanBeMoved(target, types));
    }

    private static BufferedContent? OfStream(StreamCopy copy, KnownTypes types)
    {
        if (copy.Destination is not ILocalReferenceOperation memory || EmptyMemory.FilledBy(copy, types) is not { } creation)
        {
            return null;
        }

        var leftovers = new List<IOperation> { creation };
        var lengths = new List<IOperation>();
        WrittenBytes? written = null;
        bool isRewound = false;
        foreach (ILocalReferenceOperation reference in LocalUses.Find(memory.Local, Values.Root(copy.Call)))
        {
            IOperation? receiver = Values.Receiver(reference);
            switch (receiver)
            {
                case IArgumentOperation { Parent: { } call } when call == copy.Call:
                    continue;
                case ISimpleAssignmentOperation { Target: { } target } when target == reference:
                    continue;
                case IPropertyReferenceOperation { Property.Name: "Length" }:
                    lengths.Add(receiver);
                    continue;
                case not null when EmptyMemory.IsRewind(receiver):
                    isRewound |= written is null && RunOrder.Follows(receiver, copy.Call);
                    leftovers.Add(receiver);
                    continue;
                case not null when EmptyMemory.IsEnd(receiver):
                    leftovers.Add(receiver);
                    continue;
                case IInvocationOperation use when written is null:
                    bool reads = use.TargetMethod.Name is "CopyTo" or "CopyToAsync";
                    written = reads && !isRewound ? null : WrittenBytes.TryReadMemory(use, memory.Local, leftovers, types);
                    if (written is not null)
                    {
                        continue;
                    }

                    return null;
                default:
                    return null;
            }
        }

        if (written is null
            || !lengths.TrueForAll(length => Values.Contains(written.Call, length))
            || !RunOrder.Follows(written.Call, copy.Call)
            || !IsAnother(copy, written.Path, types))
        {
            return null;
        }

        return new BufferedContent(written, leftovers, written.Path is { } path && FilePaths.CanBeMoved(path, types));
    }

    /// <summary>Whether the source is visibly not the file of the path: no file at all, or one of another path.</summary>
    private static bool IsAnother(StreamCopy copy, IOperation? path, KnownTypes types) => copy.Kind switch
    {
        CopySource.SegmentedStream or CopySource.FormFile => true,
        CopySource.HttpContent => Values.Origin(copy.Source) is { } origin and not IObjectCreationOperation,
        CopySource.Pipe => Values.Origin(copy.Source) is IPropertyReferenceOperation { Property: { Name: "BodyReader" } property } && Values.Is(property.ContainingType, types.HttpRequest),
        CopySource.Stream => IsAnother(copy.Source, path, types, hops: 0),
        _ => false,
    };

    private static bool IsAnother(IOperation source, IOperation? path, KnownTypes types, int hops)
    {
        if (StreamCopy.IsSegmented(source, types))
        {
            return true;
        }

        if (Values.Origin(source) is not { } origin)
        {
            return false;
        }

        origin = Values.UnwrapAwait(origin);
        switch (origin)
        {
            case IPropertyReferenceOperation { Property: { Name: "Content" } property }:
                return Values.Is(property.ContainingType, types.BlobDownloadStreamingResult) || Values.Is(property.ContainingType, types.BlobDownloadInfo);
            case IObjectCreationOperation { Constructor: { } constructor, Arguments: { Length: > 0 } arguments } when types.IsFilter(constructor.ContainingType):
                return hops < Values.MaximumHops && IsAnother(arguments[0].Value, path, types, hops + 1);
            default:
                return path is not null && FileOpening.TryRead(origin, types) is { } opening && WrittenBytes.PathOf(opening, types) is { } other && FilePaths.AreDifferent(other, path, types);
        }
    }
}
