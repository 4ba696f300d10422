namespace StreamTuning;

/// <summary>A file that the copy opens, once the source is open.</summary>
internal abstract class OwnFileDestination : CopyDestination
{
    public sealed override async ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            using OwnFile file = await OpenAsync(source, settings, async).ConfigureAwait(false);
            long copied = await file.ReceiveAsync(source, settings, async).ConfigureAwait(false);
            await file.PublishAsync(settings, async).ConfigureAwait(false);
            return copied;
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }

    protected abstract ValueTask<OwnFile> OpenAsync(CopySource source, CopySettings settings, bool async);
}
