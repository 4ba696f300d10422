namespace StreamTuning.Analyzers.Facts;

/// <summary>A whole content that one method takes into memory only to upload it once.</summary>
internal sealed class ContentInMemory
{
    private readonly KnownTypes _types;
    private readonly List<IOperation> _leftovers = new();
    private BlobUpload? _upload;
    private IOperation? _compression;
    private bool _isRewound;

    private ContentInMemory(IInvocationOperation fill, KnownTypes types)
    {
        Fill = fill;
        _types = types;
    }

    /// <summary>The names of the methods that fill the memory.</summary>
    public static string[] Names { get; } = ["FromStream", "FromStreamAsync", "ReadAllBytes", "ReadAllBytesAsync", .. StreamCopy.Names];

    public static FactTable<ContentInMemory> Facts { get; } = new(
        new WatchedNames(Names), [OperationKind.Invocation], static (call, types) => TryRead((IInvocationOperation)call, types));

    /// <summary>The call that fills the memory.</summary>
    public IInvocationOperation Fill { get; }

    /// <summary>The upload of the bytes.</summary>
    public BlobUpload Upload => _upload!;

    /// <summary>Whether the content is compressed into the memory: it isn't that of any stream.</summary>
    public bool IsCompressed => _compression is not null;

    /// <summary>What the code does for the sake of the memory alone, besides filling it.</summary>
    public IReadOnlyList<IOperation> Leftovers => _leftovers;

    /// <param name="fill">The call that fills the memory.</param>
    /// <param name="types">The known types.</param>
    private static ContentInMemory? TryRead(IInvocationOperation fill, KnownTypes types)
    {
        var content = new ContentInMemory(fill, types);
        bool isFollowed = !fill.IsInExpressionTree() && fill.TargetMethod.Name switch
        {
            "ReadAllBytes" or "ReadAllBytesAsync" => fill.TargetMethod.ContainingType.Is(types.File) && content.TryFollow(fill.Awaited()),
            "FromStream" or "FromStreamAsync" =>
                IsOfBinaryData(fill)
                    && fill.Arguments.Length > 0
                    && MayBeLarge(fill.Arguments[0].Value, types)
                    && content.TryFollow(fill.Awaited()),
            _ => StreamCopy.Of(fill, types) is { } copy && MayBeLarge(copy.Source, types) && content.TryFollow(copy),
        };

        return isFollowed
            && content._upload is { } upload
            && ExecutionOrder.Follows(upload.Call, fill, allowsTry: true)
            && !SmallSource.IsAtMost(upload.Content, upload.Call, BlobSize.MinimumForBlocks, types)
            && !SmallSource.IsAtMost(upload.Content, fill, BlobSize.MinimumForBlocks, types)
            && !BlobClientOrigin.RulesOutBlocks(upload, types)
            && !IsReadUnderLock(fill, upload.Call)
            && !FileChange.MayBeBetween(fill, upload.Call, types)
                ? content
                : null;
    }

    private static bool IsFromStream(IMethodSymbol method) => method is { IsStatic: true, Name: "FromStream" or "FromStreamAsync" };

    private static bool IsOfBinaryData(IInvocationOperation call) => call.TargetMethod.ContainingType.IsBinaryData();

    /// <summary>Whether a source is not in memory already.</summary>
    private static bool MayBeLarge(IOperation source, KnownTypes types) =>
        !source.Type.DerivesFrom(types.Stream) || BlobUpload.SourceOf(source, types) != StreamKind.Memory;

    /// <summary>Follows the stream that a copy fills.</summary>
    private bool TryFollow(StreamCopy copy)
    {
        IOperation? inner = TransformedCopy.CompressedInto(copy.Destination, _types);
        if ((inner ?? copy.Destination) is not ILocalReferenceOperation memory
            || EmptyMemory.FilledBy(copy, memory, _types) is not { } creation
            || (inner is not null && !IsFilledOnce(copy.Destination)))
        {
            return false;
        }

        _compression = inner is null ? null : copy.Destination.Origin();
        _leftovers.Add(creation);
        return TryFollowUses(memory.Local, Fill.Root());
    }

    /// <summary>Whether nothing but the copy is written to a compression in a variable.</summary>
    private bool IsFilledOnce(IOperation compression) =>
        compression is ILocalReferenceOperation local
        && Uses.Of(local.Local, Fill.Root()).TrueForAll(use => use.Receiver() switch
        {
            IArgumentOperation { Parent: { } call } => call == Fill,
            IUsingOperation => true,
            var end => EmptyMemory.IsEnd(end),
        });

    /// <summary>Follows bytes that an expression gives, as an array, a stream or data, to the one upload of all of them.</summary>
    private bool TryFollow(IOperation bytes)
    {
        switch (bytes.Receiver())
        {
            case IConversionOperation conversion:
                // From an array to a memory.
                return TryFollow(conversion);

            case IArgumentOperation { Parameter.Ordinal: 0,
                Parent: IObjectCreationOperation { Constructor: { } constructor } creation } argument:
                return (constructor.ContainingType.IsBinaryData() || constructor.ContainingType.Is(_types.MemoryStream))
                    && IsWhole(creation, argument)
                    && TryFollow(creation);

            case IArgumentOperation { Parameter.Ordinal: 0,
                Parent: IInvocationOperation { TargetMethod: { IsStatic: true, Name: "FromBytes" } } call }:
                return IsOfBinaryData(call) && TryFollow(call);

            case IArgumentOperation { Parent: IInvocationOperation call } argument:
                return TryTakeUpload(call, argument);

            case IInvocationOperation { TargetMethod.Name: "ToStream", Instance: { } instance } call when instance.Unwrap() == bytes:
                return IsOfBinaryData(call) && TryFollow(call);

            case IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator }:
                return TryFollowVariable(declarator.Symbol, bytes);

            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation }:
                return TryFollowVariable(target.Local, bytes);

            default:
                return false;
        }
    }

    private bool TryFollowVariable(ILocalSymbol variable, IOperation bytes)
    {
        IOperation root = Fill.Root();
        if (variable.SingleValue(root) is not { } value || value.Unwrap() != bytes)
        {
            return false;
        }

        _leftovers.Add(bytes);

        // A stream that is made of the bytes begins with them.
        _isRewound = true;
        return TryFollowUses(variable, root);
    }

    private bool TryFollowUses(ILocalSymbol variable, IOperation root)
    {
        foreach (ILocalReferenceOperation reference in Uses.Of(variable, root))
        {
            IOperation? receiver = reference.Receiver();
            switch (receiver)
            {
                case IArgumentOperation { Parent: { } call } when call == Fill || call == _compression:
                case ISimpleAssignmentOperation { Target: { } target } when target == reference:
                case IUsingOperation:
                    break;

                case not null when EmptyMemory.IsRewind(receiver):
                    _isRewound |= _upload is null && ExecutionOrder.Follows(receiver, Fill, allowsTry: true);
                    _leftovers.Add(receiver);
                    break;

                case not null when EmptyMemory.IsEnd(receiver):
                    _leftovers.Add(receiver);
                    break;

                default:
                    if (_upload is not null || !TryFollowUse(reference, receiver))
                    {
                        return false;
                    }

                    break;
            }
        }

        return _upload is not null;
    }

    /// <summary>Follows one use of a variable; as a stream what is in it is given out from its position on.</summary>
    private bool TryFollowUse(ILocalReferenceOperation reference, IOperation? receiver) => receiver switch
    {
        IInvocationOperation { TargetMethod.Name: "ToArray", Arguments.IsEmpty: true, Instance: { } instance } call =>
            instance.Unwrap() == reference && TryFollow(call),
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: var method } call } when IsFromStream(method) =>
            _isRewound && IsOfBinaryData(call) && TryFollow(call.Awaited()),
        _ => _isRewound && TryFollow(reference),
    };

    /// <summary>Whether an object is made of all of an array: of nothing else, or of its range from zero to its length.</summary>
    private static bool IsWhole(IObjectCreationOperation creation, IArgumentOperation bytes)
    {
        foreach (IArgumentOperation argument in creation.Arguments)
        {
            bool isHarmless = argument.Parameter switch
            {
                { Ordinal: 0 } => argument == bytes && argument.Parameter.Type is IArrayTypeSymbol or { Name: "ReadOnlyMemory" },
                { Type.SpecialType: SpecialType.System_Boolean } => true,
                _ => argument.ArgumentKind == ArgumentKind.DefaultValue,
            };
            if (!isHarmless)
            {
                return false;
            }
        }

        return creation.Initializer is null;
    }

    private bool TryTakeUpload(IInvocationOperation call, IArgumentOperation argument)
    {
        if (BlobUpload.Of(call, _types) is not { } upload || upload.Content != argument.Value.Unwrap())
        {
            return false;
        }

        _upload = upload;
        return true;
    }

    /// <summary>Whether the content is read under a lock that the upload does not hold: then it is in memory so as not to.</summary>
    private static bool IsReadUnderLock(IOperation fill, IOperation upload)
    {
        for (IOperation? parent = fill.Parent; parent is not null && !parent.Contains(upload); parent = parent.Parent)
        {
            if (parent is ILockOperation)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Something that may change or remove files: what was read before and what is read after it may differ then.</summary>
    private sealed class FileChange(int start, int end, IOperation? path, KnownTypes types)
    {
        /// <summary>Whether the code may change the file from where it is read until it has been uploaded.</summary>
        public static bool MayBeBetween(IInvocationOperation fill, IInvocationOperation upload, KnownTypes types)
        {
            // An upload that nothing waits for goes on for as long as the function, unless that gives it to its caller.
            bool isOver = upload.Awaited() != upload
                || !upload.TargetMethod.Name.EndsWith("Async", StringComparison.Ordinal)
                || upload.Receiver() is IReturnOperation;
            int end = isOver ? upload.Syntax.SpanStart : upload.Function().Syntax.Span.End;
            return upload.Root().Has<IOperation>(new FileChange(fill.Syntax.Span.End, end, fill.Arguments.Named("path"), types).MayBe);
        }

        private bool MayBe(IOperation operation) => IsBetween(operation) && operation switch
        {
            IObjectCreationOperation creation => creation.Type.Is(types.FileStream) || creation.Type.Is(types.StreamWriter),
            IInvocationOperation { TargetMethod: { ContainingType: { } type } method } call => type.Is(types.File)
                || type.Is(types.FileInfo)
                || type.Is(types.Directory)
                || type.Name is "FileSystemInfo"
                || (IsGivenPath(call) && !LeavesFile(method, types)),
            _ => false,
        };

        private bool IsBetween(IOperation operation) => operation.Syntax.SpanStart >= start && operation.Syntax.Span.End <= end;

        private bool IsGivenPath(IInvocationOperation call)
        {
            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (path is not null && argument.Value.IsSameAs(path))
                {
                    return true;
                }
            }

            return false;
        }

        /// <summary>
        /// Whether a method that is given the path does something else with it than to change the file: with its name, or a log.
        /// </summary>
        private static bool LeavesFile(IMethodSymbol method, KnownTypes types) =>
            method.ContainingType.Is(types.Path)
            || method.ContainingType.Is(types.BlobContainerClient)
            || method.ContainingType.Is(types.Console)
            || method.ContainingType.SpecialType == SpecialType.System_String
            || method.Name.StartsWith("Get", StringComparison.Ordinal)
            || method.Name.StartsWith("Log", StringComparison.Ordinal);
    }
}
