using System.Diagnostics;

namespace StreamTuning;

/// <summary>
/// Finds out during a copy how long writes take and how fast the source is, and decides two things by it:
/// <list type="bullet">
/// <item>Blocks are small as long as the source is slower than a quarter of the rate of the writes: full ones would only hold
/// memory.</item>
/// <item>The length is set ahead if that pays on the mount. If nobody knows, and a write that made the file longer took its time, the
/// length is set to see whether the next writes are faster. The next copy with such settings confirms the answer, and all later ones know
/// it.</item>
/// </list>
/// </summary>
internal sealed class WritePace
{
    /// <summary>How many times as fast as the source writes must be for small blocks.</summary>
    private const int Slower = 4;

    /// <summary>In bytes a second, until a write has been seen: what a gigabit of network gives.</summary>
    private const double AssumedRate = 100 * 1024 * 1024;

    /// <summary>A length saves less than two requests where writes are faster than this.</summary>
    private static readonly TimeSpan _slowWrite = TimeSpan.FromMilliseconds(4);

    private readonly OutputFile _file;
    private readonly int _writesAtOnce;
    private readonly int _block;
    private bool _isCompared;
    private double _bestRate;
    private double _smallWrite;
    private double _extending;
    private int _extendingBytes;
    private int _comparisons;
    private int _innerWrites;
    private long _innerBytes;
    private long _innerSince;
    private long _innerUntil;

    /// <param name="file">Where the writes go to.</param>
    /// <param name="writesAtOnce">How many writes are under way at once within a length that has been set.</param>
    /// <param name="block">The bytes of a block.</param>
    /// <param name="sourceIsFast">Whether the source is taken for fast until it shows that it isn't.</param>
    public WritePace(OutputFile file, int writesAtOnce, int block, bool sourceIsFast)
    {
        _file = file;
        _writesAtOnce = writesAtOnce;
        _block = block;
        SourceIsSlow = !sourceIsFast;
    }

    /// <summary>Whether small blocks are enough for the source.</summary>
    public bool SourceIsSlow { get; private set; }

    /// <summary>Whether the file should have its length before the next write.</summary>
    public bool SetsLength => Gain.Pays ?? _extending > 0;

    /// <inheritdoc cref="LengthGain.IsOpen"/>
    public bool FindsOut => Gain.IsOpen;

    private LengthGain Gain => _file.Experience.Gain(_writesAtOnce, _block);

    /// <summary>The source has given so many bytes of a block in a time.</summary>
    /// <param name="bytes">How many bytes.</param>
    /// <param name="ticks">How long it took, in ticks of <see cref="Stopwatch.Frequency"/>.</param>
    public void NoteFilled(int bytes, long ticks)
    {
        double rate = bytes / Seconds(ticks);
        bool keepsUp = CopyPlan.PlainBlock / rate >= _smallWrite;
        SourceIsSlow = ticks > 0 && keepsUp && rate * Slower < (_bestRate > 0 ? _bestRate : AssumedRate);
    }

    /// <summary>A write is complete.</summary>
    /// <param name="bytes">How many bytes it had.</param>
    /// <param name="started">When it was sent, in ticks of <see cref="Stopwatch.Frequency"/>.</param>
    /// <param name="ended">When it was complete.</param>
    /// <param name="extends">Whether it made the file longer.</param>
    public void NoteWritten(int bytes, long started, long ended, bool extends)
    {
        double time = Seconds(ended - started);
        _bestRate = Math.Max(_bestRate, bytes / time);
        if (bytes <= CopyPlan.PlainBlock)
        {
            _smallWrite = time;
        }

        if (extends)
        {
            StartComparison(time >= _slowWrite.TotalSeconds ? time / bytes : 0, bytes);
            return;
        }

        if (_extending == 0 && _innerWrites == 0 && Gain.IsToBeConfirmed(out double extending, out int extendingBytes))
        {
            StartComparison(extending, extendingBytes);
        }

        if (_extending > 0 && !_isCompared && bytes == _extendingBytes)
        {
            // Several may be under way at once: the time counts in which all of them were written.
            _innerSince = _innerWrites == 0 ? started : _innerSince;
            _innerUntil = Math.Max(_innerUntil, ended);
            _innerWrites++;
            _innerBytes += bytes;
            double inner = Seconds(_innerUntil - _innerSince) / _innerBytes;
            _isCompared = Gain.Compare(_innerWrites, inner, _extending, _extendingBytes, _comparisons);
        }
    }

    private void StartComparison(double extending, int bytes)
    {
        _extending = extending;
        _extendingBytes = bytes;
        _comparisons = extending > 0 ? Gain.Comparisons : 0;
    }

    // More than none, for clocks that are coarse.
    private static double Seconds(long ticks) => Math.Max((double)ticks / Stopwatch.Frequency, 1e-9);
}
