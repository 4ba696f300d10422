namespace StreamTuning;

/// <summary>What a caller asks a copy to fill: a path, a <see cref="FileStream"/>, another stream, or a temporary file.</summary>
internal abstract class CopyDestination
{
    /// <summary>
    /// Takes everything from the source. With <paramref name="async"/> <see langword="false"/> nothing waits for a task: the result is
    /// complete when the call returns.
    /// </summary>
    public abstract ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async);

    /// <summary>As <see cref="ReceiveAsync"/>, and tells of the copy if anybody listens.</summary>
    public ValueTask<long> ReceiveWatchedAsync(CopySource source, CopySettings settings, bool async) =>
        settings.Observation is { } observation
            ? ObserveAsync(source, settings, async, observation)
            : ReceiveAsync(source, settings, async);

    /// <summary>A file cannot be copied into itself: it would be emptied first, or never end.</summary>
    /// <inheritdoc cref="CopySource.IsFile"/>
    protected static void ThrowIfSource(CopySource source, string path, (long Device, long File)? identity = null)
    {
        if (source.IsFile(path, identity))
        {
            throw new IOException($"'{path}' is the source of the copy.");
        }
    }

    // Apart, so that a copy that nobody listens to makes no delegate.
    private ValueTask<long> ObserveAsync(CopySource source, CopySettings settings, bool async, CopyObservation observation) =>
        observation.ObserveAsync(() => ReceiveAsync(source, settings, async));
}
