using System.Linq;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// An assignment to a member of <c>StorageTransferOptions</c> that says how to send blocks, and the uploads that it reaches.
/// </summary>
internal sealed class BlockOption
{
    /// <summary>The members of <c>StorageTransferOptions</c> that say how to send blocks, but not from which length on.</summary>
    private static string[] NamesAboutBlocks { get; } = ["MaximumConcurrency", "MaximumTransferSize", "MaximumTransferLength"];

    private readonly OptionsFlow _flow;

    private BlockOption(
        ISimpleAssignmentOperation assignment, IPropertySymbol property, IOperation holder, IObjectCreationOperation? creation,
        KnownTypes types)
    {
        Assignment = assignment;
        Name = property.Name;
        Holder = holder;
        Creation = creation;
        _flow = new OptionsFlow(types);
        if (creation is not null || holder is not IInstanceReferenceOperation)
        {
            _flow.Follow(creation ?? holder);
        }
    }

    public static FactTable<BlockOption> Facts { get; } = new(
        new WatchedNames(NamesAboutBlocks),
        [OperationKind.SimpleAssignment],
        static (assignment, types) => TryRead((ISimpleAssignmentOperation)assignment, types));

    public ISimpleAssignmentOperation Assignment { get; }

    /// <summary>The name of the member.</summary>
    public string Name { get; }

    /// <summary>The variable that holds the options, or the options that are built.</summary>
    public IOperation Holder { get; }

    /// <summary>The options that are built, where the assignment is a part of that.</summary>
    public IObjectCreationOperation? Creation { get; }

    /// <summary>The uploads that are given the options.</summary>
    public IReadOnlyList<BlobUpload> Uploads => _flow.Uploads;

    /// <summary>Whether the options may also serve something else, such as a download.</summary>
    public bool GoesElsewhere => _flow.GoesElsewhere;

    /// <summary>
    /// Whether no other assignment before says how to send blocks: neither one where the options are built, nor one to their variable.
    /// </summary>
    public bool IsFirst(KnownTypes types)
    {
        var flow = new OptionsFlow(types);
        flow.Follow(Creation ?? Holder.Origin() ?? Holder);
        return flow.Assignments.Concat(_flow.Assignments).FirstOrDefault(each => Sets(each, types))?.Syntax == Assignment.Syntax;
    }

    /// <summary>Whether the assignment gives a value to such a member.</summary>
    public bool HasValue => !Assignment.Value.IsNull();

    private static BlockOption? TryRead(ISimpleAssignmentOperation assignment, KnownTypes types)
    {
        if (!IsOfBlocks(assignment, types)
            || assignment.Target is not IPropertyReferenceOperation { Property: { } property, Instance: { } holder })
        {
            return null;
        }

        var creation = holder is IInstanceReferenceOperation
            ? (assignment.Parent as IObjectOrCollectionInitializerOperation)?.Parent as IObjectCreationOperation
            : null;
        return new BlockOption(assignment, property, holder, creation, types);
    }

    private static bool IsOfBlocks(ISimpleAssignmentOperation assignment, KnownTypes types) =>
        assignment.Target is IPropertyReferenceOperation { Property: { } property }
        && Array.IndexOf(NamesAboutBlocks, property.Name) >= 0
        && property.ContainingType.Is(types.StorageTransferOptions);

    private static bool Sets(ISimpleAssignmentOperation assignment, KnownTypes types) =>
        IsOfBlocks(assignment, types) && !assignment.Value.IsNull();
}

/// <summary>An option with which blocks are sent one after the other, or are too small, for one of the uploads that it reaches.</summary>
internal sealed class SlowBlocks
{
    private SlowBlocks(bool isConcurrency, long value)
    {
        IsConcurrency = isConcurrency;
        Value = value;
    }

    /// <summary>Whether it is the number of blocks at the same time; else the size of a block.</summary>
    public bool IsConcurrency { get; }

    /// <summary>Its value: a number of blocks, or bytes.</summary>
    public long Value { get; }

    /// <summary>Whether another value does not change anything else, and has an effect.</summary>
    public bool CanBeSet { get; private set; }

    /// <summary>Whether it is not said from which length on there are blocks.</summary>
    public bool LacksInitialTransferSize { get; private set; }

    /// <summary>Null where the option is right for all uploads, may also serve something else, or is set where it cannot be seen.</summary>
    public static SlowBlocks? TryFind(BlockOption option)
    {
        bool isConcurrency = option.Name == "MaximumConcurrency";
        if (option.Assignment.Value.ConstantInt64() is not (> 0 and var value)
            || (isConcurrency ? value != 1 : value >= BlobSize.MinimumBlock)

            // A download may be right with it.
            || option.GoesElsewhere)
        {
            return null;
        }

        var slow = new SlowBlocks(isConcurrency, value);
        bool isWrong = false;
        bool isAsync = true;
        foreach (BlobUpload upload in option.Uploads)
        {
            if (upload.Settings is not { } settings)
            {
                return null;
            }

            isAsync &= upload.IsAsync;
            slow.LacksInitialTransferSize |= isConcurrency && settings.InitialTransferSize is null;
            bool isSet = isConcurrency
                ? settings.IsSerial
                : !settings.IsSerial && settings.MaximumTransferSize?.ConstantInt64() == value && SendsBlocks(upload, settings);
            isWrong |= isSet && upload is { Source: not StreamKind.Memory, IsSmall: false, IsConcurrent: false, RulesOutBlocks: false };
        }

        slow.CanBeSet = isAsync || option.Name == "MaximumTransferSize";
        return isWrong ? slow : null;
    }

    /// <summary>Whether an upload that is not large is sent in blocks.</summary>
    private static bool SendsBlocks(BlobUpload upload, TransferSettings settings) =>
        settings.InitialTransferSize is not null || upload.Source == StreamKind.Unseekable;
}

/// <summary>The uploads that are told how to send blocks, but not from which length on: below 256 MiB they do not send any.</summary>
internal sealed class UnblockedUploads
{
    private UnblockedUploads(TransferSettings settings, List<BlobUpload> uploads)
    {
        Settings = settings;
        Uploads = uploads;
    }

    /// <summary>The options, which are there.</summary>
    public TransferSettings Settings { get; }

    public IReadOnlyList<BlobUpload> Uploads { get; }

    /// <summary>
    /// Those that an option reaches, which is the first of those that are set; null where there are none, or the options may serve
    /// something else.
    /// </summary>
    public static UnblockedUploads? TryFind(BlockOption option, KnownTypes types)
    {
        // Options may have their effect elsewhere: on a download.
        if (!option.HasValue || option.GoesElsewhere || !option.IsFirst(types))
        {
            return null;
        }

        var uploads = new List<BlobUpload>();
        TransferSettings? settings = null;
        foreach (BlobUpload upload in option.Uploads)
        {
            if (upload.Settings is not { IsSerial: false } found)
            {
                return null;
            }

            if (upload is { HasSettingsWithoutEffect: true, IsSmall: false, RulesOutBlocks: false })
            {
                settings = found;
                uploads.Add(upload);
            }
        }

        return settings is { TransferOptions: not null } ? new UnblockedUploads(settings, uploads) : null;
    }
}
