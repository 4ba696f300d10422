namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// A whole source that one method takes into memory only to write it to one file, which is certainly another than the source.
/// </summary>
internal sealed class BufferedContent
{
    private BufferedContent(
        IInvocationOperation fill, WrittenBytes written, IReadOnlyList<IOperation> leftovers, bool canBeCopied)
    {
        Fill = fill;
        Write = written.Call;
        IsFiltered = written.File is { IsFiltered: true };
        Leftovers = leftovers;
        CanBeCopied = canBeCopied && written is { File: null, IsMeasured: false };
    }

    /// <summary>The names of the methods that fill the memory, and of those that write an array of any method.</summary>
    public static string[] Names { get; } =
    [
        "ReadAllBytes", "ReadAllBytesAsync", "WriteAllBytes", "WriteAllBytesAsync", .. DownloadInMemory.Names, .. WholeRead.Names,
        .. StreamCopy.Names,
    ];

    public static FactTable<BufferedContent> Facts { get; } = new(
        new WatchedNames(Names), [OperationKind.Invocation], static (call, types) => TryRead((IInvocationOperation)call, types));

    /// <summary>The call that fills the memory.</summary>
    public IInvocationOperation Fill { get; }

    /// <summary>The call that writes the bytes.</summary>
    public IInvocationOperation Write { get; }

    /// <summary>Whether the bytes go to the file through another stream or an archive.</summary>
    public bool IsFiltered { get; }

    /// <summary>What the code does for the sake of the memory alone, besides filling and writing it.</summary>
    public IReadOnlyList<IOperation> Leftovers { get; }

    /// <summary>
    /// Whether the file is named by a path, and the paths can be read at another moment: a copy from source to path does the same.
    /// </summary>
    public bool CanBeCopied { get; }

    /// <summary>Whether the source is a blob, which its client downloads to a path.</summary>
    public bool IsBlob => DownloadInMemory.IsOfBlob(Fill);

    /// <summary>Whether the source is a whole response: for a copy of it, other limits of time hold.</summary>
    public bool IsDownload => Array.IndexOf(DownloadInMemory.Names, Fill.TargetMethod.Name) >= 0;

    private static BufferedContent? TryRead(IInvocationOperation fill, KnownTypes types) => fill.TargetMethod.Name switch
    {
        "WriteAllBytes" or "WriteAllBytesAsync" => fill.TargetMethod.ContainingType.Is(types.File) ? OfOtherDownload(fill, types) : null,
        "ReadAllBytes" or "ReadAllBytesAsync" => fill.TargetMethod.ContainingType.Is(types.File) ? OfFile(fill, types) : null,
        "GetByteArrayAsync" or "ReadAsByteArrayAsync" => DownloadInMemory.IsOfHttp(fill, types)
            ? OfDownload(fill, types, canBeCopied: true)
            : null,
        "CopyTo" or "CopyToAsync" => StreamCopy.Of(fill, types) is { } copy ? OfStream(copy, types) : null,
        _ => WholeRead.Of(fill, types) is { } read ? OfRead(read, types) : null,
    };

    private static BufferedContent? OfFile(IInvocationOperation read, KnownTypes types)
    {
        var leftovers = new List<IOperation>();
        if (read.Arguments.Named("path") is not { } path
            || read.IsInExpressionTree()
            || WrittenBytes.TryFollow(read, leftovers, types) is not { } written
            || !ExecutionOrder.Follows(written.Call, read, allowsTry: true)
            || !(IsEmptiedBefore(written, read) || IsAnother(path, written, types)))
        {
            return null;
        }

        bool canBeCopied = FilePaths.CanBeMoved(path, types) && written.Path is { } target && FilePaths.CanBeMoved(target, types);
        return new BufferedContent(read, written, leftovers, canBeCopied);
    }

    /// <summary>An array as long as a stream, which one call fills.</summary>
    private static BufferedContent? OfRead(WholeRead read, KnownTypes types) =>
        !read.Call.IsInExpressionTree()
        && WrittenBytes.TryFollow(read.Array, [], types, read) is { } written
        && (read.IsRepeatedWith(written.Call, types)
            || (ExecutionOrder.Follows(written.Call, read.Call, allowsTry: true) && read.DecidesOnlyIfWhole(written.Call)))
        && MayBeLarge(read.Source, read.Call, types)
        && (IsAnother(read.Source, read.Call, written, types)
            || (read.Source.Origin() is { } origin && StreamKinds.OfMember(origin, types) == StreamKind.FormFile))
            ? new BufferedContent(read.Call, written, [], canBeCopied: false)
            : null;

    /// <summary>An array of a whole response.</summary>
    private static BufferedContent? OfDownload(IInvocationOperation download, KnownTypes types, bool canBeCopied)
    {
        var leftovers = new List<IOperation>();
        return !download.IsInExpressionTree()
            && WrittenBytes.TryFollow(download, leftovers, types) is { } written
            && ExecutionOrder.Follows(written.Call, download, allowsTry: true)
                ? new BufferedContent(
                    download, written, leftovers, canBeCopied && written.Path is { } path && FilePaths.CanBeMoved(path, types))
                : null;
    }

    /// <summary>An array that is written, and that another client or a method of the project has given.</summary>
    private static BufferedContent? OfOtherDownload(IInvocationOperation write, KnownTypes types) =>
        write.Arguments.Named("bytes")?.Origin()?.UnwrapAwait() is IInvocationOperation download
        && DownloadInMemory.IsGivenByOther(download, types)
            ? OfDownload(download, types, canBeCopied: false)
            : null;

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
        foreach (ILocalReferenceOperation reference in Uses.Of(memory.Local, copy.Call.Root()))
        {
            IOperation? receiver = reference.Receiver();
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
                    isRewound |= written is null && ExecutionOrder.Follows(receiver, copy.Call);
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
            || !written.TryMeasure(lengths, types)
            || !ExecutionOrder.Follows(written.Call, copy.Call, allowsTry: true)
            || MayBePart(copy.Call, written.Call)
            || !IsAnother(copy, written, types))
        {
            return null;
        }

        bool canBeCopied = written.Path is { } path && FilePaths.CanBeMoved(path, types);
        return new BufferedContent(copy.Call, written, leftovers, canBeCopied);
    }

    /// <summary>Whether a copy may fail, and what came in before is written.</summary>
    private static bool MayBePart(IOperation copy, IOperation write)
    {
        for (IOperation? parent = copy.Parent; parent is not null && !parent.Contains(write); parent = parent.Parent)
        {
            if (parent is ITryOperation attempt && LoopRound.GoesOnAfterFailure(attempt))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the source is visibly not the file: no file at all, or another.</summary>
    private static bool IsAnother(StreamCopy copy, WrittenBytes written, KnownTypes types) => copy.Kind switch
    {
        CopySource.SegmentedStream or CopySource.FormFile => true,
        CopySource.HttpContent => copy.Source.Origin() is { } origin and not IObjectCreationOperation,
        CopySource.Pipe =>
            copy.Source.Origin() is IPropertyReferenceOperation { Property: { Name: "BodyReader" } property }
                && property.ContainingType.Is(types.HttpRequest),
        CopySource.Stream => IsAnother(copy.Source, copy.Call, written, types),
        _ => false,
    };

    private static bool IsAnother(IOperation source, IInvocationOperation fill, WrittenBytes written, KnownTypes types) =>
        !(written.File is { } file && ReachedFile.Of(source, fill, types)?.Operation == file.Operation)
        && (IsAnother(source, written, types, hops: 0) || (IsEmptiedBefore(written, fill) && MayBeLarge(source, fill, types)));

    private static bool IsAnother(IOperation source, WrittenBytes written, KnownTypes types, int hops)
    {
        if (StreamCopy.IsSegmented(source, types))
        {
            return true;
        }

        if (source.Origin() is not { } origin)
        {
            return false;
        }

        origin = origin.UnwrapAwait();
        switch (origin)
        {
            case IObjectCreationOperation { Constructor: { } constructor, Arguments: { Length: > 0 } arguments }
                when types.IsFilter(constructor.ContainingType):
                return hops < Provenance.MaximumHops && IsAnother(arguments[0].Value, written, types, hops + 1);
            case IInvocationOperation { TargetMethod: { Name: "Open" or "OpenAsync", ContainingType: { } type } }
                when type.Is(types.ZipArchiveEntry):
                return written.File is not { IsArchive: true }; // It may be removed from the same archive.
            default:
                return OpenedFile.Of(origin, types) is { } opening
                    && (IsOpenAt(written.Opening, source, opening)
                        || (WrittenBytes.PathOf(opening, types) is { } path && IsAnother(path, written, types)));
        }
    }

    /// <summary>Whether the file of a path is visibly not the one that is written: what an archive holds is another.</summary>
    private static bool IsAnother(IOperation path, WrittenBytes written, KnownTypes types) =>
        written.Path is { } target && (written.File is { IsArchive: true } || FilePaths.AreDifferent(path, target, types));

    /// <summary>Whether the file was emptied before anything is read: were it the source, nothing would be left of that.</summary>
    private static bool IsEmptiedBefore(WrittenBytes written, IOperation fill) =>
        written.File is { Opening.StartsEmpty: true, Operation: { } opening }
        && opening.Syntax.SpanStart < fill.Syntax.SpanStart
        && opening.Function() == fill.Function();

    /// <summary>Whether a source is neither in memory already nor small.</summary>
    private static bool MayBeLarge(IOperation source, IOperation fill, KnownTypes types) =>
        !MemoryContent.IsAllOf(source, types) && !SmallSource.IsAtMost(source, fill, StreamCopy.DefaultBufferSize, types);

    /// <summary>Whether a file is still open at an operation, so that nothing else opens it to be written.</summary>
    private static bool IsOpenAt(IOperation operation, IOperation source, OpenedFile opening)
    {
        // Of the values of FileShare, only None and Read keep others from writing.
        if (source is not ILocalReferenceOperation file
            || opening.Operation.Has<IArgumentOperation>(each => each.Parameter?.Type is { Name: "FileStreamOptions" }
                || (each.Parameter?.Type is { Name: "FileShare" } && each.Value.ConstantInt32() is not (0 or 1))))
        {
            return false;
        }

        IOperation? scope = opening.Operation;
        while (scope is not (null or IBlockOperation or IUsingOperation))
        {
            scope = scope.Parent;
        }

        return scope?.Contains(operation) == true && Uses.Of(file.Local, scope).TrueForAll(use =>
            use.Syntax.SpanStart > operation.Syntax.SpanStart
            || use.Receiver() is IPropertyReferenceOperation or ISimpleAssignmentOperation
                or IInvocationOperation { TargetMethod.Name: not ("Close" or "Dispose" or "DisposeAsync") });
    }
}

/// <summary>A <c>MemoryStream</c> that is made empty, to be filled.</summary>
internal static class EmptyMemory
{
    /// <summary>
    /// Where the stream that a copy fills is made, if it is in the same function, for every run of the copy; null where it is not.
    /// </summary>
    public static IObjectCreationOperation? FilledBy(StreamCopy copy, KnownTypes types) => FilledBy(copy, copy.Destination, types);

    /// <summary>The same of a stream that a copy fills by way of another.</summary>
    public static IObjectCreationOperation? FilledBy(StreamCopy copy, IOperation stream, KnownTypes types) =>
        stream is ILocalReferenceOperation memory
        && memory.SingleValue() is { } value
        && value.Unwrap() is IObjectCreationOperation { Initializer: null } creation
        && (creation.Constructor?.ContainingType).Is(types.MemoryStream)
        && (creation.Arguments.IsEmpty
            || (creation.Arguments.Length == 1 && creation.Arguments[0].Value.Type?.SpecialType == SpecialType.System_Int32))
        && !copy.Call.IsRepeatedAfter(creation)
        && creation.Function() == copy.Call.Function()
            ? creation
            : null;

    /// <summary>Whether what is done with the stream sets its position to the beginning.</summary>
    public static bool IsRewind(IOperation? use) => use switch
    {
        IPropertyReferenceOperation { Property.Name: "Position" } =>
            use.Parent is ISimpleAssignmentOperation { Parent: IExpressionStatementOperation } assignment
                && assignment.Target == use
                && IsZero(assignment.Value),
        IInvocationOperation { TargetMethod.Name: "Seek", Arguments: { Length: 2 } arguments } =>
            IsZero(arguments[0].Value)
                && IsZero(arguments[1].Value)
                && use.Parent is IExpressionStatementOperation or ISimpleAssignmentOperation { Target: IDiscardOperation },
        _ => false,
    };

    /// <summary>Whether what is done with the stream flushes or closes it.</summary>
    public static bool IsEnd(IOperation? use) =>
        use is IInvocationOperation { TargetMethod.Name: "Flush" or "FlushAsync" or "Dispose" or "DisposeAsync" or "Close" };

    private static bool IsZero(IOperation value) => value.ConstantValue is { HasValue: true, Value: 0 or 0L };
}
