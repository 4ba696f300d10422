namespace StreamTuning;

/// <summary>
/// What was staged in a directory cannot be read any more. Meant for <see cref="Staging"/> only, which starts again or tells the caller. It
/// is no <see cref="IOException"/>: a copy goes on after some of those, for instance where a length cannot be set.
/// </summary>
internal sealed class TempRootLostException(string directory, long staged, Exception inner) : Exception(inner.Message, inner)
{
    public string Directory { get; } = directory;

    /// <summary>How many bytes are lost with it.</summary>
    public long Staged { get; } = staged;
}
