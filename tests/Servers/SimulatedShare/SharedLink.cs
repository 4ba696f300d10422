namespace StreamTuning.SimulatedShare;

/// <summary>The link to a share: one transfer after the other, whichever file it is for. Its caller sees to it that one asks at a time.</summary>
internal sealed class SharedLink
{
    private TimeSpan _isFree;

    /// <summary>Takes a write that arrives at a time: it has the link for its bytes, then waits for its answer together with others, then its turn to extend the file.</summary>
    /// <param name="profile">What it costs.</param>
    /// <param name="arrival">When it arrives.</param>
    /// <param name="bytes">How much it writes.</param>
    /// <param name="extends">Whether it makes its file longer.</param>
    /// <param name="extensionIsFree">Until when its file is busy with being made longer.</param>
    /// <returns>When it ends.</returns>
    public TimeSpan TakeWrite(SlowShareProfile profile, TimeSpan arrival, int bytes, bool extends, ref TimeSpan extensionIsFree)
    {
        _isFree = SlowShare.Max(_isFree, arrival) + profile.Transfer(bytes);
        TimeSpan end = _isFree + profile.Write;
        return extends ? extensionIsFree = SlowShare.Max(extensionIsFree, end) + profile.Extension : end;
    }
}
