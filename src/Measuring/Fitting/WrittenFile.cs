namespace StreamTuning.Measuring;

/// <summary>A file that was written block after block, as far as costs depend on it.</summary>
/// <param name="Bytes">Its length.</param>
/// <param name="Block">The bytes of a write.</param>
/// <param name="PresetsLength">Whether its length was set first, so that no write makes it longer.</param>
public sealed record WrittenFile(long Bytes, int Block, bool PresetsLength)
{
    /// <summary>How many writes there are.</summary>
    public long Writes => (Bytes + Block - 1) / Block;

    /// <summary>The writes, and the request for the length.</summary>
    public long Requests => Writes + (PresetsLength ? 1 : 0);
}
