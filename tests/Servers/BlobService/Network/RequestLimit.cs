namespace StreamTuning.BlobService.Network;

/// <summary>So many requests a second, spread evenly. Its caller sees to it that one asks at a time.</summary>
internal sealed class RequestLimit
{
    private TimeSpan _isFree = TimeSpan.MinValue;

    /// <summary>Lets a request through.</summary>
    /// <param name="network">How many a second, and what happens to the others.</param>
    /// <param name="now">When it arrives.</param>
    /// <returns>When it may go on; <see langword="null"/> when it is to be turned away.</returns>
    public TimeSpan? Take(NetworkProfile network, TimeSpan now)
    {
        if (double.IsPositiveInfinity(network.RequestsPerSecond))
        {
            return now;
        }

        // A tenth of a second of requests may come at once.
        TimeSpan each = TimeSpan.FromSeconds(1 / network.RequestsPerSecond);
        TimeSpan free = _isFree == TimeSpan.MinValue || now - _isFree > TimeSpan.FromSeconds(0.1) ? now - TimeSpan.FromSeconds(0.1) : _isFree;
        if (network.AnswersExcessBusy && free > now)
        {
            return null;
        }

        _isFree = free + each;
        return free > now ? free : now;
    }
}
