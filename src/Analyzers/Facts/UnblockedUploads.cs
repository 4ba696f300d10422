namespace StreamTuning.Analyzers.Facts;

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

            if (found is { InitialTransferSize: null, SetsBlocks: true }
                && upload is { IsAsync: true, IsOfFile: true, IsSmall: false, RulesOutBlocks: false })
            {
                settings = found;
                uploads.Add(upload);
            }
        }

        return settings is { TransferOptions: not null } ? new UnblockedUploads(settings, uploads) : null;
    }
}
