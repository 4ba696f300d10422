namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// An assignment to a member of <c>StorageTransferOptions</c> that says how to send blocks, and the uploads that it reaches.
/// </summary>
internal sealed class BlockOption
{
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
        if (creation is not null)
        {
            _flow.Follow(creation);
        }
        else if (holder is not IInstanceReferenceOperation)
        {
            _flow.FollowVariable(holder);
        }
    }

    public static FactTable<BlockOption> Facts { get; } = new(
        new WatchedNames(TransferSettings.NamesAboutBlocks),
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
        if (Creation is not null)
        {
            return FirstIn(Creation, types)?.Syntax == Assignment.Syntax;
        }

        if (Holder.SingleValue() is { } value
            && value.Unwrap() is IObjectCreationOperation creation
            && FirstIn(creation, types) is not null)
        {
            return false;
        }

        foreach (ISimpleAssignmentOperation other in _flow.Assignments)
        {
            if (Sets(other, types))
            {
                return other.Syntax == Assignment.Syntax;
            }
        }

        return false;
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
        && TransferSettings.IsAboutBlocks(property.Name)
        && property.ContainingType.Is(types.StorageTransferOptions);

    private static bool Sets(ISimpleAssignmentOperation assignment, KnownTypes types) =>
        IsOfBlocks(assignment, types) && !assignment.Value.IsNull();

    private static ISimpleAssignmentOperation? FirstIn(IObjectCreationOperation creation, KnownTypes types)
    {
        foreach (IOperation member in creation.Initializer?.Initializers ?? System.Collections.Immutable.ImmutableArray<IOperation>.Empty)
        {
            if (member is ISimpleAssignmentOperation assignment && Sets(assignment, types))
            {
                return assignment;
            }
        }

        return null;
    }
}
