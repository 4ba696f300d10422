namespace StreamTuning;

/// <summary>A file that the caller has opened.</summary>
internal sealed class FileStreamDestination(FileStream file) : CopyDestination
{
    public override async ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            return await FileCopy.RunAsync(source, new FileTarget(file, mayBuffer: true), settings, async).ConfigureAwait(false);
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }
}
