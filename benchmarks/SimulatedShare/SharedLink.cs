namespace StreamTuning.SimulatedShare;

/// <summary>The link to a share: one transfer after the other, whichever file it is for. Its caller sees to it that one asks at a time.</summary>
internal sealed class SharedLink
{
    private TimeSpan _isFree;

    /// <summary>Takes a write that arrives at a time.</summary>
    /// <returns>When it ends, if it does not make the file longer.</returns>
    public TimeSpan TakeWrite(SlowShareProfile profile, TimeSpan arrival, int bytes)
    {
        _isFree = SlowShare.Max(_isFree, arrival) + profile.Transfer(bytes);
        return _isFree + profile.Write;
    }
}
