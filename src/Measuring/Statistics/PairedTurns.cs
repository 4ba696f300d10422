namespace StreamTuning.Measuring;

/// <summary>The times of several ways, turn by turn.</summary>
/// <param name="ways">The ways; the others are compared with the first one.</param>
public sealed class PairedTurns(IReadOnlyList<Way> ways)
{
    private readonly List<double>[] _seconds = [.. ways.Select(static _ => new List<double>())];
    private readonly List<double>[] _bytes = [.. ways.Select(static _ => new List<double>())];

    /// <summary>How many turns are complete.</summary>
    public int Count { get; private set; }

    /// <summary>How long the longest turn took, with what is not timed.</summary>
    public TimeSpan Longest { get; private set; }

    /// <summary>The seconds of a way, turn by turn.</summary>
    public IReadOnlyList<double> SecondsOf(int way) => _seconds[way];

    /// <summary>How many times faster a way was than the first one.</summary>
    public PairedRatio RatioOf(int way) => PairedRatio.Of(_seconds[0], _seconds[way]);

    /// <summary>What each way took.</summary>
    public Measurement[] ToMeasurements() =>
    [
        .. ways.Select((way, i) => new Measurement(
            way.Name,
            TimeSpan.FromSeconds(Samples.Median(_seconds[i])),
            TimeSpan.FromSeconds(_seconds[i].Min()),
            TimeSpan.FromSeconds(_seconds[i].Max()),
            Samples.Median(_seconds[i].Select((seconds, turn) => _seconds[0][turn] / seconds)),
            (long)Samples.Median(_bytes[i]),
            _seconds[i].Count)),
    ];

    internal void Add(int way, TimeSpan time, long allocated)
    {
        _seconds[way].Add(time.TotalSeconds);
        _bytes[way].Add(allocated);
    }

    internal void EndTurn(TimeSpan took)
    {
        Count++;
        Longest = took > Longest ? took : Longest;
    }
}
