namespace StreamTuning;

/// <summary>
/// Whether writes to a file system are faster within a length that was set than if they make the file longer. The first write to a file may
/// be slow for another reason, so a gain is certain only after the first writes of another file have shown it too. A machine that is busy
/// for a moment makes any write slow, so three comparisons in a row have to show no gain before nobody looks any more.
/// </summary>
/// <param name="writesAtOnce">How many writes are under way at once within a length.</param>
/// <param name="pays">What is known without a write: for tests.</param>
internal sealed class LengthGain(int writesAtOnce, bool? pays = null)
{
    /// <summary>By which part of their time writes must be faster for a length to pay.</summary>
    private const double Least = 0.2;

    /// <summary>By which part a single one is enough.</summary>
    private const double Clear = 0.4;

    private const int MostRefusals = 3;

    /// <summary>How many times as many writes as are under way at once show no gain, besides the first ones, which wait longest.</summary>
    private const int RoundsOfRefusal = 3;

    private readonly object _lock = new();
    private Verdict _verdict = pays switch { null => Verdict.Unknown, true => Verdict.Confirmed, false => Verdict.None };
    private double _extending;
    private int _bytes;
    private int _refusals;
    private int _unconfirmed;
    private int _writesWithoutGain;

    private enum Verdict
    {
        Unknown,
        None,
        Seen,
        Confirmed,
    }

    /// <summary>Whether the length should be set; <see langword="null"/> if nobody has seen yet whether that pays.</summary>
    public bool? Pays => _verdict switch { Verdict.Unknown => null, var known => known is not Verdict.None };

    /// <summary>Whether writes are still compared, which have to be of one size.</summary>
    public bool IsOpen => _verdict is Verdict.Unknown or Verdict.Seen;

    /// <summary>How many comparisons have ended. A copy remembers it before it compares.</summary>
    public int Comparisons { get; private set; }

    /// <summary>Whether writes within a length are to be compared once more, with those that made a file longer.</summary>
    /// <param name="extending">How long those took, in seconds a byte.</param>
    /// <param name="bytes">How many bytes each of them had: others cannot be compared.</param>
    public bool IsToBeConfirmed(out double extending, out int bytes)
    {
        lock (_lock)
        {
            (extending, bytes) = (_extending, _bytes);
            return _verdict is Verdict.Seen;
        }
    }

    /// <summary>Writes within a length are complete.</summary>
    /// <param name="writes">How many, since the first.</param>
    /// <param name="inner">How long they took together, in seconds a byte.</param>
    /// <param name="extending">How long a write took that made the file longer.</param>
    /// <param name="bytes">How many bytes each has.</param>
    /// <param name="comparisons">The <see cref="Comparisons"/> before the first of them.</param>
    /// <returns>Whether they were enough for a verdict.</returns>
    public bool Compare(int writes, double inner, double extending, int bytes, int comparisons)
    {
        lock (_lock)
        {
            // The first write of another file is as the one that was slow. Of several at once, the first ones share the time of all.
            int enough = writesAtOnce > 1 ? writesAtOnce : _verdict is Verdict.Seen ? 1 : 2;
            if (inner <= extending * (1 - (writes < enough ? Clear : Least)))
            {
                _verdict = _verdict is Verdict.Unknown or Verdict.None ? Verdict.Seen : Verdict.Confirmed;
                _refusals = 0;
                (_extending, _bytes) = (extending, bytes);
            }
            else if (_verdict is Verdict.Confirmed || comparisons != Comparisons || !Refuses(writes, enough))
            {
                // Copies that are under way in the same busy moment are one comparison.
                return false;
            }
            else
            {
                // A gain that is seen again and again, and never confirmed, is none.
                bool isOver = _verdict is Verdict.Seen ? ++_unconfirmed == MostRefusals : ++_refusals == MostRefusals;
                _verdict = isOver ? Verdict.None : Verdict.Unknown;
            }

            _writesWithoutGain = 0;
            Comparisons++;
            return true;
        }
    }

    /// <summary>Whether there were enough writes for no gain. Of several at once, those of several small files add up.</summary>
    private bool Refuses(int writes, int enough) =>
        writesAtOnce > 1
            ? writes > enough && ++_writesWithoutGain >= writesAtOnce * RoundsOfRefusal
            : writes >= enough;
}
