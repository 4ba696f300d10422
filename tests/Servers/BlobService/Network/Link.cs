namespace StreamTuning.BlobService.Network;

/// <summary>One direction of a connection, or what connections share: says when bytes have arrived. Its caller sees to it that one asks at a time.</summary>
internal sealed class Link(double bytesPerSecond, TimeSpan roundTrip = default, bool hasSlowStart = false)
{
    // Ten segments of 1460 bytes.
    private const double FirstWindow = 14_600;

    // Who comes back for more as late as this has been waiting for a timer: the link was not idle.
    private static readonly TimeSpan _lateness = TimeSpan.FromMilliseconds(25);

    // After so much idleness TCP halves its window.
    private static readonly TimeSpan _idle = TimeSpan.FromMilliseconds(200);

    private readonly double _largestWindow = bytesPerSecond * roundTrip.TotalSeconds;
    private double _window = hasSlowStart ? FirstWindow : double.PositiveInfinity;
    private TimeSpan _isFree = TimeSpan.MinValue;

    /// <summary>Whether it takes any time.</summary>
    public bool IsLimited => !double.IsPositiveInfinity(bytesPerSecond);

    /// <summary>Sends bytes.</summary>
    /// <param name="now">When they are there to be sent.</param>
    /// <param name="bytes">How many.</param>
    /// <param name="continues">Whether they belong to what was sent before.</param>
    /// <returns>When they have arrived.</returns>
    public TimeSpan Send(TimeSpan now, int bytes, bool continues)
    {
        if (_isFree == TimeSpan.MinValue || now - _isFree > (continues ? _lateness : TimeSpan.Zero))
        {
            Idle(_isFree == TimeSpan.MinValue ? TimeSpan.Zero : now - _isFree);
            _isFree = now;
        }

        double seconds = 0;
        for (double left = bytes; left > 0;)
        {
            double step = Math.Min(left, _window);
            seconds += _window < _largestWindow ? step / _window * roundTrip.TotalSeconds : step / bytesPerSecond;
            left -= step;
            _window += _window < _largestWindow ? step : 0;
        }

        return _isFree += TimeSpan.FromSeconds(seconds);
    }

    private void Idle(TimeSpan time)
    {
        if (hasSlowStart)
        {
            _window = Math.Max(FirstWindow, Math.Min(_window, Math.Max(_largestWindow, FirstWindow)) * Math.Pow(0.5, Math.Floor(time / (_idle + roundTrip))));
        }
    }
}
