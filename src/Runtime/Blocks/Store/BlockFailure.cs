namespace StreamTuning;

/// <summary>What the failure of a request to an <see cref="IBlockStore"/> means.</summary>
public enum BlockFailure
{
    /// <summary>Asking again would not help.</summary>
    Final,

    /// <summary>The store got other bytes than were sent, and has stored none. The same bytes can be sent again.</summary>
    Corrupted,

    /// <summary>
    /// The connection broke, or the store was busy for longer than its client waits. Whether it has done the work is not known.
    /// </summary>
    Interrupted,
}
