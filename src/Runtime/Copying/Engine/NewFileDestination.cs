namespace StreamTuning;

/// <summary>A path whose file is always a new one, which takes the place of another at the end if it may.</summary>
internal sealed class NewFileDestination(string path, bool replaces) : CopyDestination
{
    public override async ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            using var file = OwnFile.CreateTemporary(path, replaces, async);
            long copied = await FileCopy.RunAsync(source, file.Target, settings, async).ConfigureAwait(false);
            file.Publish();
            return copied;
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }
}
