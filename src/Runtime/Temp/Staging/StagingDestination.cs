namespace StreamTuning;

/// <summary>A temporary file, which may become another one while it is written.</summary>
internal sealed class StagingDestination(StagedFile file) : CopyDestination
{
    public override ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async) => EngineSwitch.IsOff
        ? new StreamDestination(new StagedStream(file)).ReceiveFromOpenedAsync(source, settings, async)
        : FileCopy.RunAsync(source, file, settings, async);

    /// <summary>The temporary file as the platform's copy writes it.</summary>
    private sealed class StagedStream(StagedFile file) : WriteOnlyStream
    {
        private long _position;

        public override void Write(byte[] buffer, int offset, int count)
        {
            file.WriteAsync(buffer, offset, count, _position, async: false).GetAwaiter().GetResult();
            _position += count;
        }

        public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            await file.WriteAsync(buffer, offset, count, _position, async: true).ConfigureAwait(false);
            _position += count;
        }
    }
}
