namespace StreamTuning;

/// <summary>
/// A store holds staged blocks with ids of another length, beside which it takes none of ours. Nothing was stored, and the object is as it
/// was. The blocks go away when their upload is committed, when the object is deleted, or when they expire.
/// </summary>
public sealed class BlockConflictException : IOException
{
    /// <summary>Says that there is a conflict.</summary>
    public BlockConflictException()
        : this("The store holds staged blocks with ids of another length.")
    {
    }

    /// <summary>Says what the conflict is.</summary>
    /// <param name="message">What the conflict is.</param>
    public BlockConflictException(string message)
        : base(message)
    {
    }

    /// <summary>Says what the conflict is.</summary>
    /// <param name="message">What the conflict is.</param>
    /// <param name="innerException">What the store said.</param>
    public BlockConflictException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
