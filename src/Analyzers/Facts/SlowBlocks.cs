namespace StreamTuning.Analyzers.Facts;

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
            isWrong |= isSet && upload is { Source: not BlobSource.Memory, IsSmall: false, IsConcurrent: false, RulesOutBlocks: false };
        }

        slow.CanBeSet = isAsync || option.Name == "MaximumTransferSize";
        return isWrong ? slow : null;
    }

    /// <summary>Whether an upload that is not large is sent in blocks.</summary>
    private static bool SendsBlocks(BlobUpload upload, TransferSettings settings) =>
        settings.InitialTransferSize is not null || upload.Source == BlobSource.Unseekable;
}
