namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// What the transfer options of an upload say. Only of options that are built in sight: in the call, or in a local or private readonly
/// field.
/// </summary>
internal sealed class TransferSettings
{
    private readonly KnownTypes _types;

    private TransferSettings(KnownTypes types) => _types = types;

    /// <summary>Where <c>BlobUploadOptions</c> are built; null where none are given, or one of several.</summary>
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

    /// <summary>Null where the options come from elsewhere, or may be changed there.</summary>
    public static TransferSettings? Of(BlobUpload upload, KnownTypes types)
    {
        var settings = new TransferSettings(types);
        bool isKnown = upload.TransferOptions is { } transferOptions ? settings.TryReadTransferOptions(transferOptions)
            : upload.Options is not { } options || options.IsNull() || settings.TryReadOptions(options);
        return isKnown ? settings : null;
    }

    private bool TryReadOptions(IOperation options)
    {
        if (options.Origin() is not IObjectCreationOperation creation)
        {
            // Of several objects, none may say anything about the transfer.
            return options.ComesOnlyFrom(each => each.IsNull() || SetsOf(each) is { Count: 0 });
        }

        Options = creation;
        return SetsOf(creation) is { } sets && (sets.Count == 0 || (sets.Count == 1 && TryReadTransferOptions(sets[0].Value)));
    }

    /// <summary>What is assigned to the transfer options of new options; null if the value is something else, or goes elsewhere.</summary>
    private List<ISimpleAssignmentOperation>? SetsOf(IOperation options)
    {
        if (options is not IObjectCreationOperation creation || !creation.Type.Is(_types.BlobUploadOptions))
        {
            return null;
        }

        var flow = new OptionsFlow(_types);
        flow.Follow(creation);
        return flow.GoesElsewhere ? null : flow.Assignments.FindAll(
            each => each.Target is IPropertyReferenceOperation { Property.Name: "TransferOptions" });
    }

    private bool TryReadTransferOptions(IOperation options)
    {
        TransferOptions = options.Origin();
        if (TransferOptions is not IDefaultValueOperation
            && !(TransferOptions is IObjectCreationOperation && TransferOptions.Type.Is(_types.StorageTransferOptions)))
        {
            return false;
        }

        var flow = new OptionsFlow(_types);
        flow.Follow(TransferOptions);
        flow.Follow(options);
        flow.Assignments.ForEach(Read);
        return true;
    }

    private void Read(ISimpleAssignmentOperation assignment)
    {
        IOperation value = assignment.Value;
        if (assignment.Target is not IPropertyReferenceOperation { Property: { } property }
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
}
