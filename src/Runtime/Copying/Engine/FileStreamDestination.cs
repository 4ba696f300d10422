namespace StreamTuning;

/// <summary>A file that the caller has opened.</summary>
internal sealed class FileStreamDestination(FileStream file) : CopyDestination
{
    public override ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        if (EngineSwitch.IsOff)
        {
            ThrowIfSource(source, file.Name);
            return new StreamDestination(file).ReceiveAsync(source, settings, async);
        }

        return source.IsOpen ? SmallCopy.RunAsync(source, Output(), settings, async) : OpenAndReceiveAsync(source, settings, async);
    }

    private OutputFile Output() => new(file, mayBuffer: true);

    private async ValueTask<long> OpenAndReceiveAsync(CopySource source, CopySettings settings, bool async)
    {
        ThrowIfSource(source, file.Name);
        await source.OpenAsync(async, settings.Token).ConfigureAwait(false);
        try
        {
            return await SmallCopy.RunAsync(source, Output(), settings, async).ConfigureAwait(false);
        }
        finally
        {
            await source.CloseAsync(async).ConfigureAwait(false);
        }
    }
}
