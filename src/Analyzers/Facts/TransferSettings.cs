namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// What the transfer options of an upload say. Only of options that are built in sight: in the call, or in a local or private readonly
/// field.
/// </summary>
internal sealed class TransferSettings
{
    private readonly KnownTypes _types;

    private TransferSettings(KnownTypes types) => _types = types;

    /// <summary>Where <c>BlobUploadOptions</c> are built; null where none are given.</summary>
    public IObjectCreationOperation? Options { get; private set; }

    /// <summary>Where <c>StorageTransferOptions</c> are built, or <c>default</c> stands for them; null where none are given.</summary>
    public IOperation? TransferOptions { get; private set; }

    /// <summary>From how many bytes on the content is sent in blocks, where that is set; of the SDK, from 256 MiB on.</summary>
    public IOperation? InitialTransferSize { get; private set; }

    /// <summary>The size of a block, where it is set.</summary>
    public IOperation? MaximumTransferSize { get; private set; }

    /// <summary>The number of blocks that are sent at the same time, where it is set.</summary>
    public IOperation? MaximumConcurrency { get; private set; }

    /// <summary>Whether blocks are set up, besides the length from which on they are used.</summary>
    public bool SetsBlocks => MaximumTransferSize is not null || MaximumConcurrency is not null;

    /// <summary>Whether the size of a block is set so small that blocks of it had better not be sent.</summary>
    public bool HasSmallBlocks => MaximumTransferSize is { } size && size.ConstantInt64() is > 0 and < BlobSize.MinimumBlock;

    /// <summary>Whether blocks are to be sent one after the other.</summary>
    public bool IsSerial => MaximumConcurrency is { } concurrency && concurrency.ConstantInt32() == 1;

    /// <summary>Whether blocks are to be sent at the same time, as far as is known.</summary>
    public bool IsParallel => MaximumConcurrency is { } concurrency && concurrency.ConstantInt32() is null or > 1;

    /// <summary>The members of <c>StorageTransferOptions</c> that say how to send blocks, but not from which length on.</summary>
    public static string[] NamesAboutBlocks { get; } = ["MaximumConcurrency", "MaximumTransferSize", "MaximumTransferLength"];

    /// <summary>Whether a member of <c>StorageTransferOptions</c> says how to send blocks, but not from which length on.</summary>
    public static bool IsAboutBlocks(string property) => Array.IndexOf(NamesAboutBlocks, property) >= 0;

    /// <summary>Null where the options come from elsewhere, or may be changed there.</summary>
    public static TransferSettings? Of(BlobUpload upload, KnownTypes types)
    {
        var settings = new TransferSettings(types);
        bool isKnown = upload.TransferOptions is { } transferOptions ? settings.TryReadTransferOptions(transferOptions, hops: 0)
            : upload.Options is not { } options || options.IsNull() || settings.TryReadOptions(options);
        return isKnown ? settings : null;
    }

    private bool TryReadOptions(IOperation options)
    {
        options = options.Unwrap();
        if (options.IsFollowed())
        {
            if (options.SingleValue() is not { } value)
            {
                return false;
            }

            options = value.Unwrap();
        }

        if (options is not IObjectCreationOperation creation || !creation.Type.Is(_types.BlobUploadOptions))
        {
            return false;
        }

        var flow = new OptionsFlow(_types);
        flow.Follow(creation);
        if (flow.GoesElsewhere)
        {
            return false;
        }

        Options = creation;
        IOperation? transferOptions = null;
        foreach (IOperation initializer in creation.Initializer?.Initializers ?? ImmutableArray<IOperation>.Empty)
        {
            if (initializer is ISimpleAssignmentOperation set && !TryTake(set, ref transferOptions))
            {
                return false;
            }
        }

        foreach (ISimpleAssignmentOperation set in flow.Assignments)
        {
            if (!TryTake(set, ref transferOptions))
            {
                return false;
            }
        }

        return transferOptions is null || TryReadTransferOptions(transferOptions, hops: 0);
    }

    /// <summary>Takes the transfer options that are set; false where they are set twice.</summary>
    private static bool TryTake(ISimpleAssignmentOperation set, ref IOperation? transferOptions)
    {
        if (set.Target is not IPropertyReferenceOperation { Property.Name: "TransferOptions" })
        {
            return true;
        }

        bool isFirst = transferOptions is null;
        transferOptions = set.Value;
        return isFirst;
    }

    private bool TryReadTransferOptions(IOperation options, int hops)
    {
        options = options.Unwrap();
        switch (options)
        {
            case IDefaultValueOperation:
                TransferOptions = options;
                return true;

            case IObjectCreationOperation creation when creation.Type.Is(_types.StorageTransferOptions):
                TransferOptions = creation;
                foreach (IOperation initializer in creation.Initializer?.Initializers ?? ImmutableArray<IOperation>.Empty)
                {
                    Read(initializer as ISimpleAssignmentOperation);
                }

                return true;

            case ILocalReferenceOperation or IFieldReferenceOperation { Field.IsReadOnly: true } when hops < Provenance.MaximumHops:
                if ((options.SingleValue() ?? Default(options)) is not { } value || !TryReadTransferOptions(value, hops + 1))
                {
                    return false;
                }

                var flow = new OptionsFlow(_types);
                flow.FollowVariable(options);
                flow.Assignments.ForEach(Read);
                return true;

            default:
                return false;
        }
    }

    private void Read(ISimpleAssignmentOperation? assignment)
    {
        if (assignment is not { Target: IPropertyReferenceOperation { Property: { } property }, Value: { } value }
            || !property.ContainingType.Is(_types.StorageTransferOptions)
            || value.IsNull())
        {
            return;
        }

        switch (property.Name)
        {
            case "InitialTransferSize" or "InitialTransferLength":
                InitialTransferSize = value;
                break;
            case "MaximumTransferSize" or "MaximumTransferLength":
                MaximumTransferSize = value;
                break;
            case "MaximumConcurrency":
                MaximumConcurrency = value;
                break;
        }
    }

    /// <summary>The <c>default</c> that a local is declared with and that is all that is assigned to it.</summary>
    private static IOperation? Default(IOperation variable) =>
        variable is ILocalReferenceOperation { Local.DeclaringSyntaxReferences: { Length: 1 } declarations } local
        && local.AllValues().IsEmpty
        && local.IsWrittenInSightOnly()
        && declarations[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } value }
            ? local.SemanticModel?.GetOperation(value)
            : null;
}
