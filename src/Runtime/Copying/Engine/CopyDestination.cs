namespace StreamTuning;

/// <summary>Where the bytes of a copy go to.</summary>
internal abstract class CopyDestination
{
    /// <summary>
    /// Takes everything from the source. With <paramref name="async"/> <see langword="false"/> nothing waits for a task: the result is
    /// complete when the call returns.
    /// </summary>
    public abstract ValueTask<long> ReceiveAsync(CopySource source, CopySettings settings, bool async);

    /// <summary>A file cannot be copied into itself: it would be emptied first, or never end.</summary>
    /// <inheritdoc cref="CopySource.IsFile"/>
    protected static void ThrowIfSource(CopySource source, string path, (long Device, long File)? identity = null)
    {
        if (source.IsFile(path, identity))
        {
            throw new IOException($"'{path}' is the source of the copy.");
        }
    }
}
