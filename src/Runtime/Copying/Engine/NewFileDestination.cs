namespace StreamTuning;

/// <summary>A path whose file is always a new one, which takes the place of another at the end if it may.</summary>
internal sealed class NewFileDestination(string path, bool replaces) : CopyDestination
{
    public override async ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            using OwnFile file = !replaces ? OwnFile.CreateNew(path, async)
                : File.Exists(path) ? OwnFile.CreateReplacement(path, async)
                : OwnFile.CreateNewOrReplacement(path, async);
            long copied = await file.ReceiveAsync(source, settings, async).ConfigureAwait(false);
            await file.PublishAsync(settings, async).ConfigureAwait(false);
            return copied;
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }
}
