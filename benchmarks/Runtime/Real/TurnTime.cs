namespace StreamTuning.Benchmarks;

/// <summary>The time of a turn, as the last two sizes suggest: so much for any file, and so much for each byte.</summary>
internal sealed class TurnTime
{
    private (long Bytes, TimeSpan Time)? _last;
    private (long Bytes, TimeSpan Time)? _lastButOne;

    public void Add(long bytes, TimeSpan time) => (_lastButOne, _last) = (_last, (bytes, time));

    /// <summary>The time of a larger size; zero if nothing suggests one.</summary>
    public TimeSpan Expect(long bytes) => (_lastButOne, _last) is ({ } first, { } second)
        ? second.Time + ((second.Time - first.Time) * ((double)(bytes - second.Bytes) / (second.Bytes - first.Bytes)))
        : TimeSpan.Zero;
}
