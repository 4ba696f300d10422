namespace StreamTuning;

/// <summary>
/// What was staged in a directory cannot be read any more. Meant for <see cref="Staging"/> only, which starts again or tells the caller.
/// </summary>
internal sealed class TempRootLostException(string directory, long staged, Exception inner) : IOException(inner.Message, inner)
{
    public string Directory { get; } = directory;

    /// <summary>How many bytes are lost with it.</summary>
    public long Staged { get; } = staged;
}
